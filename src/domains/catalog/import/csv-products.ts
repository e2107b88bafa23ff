import { type Kobo, koboOfText, textOfKobo } from '#shared/money.ts';
import { plainAmount } from '#shared/typed-amount.ts';
import { categoryCounter, checkedProduct, type Fault } from './csv-faults.ts';
import { unguarded } from './csv-file.ts';
import { decodedText, textOfHtml } from './csv-html.ts';
import { categoryOfCell, type Layout, layoutOf, type NotOffered } from './csv-layout.ts';
import { columnKey, type Mapping, ownMapping, PRICE_IN } from './csv-mapping.ts';
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

/** A product whose sizes have different prices. It takes the lowest. */
export interface PriceRange {
  name: string;
  lowest: Kobo;
  highest: Kobo;
}

/** Products that are left out because the other shop does not offer them. */
export type NotOfferedCounts = Record<NotOffered, number>;

/** What a file means under a mapping. */
export interface Understood {
  /** Those of good rows, with the row of the file each came from. */
  products: (CsvProduct & { row: number })[];
  bad: BadRow[];
  /** Rows that are another size or image of a product. */
  variants: number;
  priceRanges: PriceRange[];
  notOffered: NotOfferedCounts;
  /** The ISO code of the prices' currency, where the file says it. */
  currency?: string;
}

export const nothingUnderstood = (): Understood => ({
  products: [],
  bad: [],
  variants: 0,
  priceRanges: [],
  notOffered: { draft: 0, archived: 0, hidden: 0 },
});

type Cells = Record<CsvColumn, string>;

/** The positive amounts of these cells, the lowest first. */
const amountsOf = (cells: readonly string[], currency?: string): Kobo[] =>
  cells
    .flatMap((cell) => {
      try {
        return [koboOfText(plainAmount(cell, currency))];
      } catch {
        return [];
      }
    })
    .filter((amount) => amount > 0)
    .sort((a, b) => a - b);

/** '1200' → '12.00'. */
const unitsOf = (hundredths: string): string =>
  /^\d+$/.test(hundredths) ? hundredths.padStart(3, '0').replace(/(\d\d)$/, '.$1') : hundredths;

/** Reads the cells of products, each of one or several rows. */
function cellReader({ header }: Sheet, { columns, fill }: Mapping, layout: Layout, currency?: string) {
  const isForeign = ownMapping(header) === null;
  const categoryKey = columns.category === null ? '' : columnKey(header[columns.category] ?? '');
  const text = (column: CsvColumn, cell: string): string => {
    if (column === 'name') return decodedText(cell);
    if (column === 'category') return categoryOfCell(cell, categoryKey);
    if (column === 'price') return layout.inHundredths ? unitsOf(cell.trim()) : cell;
    // A description in our own columns is meant as it is written.
    if (column !== 'description' || !isForeign) return cell;
    return textOfHtml(layout.escapesLines ? cell.replaceAll('\\n', '\n') : cell);
  };
  const all = (rows: readonly CsvRecord[], column: CsvColumn): string[] => {
    const at = columns[column];
    if (at === null) return [];
    return rows
      .map(({ cells }) => text(column, unguarded(cells[at] ?? '')))
      .filter((cell) => cell.trim() !== '');
  };
  return (rows: readonly CsvRecord[]): { cells: Cells; range?: Omit<PriceRange, 'name'> } => {
    const first = (column: CsvColumn) =>
      all(rows, column)[0] ?? (column in fill ? fill[column as keyof typeof fill]! : '');
    const cells = Object.fromEntries(CSV_COLUMNS.map((column) => [column, first(column)])) as Cells;
    if (rows.length === 1) return { cells };
    const prices = amountsOf(all(rows, 'price'), currency);
    const [lowest, highest] = [prices[0], prices.at(-1)];
    if (lowest === undefined || highest === undefined) return { cells };
    const range = lowest < highest ? { lowest, highest } : undefined;
    return { cells: { ...cells, price: textOfKobo(lowest) }, range };
  };
}

/**
 * The products of a file, by the rule that the server checks them by once more. `currency` is the shop's: its sign may
 * stand before a price.
 */
export function understood(sheet: Sheet, mapping: Mapping, currency?: string): Understood {
  const layout = layoutOf(sheet.header, mapping.columns.name);
  const cellsOf = cellReader(sheet, mapping, layout, currency);
  const isTooMany = categoryCounter();
  const found: Understood = { ...nothingUnderstood(), currency: currencyOf(sheet, mapping) };
  for (const rows of layout.products(sheet.records)) {
    const record = rows[0]!;
    const reason = layout.notOffered(record);
    if (reason) {
      found.notOffered[reason]++;
      continue;
    }
    found.variants += rows.length - 1;
    const { row } = record;
    const { cells, range } = cellsOf(rows);
    const { product, faults } = checkedProduct(cells, currency);
    const all: RowFault[] = [...faults, ...isTooMany(product.category)].map((fault) => ({ row, ...fault }));
    if (rows.some((one) => one.cells.slice(sheet.header.length).some((cell) => cell.trim() !== ''))) {
      all.unshift({ row, column: 'row', message: 'This row has more cells than the header' });
    }
    if (range) found.priceRanges.push({ name: product.name, ...range });
    if (all.length > 0) found.bad.push({ ...record, faults: all });
    else found.products.push({ ...product, row });
  }
  return found;
}

/** In each column the products with nothing in it: what a mapping may say something else for. */
export function gapsUnder(sheet: Sheet, guess: Mapping): number[] {
  const layout = layoutOf(sheet.header, guess.columns.name);
  const gaps = sheet.header.map(() => 0);
  for (const rows of layout.products(sheet.records)) {
    if (layout.notOffered(rows[0]!)) continue;
    for (const at of gaps.keys()) {
      if (rows.every(({ cells }) => textOfHtml(cells[at] ?? '').trim() === '')) gaps[at]!++;
    }
  }
  return gaps;
}

function currencyOf({ header, records }: Sheet, { columns }: Mapping): string | undefined {
  const keys = header.map(columnKey);
  const named = PRICE_IN.exec(columns.price === null ? '' : (keys[columns.price] ?? ''))?.[1];
  const at = keys.indexOf('currency code');
  return (named ?? (at < 0 ? '' : (records[0]?.cells[at] ?? '').trim())).toUpperCase() || undefined;
}

/** The bad rows as they were, with their number and what is wrong with them: to be corrected and chosen again. */
export const badRowsTable = (header: readonly string[], bad: readonly BadRow[]): string[][] => [
  [...header, 'row', 'errors'],
  ...bad.map(({ row, cells, faults }) => [
    ...header.map((_, at) => unguarded(cells[at] ?? '')),
    String(row),
    faults.map(({ message, hint }) => (hint ? `${message} (${hint})` : message)).join('; '),
  ]),
];
