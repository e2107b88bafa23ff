import { type Kobo, koboOfText, textOfKobo } from '#shared/money.ts';
import { plainAmount } from '#shared/typed-amount.ts';
import { checkProduct, createCategoryLimit, type Fault } from './csv-faults.ts';
import { unescapeFormula } from './csv-file.ts';
import { decodeEntities, htmlToText } from './csv-html.ts';
import { detectLayout, type Layout, parseCategory, type UnpublishedReason } from './csv-layout.ts';
import { CURRENCY_PRICE_COLUMN, columnKey, type Mapping, templateMapping } from './csv-mapping.ts';
import type { CsvRecord, Sheet } from './csv-records.ts';
import { CSV_COLUMNS, type CsvColumn, type CsvProduct } from './product-csv.ts';

/** An error in a cell, or of the row itself. */
export interface RowFault extends Omit<Fault, 'column'> {
  row: number;
  column: CsvColumn | 'row';
}

/** A row that cannot become a product. */
export interface BadRow extends CsvRecord {
  faults: RowFault[];
}

/** A product whose variants have different prices: it gets the lowest. */
export interface PriceRange {
  name: string;
  lowest: Kobo;
  highest: Kobo;
}

/** Numbers of products that are omitted because they are unpublished in the other shop. */
export type UnpublishedCounts = Record<UnpublishedReason, number>;

/** The products of a file under a mapping. */
export interface ParsedProducts {
  /** Valid products, with their row in the file. */
  products: (CsvProduct & { row: number })[];
  badRows: BadRow[];
  /** The number of rows with another size or image of a product. */
  variants: number;
  priceRanges: PriceRange[];
  unpublished: UnpublishedCounts;
  /** The ISO code of the prices' currency, if the file states it. */
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

/** The positive amounts of cells, in ascending order. */
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

/** Returns a function that merges the rows of a product into one record. */
function createCellReader({ header }: Sheet, { columns, fill }: Mapping, layout: Layout, currency?: string) {
  const isForeign = templateMapping(header) === null;
  const categoryKey = columns.category === null ? '' : columnKey(header[columns.category] ?? '');
  const convertCell = (column: CsvColumn, cell: string): string => {
    if (column === 'name') return decodeEntities(cell);
    if (column === 'category') return parseCategory(cell, categoryKey);
    if (column === 'price') return layout.pricesInHundredths ? hundredthsToUnits(cell.trim()) : cell;
    // Descriptions in the template's columns are plain text.
    if (column !== 'description' || !isForeign) return cell;
    return htmlToText(layout.escapesLineBreaks ? cell.replaceAll('\\n', '\n') : cell);
  };
  const columnValues = (rows: readonly CsvRecord[], column: CsvColumn): string[] => {
    const index = columns[column];
    if (index === null) return [];
    return rows
      .map(({ cells }) => convertCell(column, unescapeFormula(cells[index] ?? '')))
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

/** The products of a file, by the rule that the server checks them by once more. */
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
    if (rows.some((other) => other.cells.slice(sheet.header.length).some((cell) => cell.trim() !== ''))) {
      all.unshift({ row, column: 'row', message: 'This row has more cells than the header' });
    }
    if (range) parsed.priceRanges.push({ name: product.name, ...range });
    if (all.length > 0) parsed.badRows.push({ ...record, faults: all });
    else parsed.products.push({ ...product, row });
  }
  return parsed;
}

/** The number of products without content in each column, for which a mapping may have a fill value. */
export function countGaps(sheet: Sheet, guess: Mapping): number[] {
  const layout = detectLayout(sheet.header, guess.columns.name);
  const gaps = sheet.header.map(() => 0);
  for (const rows of layout.groupRows(sheet.records)) {
    if (layout.unpublishedReason(rows[0]!)) continue;
    for (const index of gaps.keys()) {
      if (rows.every(({ cells }) => htmlToText(cells[index] ?? '').trim() === '')) gaps[index]!++;
    }
  }
  return gaps;
}

function detectCurrency({ header, records }: Sheet, { columns }: Mapping): string | undefined {
  const keys = header.map(columnKey);
  const named = CURRENCY_PRICE_COLUMN.exec(columns.price === null ? '' : (keys[columns.price] ?? ''))?.[1];
  const index = keys.indexOf('currency code');
  return (named ?? (index < 0 ? '' : (records[0]?.cells[index] ?? '').trim())).toUpperCase() || undefined;
}

/** The bad rows with their numbers and errors, as a table to download, correct and upload again. */
export const badRowsTable = (header: readonly string[], bad: readonly BadRow[]): string[][] => [
  [...header, 'row', 'errors'],
  ...bad.map(({ row, cells, faults }) => [
    ...header.map((_, index) => unescapeFormula(cells[index] ?? '')),
    String(row),
    faults.map(({ message, hint }) => (hint ? `${message} (${hint})` : message)).join('; '),
  ]),
];
