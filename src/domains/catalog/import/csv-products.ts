import { formatMoney, type Kobo, koboOfText, textOfKobo } from '#shared/money.ts';
import { unescapeFormula } from '#shared/spreadsheet-formula.ts';
import { plainAmount } from '#shared/typed-amount.ts';
import { columnKey } from './column-key.ts';
import { checkProduct, type Fault } from './csv-faults.ts';
import { decodeEntities, htmlToText } from './csv-html.ts';
import { createFileNameReader, createImageReader } from './csv-images.ts';
import {
  detectLayout,
  type Layout,
  parseCategory,
  type UnpublishedReason,
  type Variant,
} from './csv-layout.ts';
import { CURRENCY_PRICE_COLUMN, type Mapping, templateMapping } from './csv-mapping.ts';
import type { CsvRecord, Sheet } from './csv-records.ts';
import { CSV_COLUMNS, type CsvColumn, type CsvProduct } from './product-csv.ts';

/** An error in a cell, or of the row itself. */
export interface RowFault extends Omit<Fault, 'column'> {
  row: number;
  column: CsvColumn | 'row';
}

/** A product of the file: its first row, what its cells mean, and what is wrong with it as a new product. */
export interface ParsedRow extends CsvRecord {
  /** The cells of the shop's columns as text, converted and filled. */
  values: Record<CsvColumn, string>;
  product: CsvProduct;
  faults: RowFault[];
  /** The addresses of its images. */
  images: string[];
  /** The columns that the file has. */
  columns: readonly CsvColumn[];
}

/** Whether the variants of a product become one product or one each. */
export type VariantChoice = 'one' | 'each';

/** A product whose variants have different prices: it gets the lowest. */
export interface PriceRange {
  name: string;
  lowest: Kobo;
  highest: Kobo;
}

/** Numbers of products that are omitted because they are unpublished in the other shop. */
export type UnpublishedCounts = Record<UnpublishedReason, number>;

/** A product with variants, as an example of the choice what becomes of them. */
export interface VariantExample {
  name: string;
  labels: string[];
}

/** The products of a file under a mapping. */
export interface ParsedProducts {
  rows: ParsedRow[];
  /** The number of rows with another size or image of a product. */
  variants: number;
  /** The number of products with several sizes or colours, and the first of them. */
  variantProducts: { count: number; first: VariantExample[] };
  priceRanges: PriceRange[];
  unpublished: UnpublishedCounts;
  /** The number of unpublished sizes and colours of published products. */
  unpublishedVariants: number;
  /** The number of products with images that have no address, and the first of these texts: 'front.jpg'. */
  imageNames: { count: number; first: string };
  /** The ISO code of the prices' currency, if the file states it. */
  currency?: string;
}

const EXAMPLES = 2;
/** Lines of variants in a description. */
const MAX_VARIANT_LINES = 50;

export const noParsedProducts = (): ParsedProducts => ({
  rows: [],
  variants: 0,
  variantProducts: { count: 0, first: [] },
  priceRanges: [],
  unpublished: { draft: 0, archived: 0, hidden: 0 },
  unpublishedVariants: 0,
  imageNames: { count: 0, first: '' },
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
    if (layout.isOwn) return cell;
    if (column === 'name') return decodeEntities(cell);
    if (column === 'category') return parseCategory(cell, categoryKey);
    if (column === 'price') return layout.pricesInHundredths ? hundredthsToUnits(cell.trim()) : cell;
    // Descriptions in the template's columns are plain text.
    if (column !== 'description' || !isForeign) return cell;
    return htmlToText(layout.escapesLineBreaks ? cell.replaceAll('\\n', '\n') : cell);
  };
  const columnValues = (rows: readonly CsvRecord[], column: CsvColumn): string[] => {
    const index = columns[column];
    if (index == null) return [];
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

/** Checks a row's cells as those of a new product. */
export function checkRow(
  { row, cells }: CsvRecord,
  values: ParsedRow['values'],
  rest: Pick<ParsedRow, 'images' | 'columns'>,
  currency?: string,
): ParsedRow {
  const { product, faults } = checkProduct(values, currency);
  const { images, columns } = rest;
  return { row, cells, values, product, faults: faults.map((fault) => ({ row, ...fault })), images, columns };
}

/** The variants as lines of a description, with their prices where these differ. */
function variantLines(
  variants: readonly (Variant & { price: Kobo | undefined })[],
  currency?: string,
): string {
  const differ = new Set(variants.map(({ price }) => price)).size > 1;
  const lines = variants
    .slice(0, MAX_VARIANT_LINES)
    .map(({ label, price }) => `• ${label}${differ && price ? `: ${formatMoney(price, currency)}` : ''}`);
  if (variants.length > MAX_VARIANT_LINES) lines.push(`• and ${variants.length - MAX_VARIANT_LINES} more`);
  return lines.join('\n');
}

/** The code of a variant that has none of its own: 'kaftan-s-red'. */
const variantSku = (handle: string, label: string): string =>
  handle === '' ? '' : `${handle}-${columnKey(label).replaceAll(' ', '-')}`;

/** The rows of a published product without its unpublished sizes and colours. A row that says nothing is published. */
const publishedRows = ([first, ...parts]: readonly CsvRecord[], layout: Layout): CsvRecord[] => [
  first!,
  ...parts.filter((part) => !layout.unpublishedReason(part, 'part')),
];

/** The products of a file, by the rule that the server checks them by once more. */
export function parseProducts(
  sheet: Sheet,
  mapping: Mapping,
  { currency, variants: choice = 'one' }: { currency?: string; variants?: VariantChoice } = {},
): ParsedProducts {
  const layout = detectLayout(sheet.header, mapping.columns.name);
  const readCells = createCellReader(sheet, mapping, layout, currency);
  const imagesOf = createImageReader(sheet.header);
  const imageNameOf = createFileNameReader(sheet.header);
  const columns = CSV_COLUMNS.filter((column) => mapping.columns[column] != null);
  const parsed: ParsedProducts = { ...noParsedProducts(), currency: detectCurrency(sheet, mapping) };
  const add = (record: CsvRecord, rows: readonly CsvRecord[], values: Cells, images: string[]) => {
    const checked = checkRow(record, values, { images, columns }, currency);
    if (rows.some((other) => other.cells.slice(sheet.header.length).some((cell) => cell.trim() !== ''))) {
      checked.faults.unshift({
        row: record.row,
        column: 'row',
        message: 'This row has more cells than the header',
      });
    }
    parsed.rows.push(checked);
  };
  for (const group of layout.groupRows(sheet.records)) {
    const record = group[0]!;
    const reason = layout.unpublishedReason(record);
    if (reason) {
      parsed.unpublished[reason]++;
      continue;
    }
    const rows = publishedRows(group, layout);
    parsed.unpublishedVariants += group.length - rows.length;
    const imageName = imageNameOf(rows);
    if (imageName) {
      const { count, first } = parsed.imageNames;
      parsed.imageNames = { count: count + 1, first: first || imageName };
    }
    const { cells, range } = readCells(rows);
    const variants = rows.length > 1 ? layout.variantsOf(rows) : [];
    if (variants.length > 0) {
      const { count, first } = parsed.variantProducts;
      const example = { name: cells.name, labels: variants.map(({ label }) => label) };
      parsed.variantProducts = { count: count + 1, first: count < EXAMPLES ? [...first, example] : first };
    }
    if (choice === 'each' && variants.length > 0) {
      for (const { record: own, label, sku } of variants) {
        const { price } = readCells([own]).cells;
        const values = { ...cells, name: `${cells.name} – ${label}`, price: price || cells.price };
        if (mapping.columns.sku != null) values.sku = sku || variantSku(cells.sku, label);
        const images = imagesOf([own], 'variant');
        add(own, [own], values, images.length > 0 ? images : imagesOf(rows));
      }
      continue;
    }
    parsed.variants += rows.length - 1;
    if (range) parsed.priceRanges.push({ name: cells.name, ...range });
    if (variants.length > 0 && cells.description !== '') {
      const priced = variants.map((one) => ({
        ...one,
        price: positiveAmounts([readCells([one.record]).cells.price], currency)[0],
      }));
      cells.description += `\n\n${variantLines(priced, currency)}`;
    }
    add(record, rows, cells, imagesOf(rows));
  }
  return parsed;
}

/** The number of products without content in each column, for which a mapping may have a fill value. */
export function countGaps(sheet: Sheet, guess: Mapping): number[] {
  const layout = detectLayout(sheet.header, guess.columns.name);
  const gaps = sheet.header.map(() => 0);
  for (const group of layout.groupRows(sheet.records)) {
    if (layout.unpublishedReason(group[0]!)) continue;
    const rows = publishedRows(group, layout);
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
