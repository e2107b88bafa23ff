import { DEFAULT_CURRENCY } from '#brand/locale.ts';
import type { Sheet } from './csv-records.ts';
import { CSV_COLUMNS, type CsvColumn, REQUIRED_COLUMNS } from './product-csv.ts';

const OWN_CURRENCY = DEFAULT_CURRENCY.toLowerCase();

/** What stands for a column in rows whose cell is empty. */
export const FILLABLE = ['description', 'price', 'category'] as const;
export type Fillable = (typeof FILLABLE)[number];

/** Where each column of ours is found in a file: the index of the file's column, or null for none. */
export interface Mapping {
  columns: Record<CsvColumn, number | null>;
  fill: Partial<Record<Fillable, string>>;
}

/** Columns that our own file of bad rows adds. */
const ADDED_COLUMNS = new Set(['row', 'errors']);

/** The name of a column as it is compared: 'Body (HTML)' is 'body html'. */
export const columnKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();

/** What makes two files the same kind: the names of their columns, in their order. */
export const headerSignature = (header: readonly string[]): string =>
  header
    .map(columnKey)
    .filter((key) => !ADDED_COLUMNS.has(key))
    .join('|');

/** The file's columns by our own names, null unless all that a product needs are there. */
export function templateMapping(header: readonly string[]): Mapping | null {
  const keys = header.map(columnKey);
  const findColumn = (column: string) => (keys.includes(column) ? keys.indexOf(column) : null);
  const columns = Object.fromEntries(
    CSV_COLUMNS.map((column) => [column, findColumn(column)]),
  ) as Mapping['columns'];
  return REQUIRED_COLUMNS.every((column) => columns[column] !== null) ? { columns, fill: {} } : null;
}

/** The likely names in other shops' files, the likeliest first. */
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

/** The price column of an export with one for each currency: 'Variant Price USD'. */
export const CURRENCY_PRICE_COLUMN = /^(?:variant )?price ([a-z]{3})$/;

/** What a column 'Type' holds that says how a product is sold, not what it is. */
const SALE_TYPES = /^(simple|variable|variation|configurable|grouped|external|physical|digital|p|d)$/i;

/** How many rows are looked at to see whether a column has any content. */
const SAMPLED_ROWS = 200;

/** The likely columns of a file: by their names, one with content before an empty one. None twice. */
export function guessMapping({ header, records }: Sheet): Mapping {
  const keys = header.map(columnKey);
  const sample = records.slice(0, SAMPLED_ROWS);
  const firstContent = (at: number) =>
    sample.map(({ cells }) => (cells[at] ?? '').trim()).find((cell) => cell !== '');
  const isUsable = (column: CsvColumn, at: number) => {
    const content = firstContent(at);
    return content !== undefined && !(column === 'category' && SALE_TYPES.test(content));
  };
  const used = new Set<number>();
  const guess = (column: CsvColumn): number | null => {
    const named = COLUMN_NAMES[column].map((name) => keys.indexOf(name));
    const inCurrency =
      column === 'price' ? keys.map((key, at) => (CURRENCY_PRICE_COLUMN.test(key) ? at : -1)) : [];
    const at = [...named, ...inCurrency].find((at) => at >= 0 && !used.has(at) && isUsable(column, at));
    if (at === undefined) return null;
    used.add(at);
    return at;
  };
  return {
    columns: Object.fromEntries(CSV_COLUMNS.map((column) => [column, guess(column)])) as Mapping['columns'],
    fill: {},
  };
}

/** A remembered mapping, when it can be one of this file: whatever was stored, only what fits is taken. */
export function restoreMapping(stored: unknown, header: readonly string[]): Mapping | null {
  const { columns, fill } = (stored ?? {}) as {
    columns?: Record<string, unknown>;
    fill?: Record<string, unknown>;
  };
  const at = (column: CsvColumn): number | null => {
    const index = columns?.[column];
    return Number.isInteger(index) && Number(index) >= 0 && Number(index) < header.length
      ? Number(index)
      : null;
  };
  const mapping: Mapping = {
    columns: Object.fromEntries(CSV_COLUMNS.map((column) => [column, at(column)])) as Mapping['columns'],
    fill: Object.fromEntries(
      FILLABLE.flatMap((name) => (typeof fill?.[name] === 'string' ? [[name, fill[name]]] : [])),
    ),
  };
  return missingColumns(mapping).length === 0 ? mapping : null;
}

/** The columns a product needs for which the mapping has neither a column nor something that stands for it. */
export const missingColumns = ({ columns, fill }: Mapping): CsvColumn[] =>
  REQUIRED_COLUMNS.filter(
    (column) => columns[column] === null && (column === 'name' || (fill[column] ?? '').trim() === ''),
  );

/** The file's columns that are not used, by their names. */
export function unusedColumns(header: readonly string[], { columns }: Mapping): string[] {
  const used = new Set(Object.values(columns));
  return header.filter((name, at) => name !== '' && !used.has(at) && !ADDED_COLUMNS.has(columnKey(name)));
}
