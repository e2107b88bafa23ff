import type { Fillable, Mapping } from '../../csv-mapping.ts';
import type { PriceRange, RowFault, UnpublishedCounts } from '../../csv-products.ts';
import type { FileText, Unusable } from '../../csv-text.ts';
import type { ImportRow } from '../../import.contract.ts';
import type { CsvColumn, CsvProduct } from '../../product-csv.ts';

// Messages between page and worker. The worker stores the file's rows; the page receives only what it displays.

/** A file whose rows were read. */
export interface ReadFile {
  header: string[];
  /** Sample cells of each column, truncated. */
  samples: string[][];
  /** The number of products without content in each column. */
  gaps: number[];
  rows: number;
  encoding: FileText['encoding'];
  /** Set if the file uses the template's column names. */
  templateMapping: Mapping | null;
  guess: Mapping;
}

/** A bad cell for the error table. */
export interface ListedFault extends Omit<RowFault, 'column'> {
  /** The column's name in the file, else the template's. */
  column: string;
  /** The cell's text, truncated. */
  cell: string;
}

/** The summary of the file's products under a mapping. */
export interface CheckedFile {
  products: number;
  featured: number;
  /** The number of rows with another size or image of a product. */
  variants: number;
  /** The number of products whose variants have different prices, and the first of them. */
  priceRanges: { count: number; first: PriceRange[] };
  unpublished: UnpublishedCounts;
  /** The ISO code of the prices' currency, if the file states it. */
  currency?: string;
  /** Categories with their number of products, in descending order. */
  categories: { name: string; products: number }[];
  /** The first products. */
  first: (CsvProduct & { row: number })[];
  badRows: number;
  /** The first faults. */
  faults: ListedFault[];
  faultCount: number;
  /** The names of unused columns. */
  unused: string[];
}

/** The rows to send, and for each its number in the file. */
export interface SentRows {
  rows: ImportRow[];
  rowNumbers: number[];
}

/** Request and answer of each operation. */
export interface Answers {
  read: { request: { file: File }; answer: ReadFile | Unusable };
  check: { request: { mapping: Mapping; currency: string }; answer: CheckedFile | Unusable };
  /** `without`: indices of omitted products. */
  rows: { request: { without: number[] }; answer: SentRows };
  names: { request: object; answer: { names: string[] } };
  badRows: { request: object; answer: { text: string } };
}

export type WorkerRequest = { [K in keyof Answers]: { type: K } & Answers[K]['request'] }[keyof Answers];
export type WorkerReply =
  | { progress: number; rows: number }
  | { answer: Answers[keyof Answers]['answer'] }
  | { failed: string };

export type { CsvColumn, Fillable, Mapping };
