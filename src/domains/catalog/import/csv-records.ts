import Papa from 'papaparse';
import { formatCount } from '#shared/plural.ts';
import { detectDelimiter, type Unusable } from './csv-text.ts';
import { MAX_PRODUCTS } from './product-csv.ts';

/** A row of the file, with its number as a spreadsheet shows it and its unchanged cells. */
export interface CsvRecord {
  row: number;
  cells: string[];
}

/** The rows of a file. Blank ones are omitted, but counted in `row`. */
export interface Sheet {
  header: string[];
  records: CsvRecord[];
}

/** Maximum number of stored rows; further ones are only counted. Exports have several rows per product. */
export const MAX_ROWS = 5 * MAX_PRODUCTS;
export const MAX_COLUMNS = 200;
/** Characters parsed between two progress reports. */
const CHUNK_LENGTH = 1_000_000;

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/** Collects the rows of a file, whatever its format: the first filled one is the header. */
export function createSheetReader() {
  let header: string[] | undefined;
  const records: CsvRecord[] = [];
  let filled = 0;
  const findProblem = (): Unusable | undefined => {
    if (!header) return { reason: 'The file is empty.' };
    if (header.length > MAX_COLUMNS) return { reason: `The file has more than ${MAX_COLUMNS} columns.` };
    if (filled === 0) return { reason: 'The file has a header, but no products below it.' };
    if (filled <= MAX_ROWS) return undefined;
    return {
      reason: `The file has ${formatCount(filled)} rows. At most ${formatCount(MAX_PRODUCTS)} products can be uploaded at once: please split it into several files.`,
    };
  };
  return {
    /** Takes a row with its number in the spreadsheet. */
    add(row: number, cells: string[]): void {
      if (isBlank(cells)) return;
      if (!header) header = cells.map((cell) => cell.trim());
      else if (++filled <= MAX_ROWS) records.push({ row, cells });
    },
    /** Filled rows so far. */
    count: () => filled,
    finish: (): Sheet | Unusable => findProblem() ?? { header: header!, records },
  };
}

/**
 * Parses the rows of a file. Quoted cells may contain line breaks and doubled quotation marks; lines end with LF, CRLF
 * or CR. `onProgress` receives the parsed fraction, from 0 to 1, and the number of rows.
 */
export function readSheet(
  text: string,
  onProgress: (fraction: number, rows: number) => void = () => {},
): Sheet | Unusable {
  const { delimiter, start } = detectDelimiter(text);
  const reader = createSheetReader();
  let rows = 0;
  let malformedRow: number | undefined;
  Papa.parse<string[]>(start === 0 ? text : text.slice(start), {
    delimiter,
    chunkSize: CHUNK_LENGTH,
    chunk: ({ data, errors, meta }: Papa.ParseResult<string[]>) => {
      // A row that the end of the chunk cuts is parsed again with the next one: only then is its fault one.
      const fault = errors.find(({ type, row }) => type === 'Quotes' && (row ?? 0) < data.length);
      if (fault) malformedRow ??= rows + (fault.row ?? 0) + 1;
      for (const cells of data) reader.add(++rows, cells);
      onProgress(Math.min(1, meta.cursor / text.length), rows);
    },
  } as Papa.ParseConfig<string[]>);
  if (malformedRow === undefined) return reader.finish();
  return { reason: `A quotation mark in row ${formatCount(malformedRow)} is unclosed or misplaced.` };
}
