import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { kobo, koboOfText } from '#shared/money.ts';
import { type FeedItem, type FeedProduct, type FeedShop, feedItemsOf } from './feed-item.ts';
import { googleFeed } from './google-feed.ts';
import { metaFeed } from './server/meta-feed.ts';

// Google: https://support.google.com/merchants/answer/7052112 and, for each attribute, the page it links.
// Meta: https://developers.facebook.com/docs/commerce-platform/catalog/fields, read in November 2026

const ID = '0198aaaa-0000-7000-8000-000000000000';
const shop: FeedShop = {
  name: 'Aso House',
  publicUrl: 'https://shop.test',
  currency: 'NGN',
  timeZone: 'Africa/Lagos',
};
const TODAY = '2026-11-23';
const promotion = {
  code: 'ADIRE10',
  startDate: '2026-11-20',
  endDate: '2026-11-30',
  promotionType: 'percentage',
  promotionValue: koboOfText('10'),
} as const;
const product: FeedProduct = {
  id: ID,
  name: 'Ẹwà Ọṣun Adire',
  description: 'Painted by hand.',
  price: koboOfText('12500'),
  soldOut: false,
  categoryPath: ['Cloth', 'Adire'],
  promotion: null,
  images: ['/uploads/product-images/a.webp', '/uploads/product-images/b.webp'],
};

const item = (changes: Partial<FeedProduct> = {}, of: FeedShop = shop) =>
  feedItemsOf(of, TODAY)({ ...product, ...changes });

async function textOf(pieces: AsyncIterable<string | Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += typeof piece === 'string' ? piece : Buffer.from(piece).toString();
  return text;
}
async function* inBatches(...items: FeedItem[]) {
  for (const one of items) yield [one];
}
const xmlOf = (...items: FeedItem[]) => textOf(googleFeed(shop, inBatches(...items)));

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The attributes of the only item, each with its values. */
async function google(changes?: Partial<FeedProduct>, of = shop): Promise<Record<string, string[]>> {
  const xml = await textOf(googleFeed(of, inBatches(item(changes, of))));
  const values: Record<string, string[]> = {};
  for (const [, name, value] of xml.matchAll(/<g:(\w+)>([^<]*)<\/g:\1>/g)) {
    values[name!] = [...(values[name!] ?? []), unescaped(value!)];
  }
  return values;
}

/** The cells of the only row, as a reader of CSV finds them. */
async function meta(changes?: Partial<FeedProduct>, of = shop): Promise<Record<string, string>> {
  const csv = await textOf(metaFeed(of, inBatches(item(changes, of))));
  return Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data[0]!;
}

test('FEED-01 Google reads every attribute that it requires and the shop knows, and no other', async () => {
  expect(await google()).toEqual({
    id: [ID],
    title: ['Ẹwà Ọṣun Adire'],
    description: ['Painted by hand.'],
    link: [`https://shop.test/products/${ID}`],
    canonical_link: [`https://shop.test/products/${ID}`],
    image_link: ['https://shop.test/img/1280/jpg/uploads/product-images/a.webp'],
    additional_image_link: ['https://shop.test/img/1280/jpg/uploads/product-images/b.webp'],
    availability: ['in_stock'],
    price: ['12500.00 NGN'],
    product_type: ['Cloth > Adire'],
    brand: ['Aso House'],
    condition: ['new'],
    identifier_exists: ['no'],
  });
});

/** Required by Google of all products, or of those to which a condition applies, and not sent: with the reason. */
const NOT_SENT: Record<string, string> = {
  gtin: 'no numbers of manufacturers: identifier_exists is no',
  mpn: 'the same',
  color: 'in countries that ask for it of clothes: no field of a product',
  size: 'the same',
  gender: 'the same',
  age_group: 'the same',
  item_group_id: 'of variants: each product is one',
  availability_date: 'of pre-orders: there are none',
  multipack: 'of packs that the shop makes: no field of a product',
  is_bundle: 'the same',
  shipping: 'of countries that ask for it: agreed with the seller in the chat',
};

test('FEED-01 what Google requires is sent, or is nothing that the shop knows, and no description is guessed from', async () => {
  const required = 'id title description link image_link availability price brand condition'.split(' ');
  const { description, ...sent } = await google({
    description: 'Red agbada for men, size L, for adults. Pack of two.',
    promotion,
  });
  expect(Object.keys({ description, ...sent })).toEqual(expect.arrayContaining(required));
  expect(Object.keys(sent).filter((name) => name in NOT_SENT)).toEqual([]);
  expect(JSON.stringify(sent)).not.toMatch(/red|men|adult|pack/i);
});

test('FEED-01 Meta reads every field that it requires and the shop knows', async () => {
  expect(await meta()).toEqual({
    id: ID,
    title: 'Ẹwà Ọṣun Adire',
    description: 'Painted by hand.',
    availability: 'in stock',
    condition: 'new',
    price: '12500.00 NGN',
    link: `https://shop.test/products/${ID}`,
    image_link: 'https://shop.test/img/1280/jpg/uploads/product-images/a.webp',
    brand: 'Aso House',
    additional_image_link: 'https://shop.test/img/1280/jpg/uploads/product-images/b.webp',
    sale_price: '',
    sale_price_effective_date: '',
    product_type: 'Cloth > Adire',
  });
});

const isText = (most: number) => (value: string) => value.length > 0 && value.length <= most;
const isPrice = (value: string) => /^\d+\.\d\d [A-Z]{3}$/.test(value);
const isUrl = (value: string) => /^https:\/\/\S+$/.test(value);
const MINUTE = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d`;

/** The forms that Meta documents for the fields that it requires, and for others of which an empty cell says nothing. */
const META_REQUIRED: Record<string, (value: string) => boolean> = {
  id: isText(100),
  title: isText(200),
  description: (value) => isText(9_999)(value) && !/<\/?\w/.test(value),
  availability: (value) =>
    ['in stock', 'out of stock', 'available for order', 'preorder', 'discontinued'].includes(value),
  condition: (value) => ['new', 'refurbished', 'used'].includes(value),
  price: isPrice,
  link: isUrl,
  image_link: (value) => isUrl(value) && value.includes('/jpg/'),
  brand: isText(100),
};
const META_OPTIONAL: typeof META_REQUIRED = {
  additional_image_link: (value) =>
    value.length <= 2_000 && value.split(',').length <= 20 && value.split(',').every(isUrl),
  sale_price: isPrice,
  sale_price_effective_date: (value) => new RegExp(`^${MINUTE}/${MINUTE}$`).test(value),
  product_type: isText(750),
};
/** Documented by Meta and not sent: with the reason. */
const NOT_SENT_TO_META: Record<string, string> = {
  gtin: 'no numbers of manufacturers: the brand is enough',
  mpn: 'the same',
  google_product_category: 'categories of the shop have no place in that taxonomy',
  fb_product_category: 'the same',
  quantity_to_sell_on_fb: 'pieces are not counted',
  inventory: 'the same',
  item_group_id: 'of variants: each product is one',
  color: 'no field of a product',
  size: 'the same',
  gender: 'the same',
  age_group: 'the same',
  material: 'the same',
  pattern: 'the same',
  video: 'the same',
  rich_text_description: 'descriptions are plain text',
  shipping: 'agreed with the seller in the chat',
  shipping_weight: 'the same',
  status: 'drafts are in no feed',
  custom_label_0: 'of campaigns that the shop knows nothing of',
};

test('FEED-01 each field for Meta has the form that Meta documents, whatever the product', async () => {
  const documented = { ...META_REQUIRED, ...META_OPTIONAL };
  const many = Array.from({ length: 30 }, (_, n) => `/uploads/product-images/${n}.webp`);
  const products: Partial<FeedProduct>[] = [
    {},
    { soldOut: true },
    { promotion },
    { description: '<p>Bold <b>lace</b></p>', images: many },
    { description: '', images: [], categoryPath: [] },
    { name: 'Agbada '.repeat(60), description: 'Woven. '.repeat(3_000), categoryPath: many },
    { price: koboOfText('0.5') },
  ];
  for (const changes of products) {
    const cells = await meta(changes);
    expect(Object.keys(cells)).toEqual(Object.keys(documented));
    const wrong = Object.entries(cells).filter(
      ([field, value]) => (value !== '' || field in META_REQUIRED) && !documented[field]!(value),
    );
    expect(wrong, JSON.stringify(changes).slice(0, 100)).toEqual([]);
  }
  const sent = await meta({ promotion });
  const { price, sale_price: sale } = sent;
  expect(Number.parseFloat(sale!)).toBeLessThan(Number.parseFloat(price!));
  expect(Object.keys(sent).filter((field) => field in NOT_SENT_TO_META)).toEqual([]);
});

test('FEED-01 sold out is out of stock, in each provider’s own word', async () => {
  expect((await google({ soldOut: true })).availability).toEqual(['out_of_stock']);
  expect((await meta({ soldOut: true })).availability).toBe('out of stock');
});

test('FEED-01 a promotion is a sale price from its first to its last minute, at the page that shows it', async () => {
  const expected = {
    price: '12500.00 NGN',
    sale_price: '11250.00 NGN',
    link: `https://shop.test/products/${ID}?promotion=ADIRE10`,
  };
  // Each in the form that the provider documents.
  expect(await meta({ promotion })).toMatchObject({
    ...expected,
    sale_price_effective_date: '2026-11-20T00:00+01:00/2026-11-30T23:59+01:00',
  });
  const attributes = await google({ promotion });
  for (const [name, value] of Object.entries(expected)) expect(attributes[name], name).toEqual([value]);
  expect(attributes.sale_price_effective_date).toEqual(['2026-11-20T00:00+0100/2026-11-30T23:59+0100']);
  expect(attributes.canonical_link).toEqual([`https://shop.test/products/${ID}`]);
});

test('FEED-01 the dates of a sale follow the clocks of the shop, also where they change', async () => {
  const york: FeedShop = { ...shop, timeZone: 'America/New_York' };
  const across = { ...promotion, startDate: '2026-10-31', endDate: '2026-11-30' };
  expect(item({ promotion: across }, york).sale?.dates).toBe('2026-10-31T00:00-0400/2026-11-30T23:59-0500');
  const kathmandu: FeedShop = { ...shop, timeZone: 'Asia/Kathmandu' };
  expect(item({ promotion }, kathmandu).sale?.dates).toBe('2026-11-20T00:00+0545/2026-11-30T23:59+0545');
  expect((await meta({ promotion: across }, york)).sale_price_effective_date).toBe(
    '2026-10-31T00:00-04:00/2026-11-30T23:59-05:00',
  );
});

test('FEED-01 a promotion of an impossible year has dates that both providers read', async () => {
  const old = { ...promotion, startDate: '0026-11-01', endDate: '9999-12-31' };
  expect((await google({ promotion: old })).sale_price_effective_date).toEqual([
    '2000-01-01T00:00+0100/2199-12-31T23:59+0100',
  ]);
  expect((await meta({ promotion: old })).sale_price_effective_date).toBe(
    '2000-01-01T00:00+01:00/2199-12-31T23:59+01:00',
  );
});

test('FEED-01 a promotion that is over, not begun or takes nothing is no sale', async () => {
  for (const changed of [
    { endDate: '2026-11-22' },
    { startDate: '2026-11-24' },
    { promotionValue: kobo(0) },
  ]) {
    const attributes = await google({ promotion: { ...promotion, ...changed } });
    expect(attributes, JSON.stringify(changed)).not.toHaveProperty('sale_price');
    expect(attributes).not.toHaveProperty('sale_price_effective_date');
    expect(attributes.link).toEqual([`https://shop.test/products/${ID}`]);
  }
});

test('FEED-01 descriptions are without HTML, names are plain text, and both as long as each provider allows', async () => {
  const attack = 'A <b>bold</b> & "quoted" ]]> text\u0001\uFFFE\uD800<script>x</script> 1 < 2';
  const attributes = await google({ name: attack, description: `<p>${attack}</p>` });
  const name = 'A <b>bold</b> & "quoted" ]]> text\uFFFD<script>x</script> 1 < 2';
  expect(attributes.title).toEqual([name]);
  expect(attributes.description).toEqual(['A bold & "quoted" ]]> text\uFFFD 1 < 2']);
  expect((await meta({ name: attack })).title).toBe(name.replace('text', 'text\uFFFE'));
  for (const name of ['<Adire>', 'Size <M or L> lace']) {
    const { title, description } = await google({ name, description: '<p></p>' });
    expect([title, description]).toEqual([[name], [name]]);
  }

  const long = { name: 'Agbada '.repeat(100), description: 'Woven slowly. '.repeat(1_000) };
  const categoryPath = Array.from({ length: 8 }, (_, n) => `Level ${n} ${'x'.repeat(180)}`);
  const named = { ...shop, name: 'House '.repeat(40) };
  const limits = { title: 150, description: 5_000, product_type: 750, brand: 70 };
  const bounded = await google({ ...long, categoryPath }, named);
  for (const [name, limit] of Object.entries(limits)) {
    expect(bounded[name]![0]!.length, name).toBeLessThanOrEqual(limit);
    expect(bounded[name]![0]!.length, name).toBeGreaterThan(limit / 2);
  }
  const cells = await meta({ ...long, categoryPath }, named);
  for (const [name, limit] of Object.entries({ ...limits, title: 200, description: 9_999, brand: 100 })) {
    expect(cells[name]!.length, name).toBeLessThanOrEqual(limit);
    expect(cells[name]!.length, name).toBeGreaterThan(limit / 2);
  }
});

test('FEED-01 a product without a description has its name there, and one without a category no type', async () => {
  const attributes = await google({ description: '<br>', categoryPath: [] });
  expect(attributes.description).toEqual(['Ẹwà Ọṣun Adire']);
  expect(attributes).not.toHaveProperty('product_type');
});

test('FEED-01 the primary image and up to ten more, absolute, as JPEG; without one the placeholder', async () => {
  const images = Array.from({ length: 15 }, (_, n) => `/uploads/product-images/${n}.avif`);
  const attributes = await google({ images });
  expect(attributes.image_link).toEqual(['https://shop.test/img/1280/jpg/uploads/product-images/0.avif']);
  expect(attributes.additional_image_link).toHaveLength(10);
  const cells = await meta({ images });
  expect(cells.additional_image_link!.split(',')).toEqual(attributes.additional_image_link);
  expect((await google({ images: [] })).image_link).toEqual([
    'https://shop.test/img/1280/jpg/uploads/placeholder.jpg',
  ]);
  // Meta reads 2,000 characters of the list: whole URLs only.
  const long = images.map((path) => `${path}-${'x'.repeat(300)},y`);
  const listed = (await meta({ images: long })).additional_image_link!;
  expect(listed.length).toBeLessThanOrEqual(2_000);
  expect(listed.split(',').every((url) => /^https:\/\/shop\.test\/.*%2Cy$/.test(url))).toBe(true);
});

test('FEED-01 the feed for Google is one well-formed document, whatever is in it', async () => {
  const xml = await xmlOf(item(), item({ name: '</g:title></item><item>' }), item({ name: '<![CDATA[' }));
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0" xmlns:g="http:\/\/base\.google\.com\/ns\/1\.0">/,
  );
  expect(xml.match(/<item>/g)).toHaveLength(3);
  const open: string[] = [];
  for (const [, slash, name] of xml.replace(/^<\?[^>]*>/, '').matchAll(/<(\/?)([\w:]+)[^>]*>/g)) {
    if (slash) expect(open.pop()).toBe(name);
    else open.push(name!);
  }
  expect(open).toEqual([]);
  expect(await xmlOf()).toMatch(/<\/channel>\n<\/rss>\n$/);
});

test('FEED-01 a text that begins like a formula is the same text to Meta, which would show an apostrophe', async () => {
  const named = { ...shop, name: '@AsoHouse' };
  expect(
    await meta({ name: '=HYPERLINK("https://x.test")', description: '+1 yard\nof "lace"' }, named),
  ).toMatchObject({
    title: '=HYPERLINK("https://x.test")',
    description: '+1 yard of "lace"',
    brand: '@AsoHouse',
  });
  const csv = await textOf(metaFeed(shop, inBatches()));
  expect(csv).toMatch(/^"id","title",/);
});
