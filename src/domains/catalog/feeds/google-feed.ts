import { cleanText } from '#shared/clean-text.ts';
import { excerpt } from '#shared/excerpt.ts';
import { amount, type FeedItem, type FeedShop } from './feed-item.ts';

/** Repeated for each of several values, absent without one. */
type Value = string | readonly string[] | null;

/**
 * The attributes of an item in Google's product data specification that the shop knows. It has no numbers of
 * manufacturers (GTIN, MPN), so it says that none exist; its products are its own brand, and new.
 */
const ATTRIBUTES: Record<string, (item: FeedItem, shop: FeedShop) => Value> = {
  id: ({ id }) => id,
  title: ({ title }) => excerpt(title, 150),
  description: ({ description }) => excerpt(description, 5_000),
  link: ({ link }) => link,
  canonical_link: ({ id }, { publicUrl }) => `${publicUrl}/products/${id}`,
  image_link: ({ images }) => images[0],
  additional_image_link: ({ images }) => images.slice(1),
  availability: ({ soldOut }) => (soldOut ? 'out_of_stock' : 'in_stock'),
  price: ({ price }, { currency }) => amount(price, currency),
  sale_price: ({ sale }, { currency }) => sale && amount(sale.price, currency),
  sale_price_effective_date: ({ sale }) => sale?.dates ?? null,
  product_type: ({ productType }) => productType || null,
  brand: (_, { name }) => excerpt(name, 70),
  condition: () => 'new',
  identifier_exists: () => 'no',
};

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text of XML 1.0, which has fewer characters than Unicode. */
const xmlText = (text: string): string =>
  cleanText(text)
    .replace(/[\uFFFE\uFFFF]/g, '')
    .replace(/[&<>"]/g, (one) => ESCAPES[one]!);

function itemXml(item: FeedItem, shop: FeedShop): string {
  const lines = Object.entries(ATTRIBUTES).flatMap(([name, attribute]) => {
    const value = attribute(item, shop) ?? [];
    return [value].flat().map((one) => `<g:${name}>${xmlText(one)}</g:${name}>\n`);
  });
  return `<item>\n${lines.join('')}</item>\n`;
}

/** The feed of Google Merchant Center, RSS 2.0 in the namespace of its attributes: one piece for each batch. */
export async function* googleFeed(
  shop: FeedShop,
  batches: AsyncIterable<readonly FeedItem[]>,
): AsyncGenerator<string> {
  const [title, link] = [xmlText(shop.name), xmlText(shop.publicUrl)];
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>${title}</title>
<link>${link}</link>
<description>${title}</description>
`;
  for await (const batch of batches) yield batch.map((item) => itemXml(item, shop)).join('');
  yield '</channel>\n</rss>\n';
}
