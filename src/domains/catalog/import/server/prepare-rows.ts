import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Errors } from '#shared/errors.ts';
import { textOfKobo } from '#shared/money.ts';
import { checkProduct, createCategoryLimit } from '../csv-faults.ts';
import type { ImportChange, ImportRow, RefusedCell } from '../import.contract.ts';
import { CSV_COLUMNS, type CsvColumn, rowNumber } from '../product-csv.ts';

/** Rows checked, serialized and written per batch: other requests run in between. */
const BATCH_SIZE = 1_000;
/** Maximum number of reported cells; the user has the file. */
const MAX_REPORTED = 100;

export interface Batch {
  /** JSON of the rows, as the repository takes it. */
  json: string;
  count: number;
}

interface PreparedRows {
  /** New products, and then changes. */
  rows: Batch[];
  changes: Batch[];
  categories: string[];
  hash: string;
}

type RowErrors = Errors<never, { ROWS_REFUSED: { cells: RefusedCell[]; rows: number } }>;

/** The columns of a change that it has. */
const columnsOf = ({ id: _, version: __, ...cells }: ImportChange) => Object.keys(cells) as CsvColumn[];

/** Validates every row with the browser's rules. */
export async function prepareRows(
  errors: RowErrors,
  { rows, changes }: { rows: readonly ImportRow[]; changes: readonly ImportChange[] },
): Promise<PreparedRows> {
  const hash = createHash('sha256');
  const categories = new Set<string>();
  const cells: RefusedCell[] = [];
  const categoryLimitFaults = createCategoryLimit();
  let badRows = 0;
  const check = (row: Partial<ImportRow>, at: number, columns: readonly CsvColumn[]) => {
    const { product, faults } = checkProduct({
      ...row,
      price: String(row.price),
      featured: String(row.featured),
    });
    const all = [...faults, ...categoryLimitFaults(product.category)].filter(({ column }) =>
      columns.includes(column),
    );
    if (all.length > 0) {
      badRows++;
      for (const fault of all) cells.push({ row: rowNumber(at), ...fault });
    }
    if (columns.includes('category')) categories.add(product.category);
    return {
      ...product,
      price: product.price === null ? null : textOfKobo(product.price),
      sku: product.sku || null,
    };
  };
  const batchesOf = async <Row>(all: readonly Row[], prepare: (row: Row, at: number) => object) => {
    const batches: Batch[] = [];
    for (let start = 0; start < all.length; start += BATCH_SIZE) {
      const part = all.slice(start, start + BATCH_SIZE);
      const json = JSON.stringify(part.map((row, index) => prepare(row, start + index)));
      hash.update(json);
      batches.push({ json, count: part.length });
      await breathe();
    }
    return batches;
  };
  const prepared = {
    rows: await batchesOf(rows, (row, at) => check(row, at, CSV_COLUMNS)),
    changes: await batchesOf(changes, (change, at) => {
      const columns = columnsOf(change);
      const checked = check(change, rows.length + at, columns);
      return { id: change.id, ...Object.fromEntries(columns.map((column) => [column, checked[column]])) };
    }),
  };
  if (badRows > 0) {
    throw errors.ROWS_REFUSED({ data: { cells: cells.slice(0, MAX_REPORTED), rows: badRows } });
  }
  return { ...prepared, categories: [...categories], hash: hash.digest('hex') };
}
