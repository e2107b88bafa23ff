import { nairaOfKobo } from '#shared/money.ts';
import { formatCsv } from '../../csv-file.ts';
import { guessMapping, type Mapping, templateMapping, unusedColumns } from '../../csv-mapping.ts';
import {
  type BadRow,
  badRowsTable,
  countGaps,
  noParsedProducts,
  type ParsedProducts,
  parseProducts,
  type RowFault,
} from '../../csv-products.ts';
import { readSheet, type Sheet } from '../../csv-records.ts';
import { decodeFile, isUnusable, type Unusable } from '../../csv-text.ts';
import type { ImportRow } from '../../import.contract.ts';
import { MAX_IMPORT_BYTES, MAX_PRODUCTS } from '../../product-csv.ts';

// Reads a file in a worker, so that the page stays responsive. One worker reads one file and stores its rows; the page
// receives only what it displays.

const SAMPLES = 3;
const LISTED_FAULTS = 100;
const FIRST_PRODUCTS = 5;
const LISTED_RANGES = 3;

let sheet: Sheet = { header: [], records: [] };
let parsed = noParsedProducts();

/** A request names an operation of the worker; the replies to it are its progress, and then an answer or a failure. */
export type WorkerRequest = { name: keyof CsvOperations; args: unknown[] };
export type WorkerReply = { progress: number; rows: number } | { answer: unknown } | { failed: string };

const reply = (message: WorkerReply) => postMessage(message);
const truncate = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

async function read(file: File) {
  const text = decodeFile(new Uint8Array(await file.arrayBuffer()));
  if (isUnusable(text)) return text;
  const rows = readSheet(text.text, (progress, rows) => reply({ progress, rows }));
  if (isUnusable(rows)) return rows;
  sheet = rows;
  const guess = guessMapping(sheet);
  return {
    header: sheet.header,
    /** Sample cells of each column, truncated. */
    samples: sheet.header.map((_, at) => samplesOf(at)),
    /** The number of products without content in each column. */
    gaps: countGaps(sheet, guess),
    rows: sheet.records.length,
    encoding: text.encoding,
    /** Set if the file uses the template's column names. */
    templateMapping: templateMapping(sheet.header),
    guess,
  };
}

/** A file whose rows were read. */
export type ReadFile = Exclude<Awaited<ReturnType<typeof read>>, Unusable>;

function samplesOf(column: number): string[] {
  const found: string[] = [];
  for (const { cells } of sheet.records) {
    const cell = (cells[column] ?? '').trim();
    if (cell !== '' && !found.includes(truncate(cell))) found.push(truncate(cell));
    if (found.length === SAMPLES) break;
  }
  return found;
}

function check(mapping: Mapping, shopCurrency: string) {
  parsed = parseProducts(sheet, mapping, shopCurrency);
  const { products, badRows, variants, priceRanges, unpublished, currency } = parsed;
  const reason = findLimitProblem(parsed);
  if (reason) return { reason } satisfies Unusable;
  const categories = new Map<string, { name: string; products: number }>();
  for (const { category } of products) {
    const key = category.toLowerCase();
    const entry = categories.get(key);
    if (entry) entry.products++;
    else categories.set(key, { name: category, products: 1 });
  }
  const faults = badRows.flatMap((row) => row.faults.map((fault) => toListedFault(fault, row, mapping)));
  return {
    products: products.length,
    featured: products.filter(({ featured }) => featured).length,
    /** The number of rows with another size or image of a product. */
    variants,
    /** The number of products whose variants have different prices, and the first of them. */
    priceRanges: { count: priceRanges.length, first: priceRanges.slice(0, LISTED_RANGES) },
    unpublished,
    /** The ISO code of the prices' currency, if the file states it. */
    currency,
    /** In descending order of their number of products. */
    categories: [...categories.values()].sort((a, b) => b.products - a.products),
    /** The first products. */
    first: products
      .slice(0, FIRST_PRODUCTS)
      .map((product) => ({ ...product, description: truncate(product.description) })),
    badRows: badRows.length,
    /** The first faults. */
    faults: faults.slice(0, LISTED_FAULTS),
    faultCount: faults.length,
    /** The names of unused columns. */
    unused: unusedColumns(sheet.header, mapping),
  };
}

/** The summary of the file's products under a mapping. */
export type CheckedFile = Exclude<ReturnType<typeof check>, Unusable>;
export type ListedFault = CheckedFile['faults'][number];

function findLimitProblem({ products, badRows, unpublished }: ParsedProducts): string | undefined {
  const count = products.length + badRows.length;
  if (count === 0) {
    return Object.values(unpublished).some((count) => count > 0)
      ? 'All products of this file are drafts, archived or hidden in the shop it comes from.'
      : 'The file has no products.';
  }
  if (count > MAX_PRODUCTS) {
    return `The file has ${count.toLocaleString('en')} products. At most ${MAX_PRODUCTS.toLocaleString('en')} can be uploaded at once: please split it into several files.`;
  }
  const bytes = new TextEncoder().encode(JSON.stringify(toImportRows())).length;
  // Leaves room for the idempotency key and the rest of the body.
  if (bytes < MAX_IMPORT_BYTES - 1_000) return undefined;
  return 'The descriptions in this file are too long to send at once: please split it into several files.';
}

/** `column` becomes the column's name in the file, else the template's; `cell` is the cell's text, truncated. */
function toListedFault({ column, ...fault }: RowFault, { cells }: BadRow, mapping: Mapping) {
  const at = column === 'row' ? null : mapping.columns[column];
  if (at === null) return { ...fault, column: column === 'row' ? '' : column, cell: '' };
  return { ...fault, column: sheet.header[at] ?? column, cell: truncate(cells[at] ?? '') };
}

const toImportRows = (products = parsed.products): ImportRow[] =>
  products.map(({ name, description, price, category, featured }) => ({
    name,
    description,
    price: price === null ? 0 : nairaOfKobo(price),
    category,
    featured,
  }));

/** The rows to send, `without` those with these indices in `names`, and for each its number in the file. */
function rows(without: readonly number[] = []) {
  const omitted = new Set(without);
  const products = parsed.products.filter((_, index) => !omitted.has(index));
  return { rows: toImportRows(products), rowNumbers: products.map(({ row }) => row) };
}
export type SentRows = ReturnType<typeof rows>;

const operations = {
  read,
  check,
  rows,
  /** Of all products. */
  names: () => parsed.products.map(({ name }) => name),
  /** As CSV. */
  badRows: () => formatCsv(badRowsTable(sheet.header, parsed.badRows)),
};
export type CsvOperations = typeof operations;

async function answer({ name, args }: WorkerRequest): Promise<void> {
  try {
    reply({ answer: await (operations[name] as (...args: unknown[]) => unknown)(...args) });
  } catch (error) {
    // The file was removed, or the device has too little memory.
    reply({ failed: String(error) });
  }
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => void answer(data));
