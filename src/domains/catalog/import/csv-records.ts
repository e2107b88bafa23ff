import Papa from 'papaparse';
import { delimiterOf, type Unusable } from './csv-text.ts';
import { MAX_PRODUCTS } from './product-csv.ts';

/** A row of the file: where it stands, as a spreadsheet counts, and its cells as they are. */
export interface CsvRecord {
  row: number;
  cells: string[];
}

/** A file that was understood: rows without any content are left out, but counted by `row`. */
export interface Sheet {
  header: string[];
  records: CsvRecord[];
}

/** Other shops write a row for every size and image of a product: five for each. Beyond it rows are only counted. */
export const MAX_ROWS = 5 * MAX_PRODUCTS;
const MAX_COLUMNS = 200;
/** Characters parsed at a time, between two steps of the progress. */
const CHUNK = 1_000_000;

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
const number = (count: number) => count.toLocaleString('en');

interface Reading {
  header: string[] | undefined;
  records: CsvRecord[];
  /** Rows so far, blank ones and the header too; and those of data. */
  rows: number;
  filled: number;
  faultyRow: number | undefined;
}

function take(reading: Reading, { data, errors }: Papa.ParseResult<string[]>): void {
  const [fault] = errors.filter(({ type }) => type === 'Quotes');
  if (fault) reading.faultyRow ??= reading.rows + (fault.row ?? 0) + 1;
  for (const cells of data) {
    reading.rows++;
    if (isBlank(cells)) continue;
    if (!reading.header) {
      reading.header = cells.map((cell) => cell.trim());
    } else if (++reading.filled <= MAX_ROWS) {
      reading.records.push({ row: reading.rows, cells });
    }
  }
}

function unusable({ header, filled, faultyRow }: Reading): Unusable | undefined {
  if (faultyRow !== undefined) {
    return { why: `A quotation mark in row ${number(faultyRow)} is not closed, or stands where none can.` };
  }
  if (!header) return { why: 'The file is empty.' };
  if (header.length > MAX_COLUMNS) return { why: `The file has more than ${MAX_COLUMNS} columns.` };
  if (filled === 0) return { why: 'The file has a header, but no products below it.' };
  if (filled <= MAX_ROWS) return undefined;
  return {
    why: `The file has ${number(filled)} rows. At most ${number(MAX_PRODUCTS)} products can be uploaded at once: please split it into several files.`,
  };
}

/**
 * The rows of a file's text. Quoted cells may hold line breaks and doubled quotation marks; lines end as they
 * like. `onProgress` is told how much has been read, from 0 to 1, and how many rows.
 */
export function readSheet(
  text: string,
  onProgress: (fraction: number, rows: number) => void = () => {},
): Sheet | Unusable {
  const { delimiter, start } = delimiterOf(text);
  const reading: Reading = { header: undefined, records: [], rows: 0, filled: 0, faultyRow: undefined };
  Papa.parse<string[]>(start === 0 ? text : text.slice(start), {
    delimiter,
    chunkSize: CHUNK,
    chunk: (results: Papa.ParseResult<string[]>) => {
      take(reading, results);
      onProgress(Math.min(1, results.meta.cursor / text.length), reading.rows);
    },
  } as Papa.ParseConfig<string[]>);
  return unusable(reading) ?? { header: reading.header!, records: reading.records };
}
