import Papa from 'papaparse';
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
const MAX_COLUMNS = 200;
/** Characters parsed between two progress reports. */
const CHUNK_LENGTH = 1_000_000;

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
const formatCount = (count: number) => count.toLocaleString('en');

interface ReaderState {
  header: string[] | undefined;
  records: CsvRecord[];
  /** Rows so far, including blank ones and the header. */
  rows: number;
  /** Data rows so far. */
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

function findProblem({ header, filled, malformedRow }: ReaderState): Unusable | undefined {
  if (malformedRow !== undefined) {
    return { reason: `A quotation mark in row ${formatCount(malformedRow)} is unclosed or misplaced.` };
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
 * Parses the rows of a file. Quoted cells may contain line breaks and doubled quotation marks; lines end with LF, CRLF
 * or CR. `onProgress` receives the parsed fraction, from 0 to 1, and the number of rows.
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
