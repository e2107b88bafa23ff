import { categoryCounter, checkedProduct, type Fault } from './csv-faults.ts';
import { unguarded } from './csv-file.ts';
import { textOfHtml } from './csv-html.ts';
import { type Mapping, ownMapping, variantFinder } from './csv-mapping.ts';
import type { CsvRecord, Sheet } from './csv-records.ts';
import { CSV_COLUMNS, type CsvColumn, type CsvProduct } from './product-csv.ts';

/** What is wrong in a row: in one of its cells, or with the row itself. */
export interface RowFault extends Omit<Fault, 'column'> {
  row: number;
  column: CsvColumn | 'row';
}

/** A row that cannot be a product, with all that is wrong with it. */
export interface BadRow extends CsvRecord {
  faults: RowFault[];
}

/** What a file means under a mapping. */
export interface Understood {
  /** Those of good rows, with the row of the file each came from. */
  products: (CsvProduct & { row: number })[];
  bad: BadRow[];
  /** Rows that are another size or picture of the product above them. */
  variants: number;
}

type Cells = Partial<Record<CsvColumn, string>>;

function cellsOf({ cells }: CsvRecord, { columns, fill }: Mapping, isForeign: boolean): Cells {
  const found: Cells = {};
  for (const column of CSV_COLUMNS) {
    const at = columns[column];
    const cell = at === null ? '' : unguarded(cells[at] ?? '');
    found[column] = cell.trim() === '' && column in fill ? fill[column as keyof typeof fill] : cell;
  }
  // What is written in our own columns is meant as it stands there.
  if (isForeign) found.description = textOfHtml(found.description ?? '');
  return found;
}

/** The products of a file, by the rule that the server checks them by once more. */
export function understood(sheet: Sheet, mapping: Mapping): Understood {
  const isForeign = ownMapping(sheet.header) === null;
  const isVariant = variantFinder(sheet.header, mapping);
  const isTooMany = categoryCounter();
  const found: Understood = { products: [], bad: [], variants: 0 };
  for (const record of sheet.records) {
    if (isVariant(record)) {
      found.variants++;
      continue;
    }
    const { row, cells } = record;
    const { product, faults } = checkedProduct(cellsOf(record, mapping, isForeign));
    const all: RowFault[] = [...faults, ...isTooMany(product.category)].map((fault) => ({ row, ...fault }));
    if (cells.slice(sheet.header.length).some((cell) => cell.trim() !== '')) {
      all.unshift({ row, column: 'row', message: 'This row has more cells than the header' });
    }
    if (all.length > 0) found.bad.push({ ...record, faults: all });
    else found.products.push({ ...product, row });
  }
  return found;
}

/** The bad rows as they were, with their number and what is wrong with them: to be corrected and chosen again. */
export const badRowsTable = (header: readonly string[], bad: readonly BadRow[]): string[][] => [
  [...header, 'row', 'errors'],
  ...bad.map(({ row, cells, faults }) => [
    ...header.map((_, at) => unguarded(cells[at] ?? '')),
    String(row),
    faults.map(({ message }) => message).join('; '),
  ]),
];
