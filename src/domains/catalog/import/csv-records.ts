import Papa from 'papaparse';
import { detectDelimiter, type Unusable } from './csv-text.ts';
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
const CHUNK_LENGTH = 1_000_000;

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
const formatCount = (count: number) => count.toLocaleString('en');

interface ReaderState {
  header: string[] | undefined;
  records: CsvRecord[];
  /** Rows so far, blank ones and the header too; and those of data. */
  rows: number;
  filled: number;
  malformedRow: number | undefined;
}

function addChunk(reading: ReaderState, { data, errors }: Papa.ParseResult<string[]>): void {
  const [fault] = errors.filter(({ type }) => type === 'Quotes');
  if (fault) reading.malformedRow ??= reading.rows + (fault.row ?? 0) + 1;
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

function findProblem({ header, filled, malformedRow: faultyRow }: ReaderState): Unusable | undefined {
  if (faultyRow !== undefined) {
    return {
      reason: `A quotation mark in row ${formatCount(faultyRow)} is not closed, or stands where none can.`,
    };
  }
  if (!header) return { reason: 'The file is empty.' };
  if (header.length > MAX_COLUMNS) return { reason: `The file has more than ${MAX_COLUMNS} columns.` };
  if (filled === 0) return { reason: 'The file has a header, but no products below it.' };
  if (filled <= MAX_ROWS) return undefined;
  return {
    reason: `The file has ${formatCount(filled)} rows. At most ${formatCount(MAX_PRODUCTS)} products can be uploaded at once: please split it into several files.`,
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
  const { delimiter, start } = detectDelimiter(text);
  const reading: ReaderState = {
    header: undefined,
    records: [],
    rows: 0,
    filled: 0,
    malformedRow: undefined,
  };
  Papa.parse<string[]>(start === 0 ? text : text.slice(start), {
    delimiter,
    chunkSize: CHUNK_LENGTH,
    chunk: (results: Papa.ParseResult<string[]>) => {
      addChunk(reading, results);
      onProgress(Math.min(1, results.meta.cursor / text.length), reading.rows);
    },
  } as Papa.ParseConfig<string[]>);
  return findProblem(reading) ?? { header: reading.header!, records: reading.records };
}
