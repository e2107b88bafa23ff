import { encodeInput } from '#shared/encoded-input.ts';
import { formatCount } from '#shared/plural.ts';
import { categoryPath, categoryText } from '../../../categories/category-path.ts';
import type { ProductStatus } from '../../../products/product-list.ts';
import { formatCsv } from '../../csv-file.ts';
import {
  guessMapping,
  keysOf,
  type Mapping,
  otherCodes,
  templateMapping,
  unusedColumns,
} from '../../csv-mapping.ts';
import {
  checkRow,
  countGaps,
  noParsedProducts,
  type ParsedProducts,
  parseProducts,
  type VariantChoice,
} from '../../csv-products.ts';
import type { Sheet } from '../../csv-records.ts';
import { isUnusable, type Unusable } from '../../csv-text.ts';
import { imageSources } from '../../image-sources.ts';
import type { ImportPreview } from '../../import.contract.ts';
import {
  badRowsTable,
  comparedCells,
  countPlan,
  hasEmptied,
  type ImportChoice,
  noComparedRows,
  type PlannedRow,
  planRows,
  type RowFilter,
} from '../../import-plan.ts';
import { plannedImport } from '../../planned-import.ts';
import {
  type CsvColumn,
  type ImportKey,
  MAX_CATEGORIES,
  MAX_IMPORT_BYTES,
  MAX_PRODUCTS,
} from '../../product-csv.ts';
import { readRows } from '../../read-rows.ts';
import { detectShop } from '../../shop-exports.ts';

// Reads a file in a worker, so that the page stays responsive. One worker reads one file and stores its rows; the page
// receives only what it displays.

/** What an import is sent with besides its rows. */
export interface SentOptions {
  idempotencyKey: string;
  file: string;
  key: ImportKey | undefined;
  status: ProductStatus;
}

const SAMPLES = 3;
const LISTED_RANGES = 3;
const LISTED_NAMES = 3;
/** Rows of a page of the preview. */
const PREVIEW_PAGE = 20;
/** Rows of a request that compares them, as JSON in bytes: also a slow network sends them in time. */
const COMPARED_BYTES = 2 * 1024 * 1024;
/** Room in the body of an import for what is sent besides rows. */
const OPTIONS_BYTES = 1_000;

let sheet: Sheet = { header: [], records: [] };
let parsed = noParsedProducts();
let compared = noComparedRows();
let plan: PlannedRow[] = [];
let currency: string | undefined;

/** A request names an operation of the worker; the replies to it are its progress, and then an answer or a failure. */
export type WorkerRequest = { name: keyof CsvOperations; args: unknown[] };
export type WorkerReply = { progress: number; rows: number } | { answer: unknown } | { failed: string };

const reply = (message: WorkerReply) => postMessage(message);
const truncate = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

async function read(file: File) {
  const onProgress = (progress: number, rows: number) => reply({ progress, rows });
  const found = await readRows(new Uint8Array(await file.arrayBuffer()), onProgress);
  if (isUnusable(found)) return found;
  sheet = { header: found.header, records: found.records };
  const guess = guessMapping(sheet);
  return {
    header: sheet.header,
    /** Sample cells of each column, truncated. */
    samples: sheet.header.map((_, at) => samplesOf(at)),
    /** The number of products without content in each column. */
    gaps: countGaps(sheet, guess),
    rows: sheet.records.length,
    encoding: found.encoding,
    /** The sheet that was read, of a workbook with several. */
    sheetName: found.sheetName,
    /** Whether results of formulas were read. */
    hasFormulas: found.hasFormulas ?? false,
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

function check(mapping: Mapping, shopCurrency: string, variants: VariantChoice) {
  currency = shopCurrency;
  parsed = parseProducts(sheet, mapping, { currency, variants });
  compared = noComparedRows();
  plan = [];
  const reason = findLimitProblem(parsed);
  if (reason) return { reason } satisfies Unusable;
  const { rows, priceRanges, imageNames, ...rest } = parsed;
  return {
    ...rest,
    imageNames: { ...imageNames, first: truncate(imageNames.first) },
    products: rows.length,
    /** What the products can be recognised by. */
    keys: keysOf(mapping),
    /** The shop system that the file comes from. */
    shop: detectShop(sheet.header),
    /** The number of products whose variants have different prices, and the first of them. */
    priceRanges: { count: priceRanges.length, first: priceRanges.slice(0, LISTED_RANGES) },
    otherCodes: otherCodes(sheet, mapping),
    /** The names of unused columns. */
    unused: unusedColumns(sheet.header, mapping),
  };
}

/** The summary of the file's products under a mapping. */
export type CheckedFile = Exclude<ReturnType<typeof check>, Unusable>;

function findLimitProblem({ rows, unpublished }: ParsedProducts): string | undefined {
  if (rows.length === 0) {
    return Object.values(unpublished).some((count) => count > 0)
      ? 'All products of this file are drafts, archived or hidden in the shop it comes from.'
      : 'The file has no products.';
  }
  if (rows.length > MAX_PRODUCTS) {
    return `The file has ${formatCount(rows.length)} products. At most ${formatCount(MAX_PRODUCTS)} can be uploaded at once: please split it into several files.`;
  }
  return undefined;
}

/** Begins a comparison: the positions of the rows that each request compares, so that none is too large. */
function startComparison(): number[][] {
  compared = noComparedRows();
  const encoder = new TextEncoder();
  const parts: number[][] = [];
  let left = 0;
  for (const [at, row] of parsed.rows.entries()) {
    const bytes = encoder.encode(JSON.stringify(comparedCells(row))).length;
    if (bytes > left) {
      parts.push([]);
      left = COMPARED_BYTES;
    }
    parts.at(-1)!.push(at);
    left -= bytes;
  }
  return parts;
}

/** The input of `previewImport` for the rows at these positions. */
function previewInput(key: ImportKey, at: readonly number[]) {
  const categories = new Set(parsed.rows.flatMap(({ product: { category } }) => category || []));
  return encodeInput({
    key,
    rows: at.map((one) => comparedCells(parsed.rows[one]!)),
    categories: [...categories].slice(0, MAX_CATEGORIES),
  });
}

/** Takes what the shop answered about the rows at these positions. */
function setCompared(answer: ImportPreview, at: readonly number[]) {
  const place = (index: number) => at[index]!;
  for (const one of at) {
    compared.matches.delete(one);
    for (const set of [compared.several, compared.known, compared.taken]) set.delete(one);
  }
  for (const match of answer.matches)
    compared.matches.set(place(match.at), { ...match, at: place(match.at) });
  for (const index of answer.several) compared.several.add(place(index));
  for (const index of answer.known) compared.known.add(place(index));
  for (const index of answer.taken) compared.taken.add(place(index));
  compared.newCategories = answer.newCategories;
}

/** How many rows these are, and the names of the first. */
const listNames = (rows: readonly PlannedRow[]) => ({
  count: rows.length,
  first: rows.slice(0, LISTED_NAMES).map(({ name }) => name),
});

/** Plans the import and returns its numbers. */
function makePlan(choice: ImportChoice) {
  plan = planRows(parsed.rows, compared, choice, currency);
  const written = plan.filter(({ kind }) => kind === 'new' || kind === 'changed');
  const categories = new Map<string, { name: string; products: number }>();
  for (const { at, cells } of written) {
    if (!cells.category?.text) continue;
    // As the shop names new ones, whatever the blanks in the file.
    const name = categoryText(categoryPath(parsed.rows[at]!.product.category));
    const entry = categories.get(name.toLowerCase());
    if (entry) entry.products++;
    else categories.set(name.toLowerCase(), { name, products: 1 });
  }
  const used = [...categories.keys()];
  const { matches, several, known } = compared;
  const { size } = encodeInput(plannedImport(parsed.rows, plan, matches)) as unknown as Blob;
  const existing = plan.filter(
    ({ at, sharesName }) =>
      choice.mode !== 'update' &&
      ((known.has(at) && !sharesName) || (choice.mode === 'create' && (matches.has(at) || several.has(at)))),
  );
  const sharing = plan.filter(({ kind, sharesName }) => kind === 'new' && sharesName);
  return {
    counts: countPlan(plan),
    featured: written.filter(({ cells }) => cells.featured?.text === 'Yes').length,
    /** In descending order of their number of products. */
    categories: [...categories.values()].sort((a, b) => b.products - a.products),
    /** Those that an imported row needs, the ones above it included. */
    newCategories: compared.newCategories.filter((name) =>
      used.some((one) => one === name.toLowerCase() || one.startsWith(`${name.toLowerCase()} > `)),
    ),
    /** The rows of products that exist, where only new ones are added, and the names of the first. */
    existing: listNames(existing),
    /** The number of files that the rows to import have to be divided into, at least. */
    files: Math.ceil(size / (MAX_IMPORT_BYTES - OPTIONS_BYTES)),
    /** The new products with the name of another one. */
    sharing: listNames(sharing),
  };
}
export type PlanSummary = ReturnType<typeof makePlan>;

/** A page of the plan's rows, from 1. `kept` are positions that stay listed although their kind changed. */
function page({ kind, number, kept }: { kind: RowFilter; number: number; kept: readonly number[] }) {
  const isShown = (row: PlannedRow) =>
    (kind === 'emptied' ? hasEmptied(row) : row.kind === kind) || kept.includes(row.at);
  const found = kind === 'all' ? plan : plan.filter(isShown);
  const pageCount = Math.max(1, Math.ceil(found.length / PREVIEW_PAGE));
  const shown = Math.min(number, pageCount);
  return { rows: found.slice((shown - 1) * PREVIEW_PAGE, shown * PREVIEW_PAGE), number: shown, pageCount };
}

/** Replaces a cell by a corrected text. It has to be compared and planned again. */
function correct(at: number, column: CsvColumn, text: string) {
  const row = parsed.rows[at]!;
  const checked = checkRow(row, { ...row.values, [column]: text }, row, currency);
  checked.faults.unshift(...row.faults.filter((fault) => fault.column === 'row'));
  parsed.rows[at] = checked;
}

const operations = {
  read,
  check,
  startComparison,
  previewInput,
  setCompared,
  plan: makePlan,
  page,
  correct,
  /** The images of the file's products, with what each is recognised by. */
  imageSources: () => imageSources(parsed.rows, plan),
  /** The input of `importProducts`, and the number in the file of each row. */
  importInput: (options: SentOptions) => {
    const { rowNumbers, ...rows } = plannedImport(parsed.rows, plan, compared.matches);
    return { input: encodeInput({ ...options, ...rows }), rowNumbers };
  },
  /** The rows with errors, as CSV. */
  badRows: () => {
    const bad = plan.filter(({ kind }) => kind === 'wrong');
    return formatCsv(badRowsTable(sheet.header, bad, parsed.rows));
  },
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
