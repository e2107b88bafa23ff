import { DEFAULT_CURRENCY } from '#brand/locale.ts';
import type { Sheet } from './csv-records.ts';
import { CSV_COLUMNS, type CsvColumn, REQUIRED_COLUMNS } from './product-csv.ts';

const OWN_CURRENCY = DEFAULT_CURRENCY.toLowerCase();

/** Columns that may have a default for empty cells. */
export const FILLABLE = ['description', 'price', 'category'] as const;
export type Fillable = (typeof FILLABLE)[number];

/** Assigns the file's columns to the shop's. */
export interface Mapping {
  /** Indices in the header; null for none. */
  columns: Record<CsvColumn, number | null>;
  /** Values for empty cells. */
  fill: Partial<Record<Fillable, string>>;
}

/** Columns that the downloaded file of bad rows adds. */
const ADDED_COLUMNS = new Set(['row', 'errors']);

/** Normalises a column name for comparison: 'Body (HTML)' → 'body html'. */
export const columnKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();

/** Identifies a kind of file by its column names, in their order. */
export const headerSignature = (header: readonly string[]): string =>
  header
    .map(columnKey)
    .filter((key) => !ADDED_COLUMNS.has(key))
    .join('|');

/** The mapping of a file that uses the template's column names; null if a required one is missing. */
export function templateMapping(header: readonly string[]): Mapping | null {
  const keys = header.map(columnKey);
  const findColumn = (column: string) => (keys.includes(column) ? keys.indexOf(column) : null);
  const columns = Object.fromEntries(
    CSV_COLUMNS.map((column) => [column, findColumn(column)]),
  ) as Mapping['columns'];
  return REQUIRED_COLUMNS.every((column) => columns[column] !== null) ? { columns, fill: {} } : null;
}

/** Column names in files of other shops, the most likely first. */
const COLUMN_NAMES: Record<CsvColumn, readonly string[]> = {
  name: ['name', 'title', 'product name', 'product title', 'product', 'item name', 'item'],
  description: [
    'description',
    'body html',
    'body',
    'product description',
    'long description',
    'details',
    'short description',
  ],
  price: [
    'price',
    'variant price',
    'regular price',
    'selling price',
    'unit price',
    'product price',
    'amount',
    `price ${OWN_CURRENCY}`,
    `variant price ${OWN_CURRENCY}`,
  ],
  category: [
    'category',
    'categories',
    'type',
    'product type',
    'product category',
    'collection',
    'product collection title',
    'department',
  ],
  featured: ['featured', 'is featured', 'featured product'],
};

/** A price column of an export with one per currency: 'Variant Price USD'. */
export const CURRENCY_PRICE_COLUMN = /^(?:variant )?price ([a-z]{3})$/;

/** Values of a 'Type' column that are no categories. */
const SALE_TYPES = /^(simple|variable|variation|configurable|grouped|external|physical|digital|p|d)$/i;

/** The number of rows in which a guess looks for content of a column. */
const SAMPLED_ROWS = 200;

/** Guesses the mapping by column names. Skips empty columns and uses none twice. */
export function guessMapping({ header, records }: Sheet): Mapping {
  const keys = header.map(columnKey);
  const sample = records.slice(0, SAMPLED_ROWS);
  const firstContent = (index: number) =>
    sample.map(({ cells }) => (cells[index] ?? '').trim()).find((cell) => cell !== '');
  const isUsable = (column: CsvColumn, index: number) => {
    const content = firstContent(index);
    return content !== undefined && !(column === 'category' && SALE_TYPES.test(content));
  };
  const used = new Set<number>();
  const guess = (column: CsvColumn): number | null => {
    const byName = COLUMN_NAMES[column].map((name) => keys.indexOf(name));
    const perCurrency =
      column === 'price' ? keys.map((key, index) => (CURRENCY_PRICE_COLUMN.test(key) ? index : -1)) : [];
    const index = [...byName, ...perCurrency].find(
      (candidate) => candidate >= 0 && !used.has(candidate) && isUsable(column, candidate),
    );
    if (index === undefined) return null;
    used.add(index);
    return index;
  };
  return {
    columns: Object.fromEntries(CSV_COLUMNS.map((column) => [column, guess(column)])) as Mapping['columns'],
    fill: {},
  };
}

/** Validates a stored mapping against a header; null if it does not fit. */
export function restoreMapping(stored: unknown, header: readonly string[]): Mapping | null {
  const { columns, fill } = (stored ?? {}) as {
    columns?: Record<string, unknown>;
    fill?: Record<string, unknown>;
  };
  const validIndex = (column: CsvColumn): number | null => {
    const index = columns?.[column];
    return Number.isInteger(index) && Number(index) >= 0 && Number(index) < header.length
      ? Number(index)
      : null;
  };
  const mapping: Mapping = {
    columns: Object.fromEntries(
      CSV_COLUMNS.map((column) => [column, validIndex(column)]),
    ) as Mapping['columns'],
    fill: Object.fromEntries(
      FILLABLE.flatMap((name) => (typeof fill?.[name] === 'string' ? [[name, fill[name]]] : [])),
    ),
  };
  return missingColumns(mapping).length === 0 ? mapping : null;
}

/** The required columns for which the mapping has neither a column nor a fill value. */
export const missingColumns = ({ columns, fill }: Mapping): CsvColumn[] =>
  REQUIRED_COLUMNS.filter(
    (column) => columns[column] === null && (column === 'name' || (fill[column] ?? '').trim() === ''),
  );

/** The names of the file's columns that the mapping does not use. */
export function unusedColumns(header: readonly string[], { columns }: Mapping): string[] {
  const used = new Set(Object.values(columns));
  return header.filter(
    (name, index) => name !== '' && !used.has(index) && !ADDED_COLUMNS.has(columnKey(name)),
  );
}
