import type { Fillable, Mapping } from '../../csv-mapping.ts';
import type { PriceRange, RowFault, UnpublishedCounts } from '../../csv-products.ts';
import type { FileText, Unusable } from '../../csv-text.ts';
import type { ImportRow } from '../../import.contract.ts';
import type { CsvColumn, CsvProduct } from '../../product-csv.ts';

// What page and worker say to one another. The file's rows stay with the worker: the page gets what it shows.

/** A file whose rows were read. */
export interface ReadFile {
  header: string[];
  /** Some of each column's cells, shortened. */
  samples: string[][];
  /** In each column the products with nothing in it. */
  gaps: number[];
  rows: number;
  encoding: FileText['encoding'];
  /** Set when its columns have our names. */
  templateMapping: Mapping | null;
  guess: Mapping;
}

/** A bad cell as it is listed. */
export interface ListedFault extends Omit<RowFault, 'column'> {
  /** The column's name in the file, ours where the file has none. */
  column: string;
  /** What stands there, shortened. */
  cell: string;
}

/** What the file means under a mapping. */
export interface CheckedFile {
  products: number;
  featured: number;
  /** Rows that are another size or image of a product. */
  variants: number;
  /** Products whose sizes have different prices, and the first of them. */
  priceRanges: { count: number; first: PriceRange[] };
  unpublished: UnpublishedCounts;
  /** The ISO code of the prices' currency, where the file says it. */
  currency?: string;
  /** The categories it names, by how many products have them, the most first. */
  categories: { name: string; products: number }[];
  /** The first ones. */
  first: (CsvProduct & { row: number })[];
  badRows: number;
  /** The first of all faults. */
  faults: ListedFault[];
  faultCount: number;
  /** The file's columns that nothing is taken from. */
  unused: string[];
}

/** A row of the file for each row that is sent, in the same order. */
export interface SentRows {
  rows: ImportRow[];
  rowNumbers: number[];
}

/** Each question and its answer. */
export interface Answers {
  read: { request: { file: File }; answer: ReadFile | Unusable };
  check: { request: { mapping: Mapping; currency: string }; answer: CheckedFile | Unusable };
  /** `without`: products that are left out, by their index among the names. */
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
