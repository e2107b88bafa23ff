import { DEFAULT_CURRENCY } from '#brand/locale.ts';
import { isId } from '#shared/random-id.ts';
import { columnKey } from './column-key.ts';
import { isImageColumn } from './csv-images.ts';
import type { Sheet } from './csv-records.ts';
import { CSV_COLUMNS, type CsvColumn, IMPORT_KEYS, type ImportKey, REQUIRED_COLUMNS } from './product-csv.ts';
import { DEFAULT_CATEGORY, detectShop } from './shop-exports.ts';

const OWN_CURRENCY = DEFAULT_CURRENCY.toLowerCase();

/** Columns that may have a default for empty cells. */
export const FILLABLE = ['description', 'price', 'category'] as const;
export type Fillable = (typeof FILLABLE)[number];

/** Assigns the file's columns to the shop's. */
export interface Mapping {
  /** Indices in the header; null or undefined for none. */
  columns: { [C in CsvColumn as C extends 'id' | 'sku' ? never : C]: number | null } & {
    [C in 'id' | 'sku']?: number | null;
  };
  /** Values for empty cells. */
  fill: Partial<Record<Fillable, string>>;
  /** Set if the file only changes existing products: then it needs a column to recognise them, and one more. */
  mode?: 'update';
}

/** Columns that the downloaded file of bad rows adds. */
const ADDED_COLUMNS = new Set(['row', 'errors']);

/** Identifies a kind of file by its column names, in their order. */
export const headerSignature = (header: readonly string[]): string =>
  header
    .map(columnKey)
    .filter((key) => !ADDED_COLUMNS.has(key))
    .join('|');

/** The mapping of a file that uses the template's column names; null if a required one is missing. */
export function templateMapping(header: readonly string[]): Mapping | null {
  const keys = header.map(columnKey);
  const columns = columnsBy((column) => (keys.includes(column) ? keys.indexOf(column) : null));
  return REQUIRED_COLUMNS.every((column) => columns[column] !== null) ? { columns, fill: {} } : null;
}

/** The columns that recognise products are left out where there is none. */
function columnsBy(indexOf: (column: CsvColumn) => number | null): Mapping['columns'] {
  const found = CSV_COLUMNS.map((column) => [column, indexOf(column)] as const);
  return Object.fromEntries(
    found.filter(([column, index]) => index !== null || (column !== 'id' && column !== 'sku')),
  ) as Mapping['columns'];
}

/** What a file's products are recognised by, the most certain first. */
export const keysOf = ({ columns }: Pick<Mapping, 'columns'>): ImportKey[] =>
  IMPORT_KEYS.filter((key) => columns[key] != null);

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
  // A handle is the product's; some files have a SKU for each size.
  sku: [
    'handle',
    'url handle',
    'product handle',
    'reference handle',
    'product url',
    'sku',
    'product sku',
    'product code sku',
    'code',
    'product code',
    'item code',
  ],
  id: ['id', 'product id'],
};

/** A price column of an export with one per currency: 'Variant Price USD'. */
export const CURRENCY_PRICE_COLUMN = /^(?:variant )?price ([a-z]{3})$/;

/** Values of a 'Type' column that are no categories. */
const SALE_TYPES = /^(simple|variable|variation|configurable|grouped|external|physical|digital|p|d)$/i;

/** The number of rows in which a guess looks for content of a column. */
const SAMPLED_ROWS = 200;

/**
 * Guesses the mapping by column names. Skips empty columns, except those that an export of a known shop must have, and
 * uses none twice.
 */
export function guessMapping({ header, records }: Sheet): Mapping {
  const keys = header.map(columnKey);
  const sample = records.slice(0, SAMPLED_ROWS);
  const firstContent = (index: number) =>
    sample.map(({ cells }) => (cells[index] ?? '').trim()).find((cell) => cell !== '');
  const isUsable = (column: CsvColumn, index: number) => {
    const content = firstContent(index);
    if (content === undefined) return false;
    // Other shops have ids of their own.
    if (column === 'id') return isId(content);
    return !(column === 'category' && SALE_TYPES.test(content));
  };
  const shop = detectShop(header);
  // Exports of other shops need no question: the preview shows empty cells, and those without categories get one.
  const mayBeEmpty = (column: CsvColumn) =>
    shop !== undefined && column !== 'category' && (REQUIRED_COLUMNS as readonly string[]).includes(column);
  const used = new Set<number>();
  const guess = (column: CsvColumn): number | null => {
    const byName = COLUMN_NAMES[column].map((name) => keys.indexOf(name));
    const perCurrency =
      column === 'price' ? keys.map((key, index) => (CURRENCY_PRICE_COLUMN.test(key) ? index : -1)) : [];
    const candidates = [...byName, ...perCurrency].filter(
      (candidate) => candidate >= 0 && !used.has(candidate),
    );
    const index =
      candidates.find((candidate) => isUsable(column, candidate)) ??
      (mayBeEmpty(column) ? candidates[0] : undefined);
    if (index === undefined) return null;
    used.add(index);
    return index;
  };
  return { columns: columnsBy(guess), fill: shop ? { category: DEFAULT_CATEGORY } : {} };
}

/** The names of columns with codes that the mapping does not use: a product has one code. */
export function otherCodes({ header, records }: Sheet, { columns }: Mapping): string[] {
  if (columns.sku == null) return [];
  // That of a size is never guessed.
  const names = [...COLUMN_NAMES.sku, 'variant sku'];
  return header.filter(
    (name, index) =>
      index !== columns.sku &&
      names.includes(columnKey(name)) &&
      records.some(({ cells }) => (cells[index] ?? '').trim() !== ''),
  );
}

/** Validates a stored mapping against a header; null if it does not fit. */
export function restoreMapping(stored: unknown, header: readonly string[]): Mapping | null {
  const { columns, fill, mode } = (stored ?? {}) as {
    columns?: Record<string, unknown>;
    fill?: Record<string, unknown>;
    mode?: unknown;
  };
  const mapping: Mapping = {
    columns: columnsBy((column) => {
      const index = columns?.[column];
      return Number.isInteger(index) && Number(index) >= 0 && Number(index) < header.length
        ? Number(index)
        : null;
    }),
    fill: Object.fromEntries(
      FILLABLE.flatMap((name) => (typeof fill?.[name] === 'string' ? [[name, fill[name]]] : [])),
    ),
    ...(mode === 'update' && { mode }),
  };
  return isUsableMapping(mapping) ? mapping : null;
}

/** Whether products can be created under a mapping, or those that exist recognised and changed. */
export const isUsableMapping = (mapping: Mapping): boolean =>
  missingColumns(mapping).length === 0 ||
  (mapping.mode === 'update' && keysOf(mapping).length > 0 && mappedCount(mapping) > 1);

const mappedCount = ({ columns }: Mapping) => Object.values(columns).filter((index) => index !== null).length;

/** The required columns for which the mapping has neither a column nor a fill value. */
export const missingColumns = ({ columns, fill }: Mapping): CsvColumn[] =>
  REQUIRED_COLUMNS.filter(
    (column) => columns[column] === null && (column === 'name' || (fill[column] ?? '').trim() === ''),
  );

/** The names of the file's columns that the mapping does not use. */
export function unusedColumns(header: readonly string[], { columns }: Mapping): string[] {
  const used = new Set(Object.values(columns));
  return header.filter(
    (name, index) =>
      name !== '' && !used.has(index) && !ADDED_COLUMNS.has(columnKey(name)) && !isImageColumn(name),
  );
}
