import { unescapeFormula } from '#shared/spreadsheet-formula.ts';
import { columnKey } from './column-key.ts';
import type { CsvRecord } from './csv-records.ts';

// The addresses of images in exports: 'Image Src' (Shopify), 'Images' (WooCommerce), 'Hosted Image URLs' (Squarespace),
// 'IMAGE1' … 'IMAGE10' (Etsy), 'Product Image 1 Url' (Medusa), and columns that people name.

const IMAGE_COLUMN = /\b(?:images?|imgs?|photos?|photographs?|pictures?|thumbnail)\d*\b/;
/** What else a file says of an image. */
const ABOUT_IMAGE = /\b(?:alt|text|title|label|labels|position|width|height|id|ids|caption|roles?|rank)\b/;
/** Names of thumbnails: a smaller copy, used only without others. */
const SMALL_COLUMN = /\bthumbnail\b/;
const VARIANT_COLUMN = /\bvariant\b/;

/** 'a, b' → two; commas in an address stay, as some services have them. */
const SEPARATOR = /[\s,;|]+(?=(?:https?:)?\/\/)/i;

/** Whether a column has addresses of images, by its name. */
export function isImageColumn(name: string): boolean {
  const key = columnKey(name);
  return IMAGE_COLUMN.test(key) && !ABOUT_IMAGE.test(key);
}

/** What a cell names: addresses and other texts. */
const partsOf = (cell: string): string[] =>
  unescapeFormula(cell)
    .trim()
    .split(SEPARATOR)
    .map((part) => part.trim().replace(/[,;|]+$/, ''))
    .map((part) => (part.startsWith('//') ? `https:${part}` : part))
    .filter((part) => part !== '');

const isUrl = (part: string) =>
  /^https?:\/\/[^\s/]/i.test(part) && part.length <= 2_000 && URL.canParse(part);

/** Returns the first image in rows of a product that has no address: 'front.jpg'. */
export function createFileNameReader(header: readonly string[]) {
  const columns = [...header.keys()].filter((index) => isImageColumn(header[index]!));
  return (rows: readonly CsvRecord[]): string | undefined =>
    columns
      .flatMap((index) => rows.flatMap(({ cells }) => partsOf(cells[index] ?? '')))
      .find((part) => !isUrl(part));
}

/** Returns the addresses in rows of a product, each once and in their order; `variant`: those of a size or colour. */
export function createImageReader(header: readonly string[]) {
  const columns = header
    .map((name, index) => ({ key: columnKey(name), index, isUsed: isImageColumn(name) }))
    .filter(({ isUsed }) => isUsed);
  const [variant, others] = [true, false].map((isVariant) =>
    columns.filter(({ key }) => VARIANT_COLUMN.test(key) === isVariant),
  ) as [typeof columns, typeof columns];
  const small = others.filter(({ key }) => SMALL_COLUMN.test(key));
  const large = [...others.filter((column) => !small.includes(column)), ...variant];
  const read = (rows: readonly CsvRecord[], from: typeof columns) => [
    ...new Set(
      from.flatMap(({ index }) => rows.flatMap(({ cells }) => partsOf(cells[index] ?? '').filter(isUrl))),
    ),
  ];
  return (rows: readonly CsvRecord[], which: 'all' | 'variant' = 'all'): string[] => {
    if (columns.length === 0) return [];
    if (which === 'variant') return read(rows, variant);
    const found = read(rows, large);
    return found.length > 0 ? found : read(rows, small);
  };
}
