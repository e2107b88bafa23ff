import { type Kobo, koboOfText, textOfKobo } from '#shared/money.ts';
import { plainAmount } from '#shared/typed-amount.ts';
import { checkProduct, createCategoryLimit, type Fault } from './csv-faults.ts';
import { unescapeFormula } from './csv-file.ts';
import { decodeEntities, htmlToText } from './csv-html.ts';
import { detectLayout, type Layout, parseCategory, type UnpublishedReason } from './csv-layout.ts';
import { CURRENCY_PRICE_COLUMN, columnKey, type Mapping, templateMapping } from './csv-mapping.ts';
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
export type UnpublishedCounts = Record<UnpublishedReason, number>;

/** What a file means under a mapping. */
export interface ParsedProducts {
  /** Those of good rows, with the row of the file each came from. */
  products: (CsvProduct & { row: number })[];
  badRows: BadRow[];
  /** Rows that are another size or image of a product. */
  variants: number;
  priceRanges: PriceRange[];
  unpublished: UnpublishedCounts;
  /** The ISO code of the prices' currency, where the file says it. */
  currency?: string;
}

export const noParsedProducts = (): ParsedProducts => ({
  products: [],
  badRows: [],
  variants: 0,
  priceRanges: [],
  unpublished: { draft: 0, archived: 0, hidden: 0 },
});

type Cells = Record<CsvColumn, string>;

/** The positive amounts of these cells, the lowest first. */
const positiveAmounts = (cells: readonly string[], currency?: string): Kobo[] =>
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
const hundredthsToUnits = (hundredths: string): string =>
  /^\d+$/.test(hundredths) ? hundredths.padStart(3, '0').replace(/(\d\d)$/, '.$1') : hundredths;

/** Reads the cells of products, each of one or several rows. */
function createCellReader({ header }: Sheet, { columns, fill }: Mapping, layout: Layout, currency?: string) {
  const isForeign = templateMapping(header) === null;
  const categoryKey = columns.category === null ? '' : columnKey(header[columns.category] ?? '');
  const convertCell = (column: CsvColumn, cell: string): string => {
    if (column === 'name') return decodeEntities(cell);
    if (column === 'category') return parseCategory(cell, categoryKey);
    if (column === 'price') return layout.pricesInHundredths ? hundredthsToUnits(cell.trim()) : cell;
    // A description in our own columns is meant as it is written.
    if (column !== 'description' || !isForeign) return cell;
    return htmlToText(layout.escapesLineBreaks ? cell.replaceAll('\\n', '\n') : cell);
  };
  const columnValues = (rows: readonly CsvRecord[], column: CsvColumn): string[] => {
    const at = columns[column];
    if (at === null) return [];
    return rows
      .map(({ cells }) => convertCell(column, unescapeFormula(cells[at] ?? '')))
      .filter((cell) => cell.trim() !== '');
  };
  return (rows: readonly CsvRecord[]): { cells: Cells; range?: Omit<PriceRange, 'name'> } => {
    const firstValue = (column: CsvColumn) =>
      columnValues(rows, column)[0] ?? (column in fill ? fill[column as keyof typeof fill]! : '');
    const cells = Object.fromEntries(CSV_COLUMNS.map((column) => [column, firstValue(column)])) as Cells;
    if (rows.length === 1) return { cells };
    const prices = positiveAmounts(columnValues(rows, 'price'), currency);
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
export function parseProducts(sheet: Sheet, mapping: Mapping, currency?: string): ParsedProducts {
  const layout = detectLayout(sheet.header, mapping.columns.name);
  const readCells = createCellReader(sheet, mapping, layout, currency);
  const categoryLimitFaults = createCategoryLimit();
  const parsed: ParsedProducts = { ...noParsedProducts(), currency: detectCurrency(sheet, mapping) };
  for (const rows of layout.groupRows(sheet.records)) {
    const record = rows[0]!;
    const reason = layout.unpublishedReason(record);
    if (reason) {
      parsed.unpublished[reason]++;
      continue;
    }
    parsed.variants += rows.length - 1;
    const { row } = record;
    const { cells, range } = readCells(rows);
    const { product, faults } = checkProduct(cells, currency);
    const all: RowFault[] = [...faults, ...categoryLimitFaults(product.category)].map((fault) => ({
      row,
      ...fault,
    }));
    if (rows.some((one) => one.cells.slice(sheet.header.length).some((cell) => cell.trim() !== ''))) {
      all.unshift({ row, column: 'row', message: 'This row has more cells than the header' });
    }
    if (range) parsed.priceRanges.push({ name: product.name, ...range });
    if (all.length > 0) parsed.badRows.push({ ...record, faults: all });
    else parsed.products.push({ ...product, row });
  }
  return parsed;
}

/** In each column the products with nothing in it: what a mapping may say something else for. */
export function countGaps(sheet: Sheet, guess: Mapping): number[] {
  const layout = detectLayout(sheet.header, guess.columns.name);
  const gaps = sheet.header.map(() => 0);
  for (const rows of layout.groupRows(sheet.records)) {
    if (layout.unpublishedReason(rows[0]!)) continue;
    for (const at of gaps.keys()) {
      if (rows.every(({ cells }) => htmlToText(cells[at] ?? '').trim() === '')) gaps[at]!++;
    }
  }
  return gaps;
}

function detectCurrency({ header, records }: Sheet, { columns }: Mapping): string | undefined {
  const keys = header.map(columnKey);
  const named = CURRENCY_PRICE_COLUMN.exec(columns.price === null ? '' : (keys[columns.price] ?? ''))?.[1];
  const at = keys.indexOf('currency code');
  return (named ?? (at < 0 ? '' : (records[0]?.cells[at] ?? '').trim())).toUpperCase() || undefined;
}

/** The bad rows as they were, with their number and what is wrong with them: to be corrected and chosen again. */
export const badRowsTable = (header: readonly string[], bad: readonly BadRow[]): string[][] => [
  [...header, 'row', 'errors'],
  ...bad.map(({ row, cells, faults }) => [
    ...header.map((_, at) => unescapeFormula(cells[at] ?? '')),
    String(row),
    faults.map(({ message, hint }) => (hint ? `${message} (${hint})` : message)).join('; '),
  ]),
];
