import { plainCsvOf } from '#platform/spreadsheet/csv.ts';
import type { SheetColumn } from '#platform/spreadsheet/sheet.ts';
import { excerpt } from '#shared/excerpt.ts';
import { amount, type FeedItem, type FeedShop } from '../feed-item.ts';

/** The columns of Meta's catalogue fields that the shop knows. */
function cellsOf({ name, currency }: FeedShop): Record<string, (item: FeedItem) => string | null> {
  return {
    id: ({ id }) => id,
    title: ({ title }) => excerpt(title, 200),
    description: ({ description }) => excerpt(description, 9_999),
    availability: ({ soldOut }) => (soldOut ? 'out of stock' : 'in stock'),
    condition: () => 'new',
    price: ({ price }) => amount(price, currency),
    link: ({ link }) => link,
    image_link: ({ images }) => images[0],
    brand: () => excerpt(name, 100),
    additional_image_link: ({ images }) => listed(images.slice(1)),
    sale_price: ({ sale }) => sale && amount(sale.price, currency),
    sale_price_effective_date: ({ sale }) => sale && datesOf(sale),
    product_type: ({ productType }) => productType,
  };
}

/** Meta documents offsets with a colon ('2020-04-30T09:30-08:00'), Google without one. */
const datesOf = ({ dates }: NonNullable<FeedItem['sale']>): string =>
  dates.replace(/([+-]\d\d)(\d\d)(?=\/|$)/g, '$1:$2');

/** As many URLs as fit into the 2,000 characters of the field. A comma within a URL would divide it. */
function listed(urls: readonly string[]): string {
  let text = '';
  for (const url of urls) {
    const next = `${text}${text && ','}${url.replaceAll(',', '%2C')}`;
    if (next.length > 2_000) break;
    text = next;
  }
  return text;
}

/** The feed of a catalogue of Meta, CSV: the header, then one piece for each batch. */
export function metaFeed(
  shop: FeedShop,
  rows: AsyncIterable<readonly FeedItem[]>,
): AsyncGenerator<Uint8Array> {
  const columns = Object.entries(cellsOf(shop)).map(
    ([header, cell]): SheetColumn<FeedItem> => ({ header, kind: 'text', cell }),
  );
  return plainCsvOf({ columns, rows, timeZone: shop.timeZone });
}
