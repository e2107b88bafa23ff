import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import sharp from 'sharp';
import { expect, send, test } from './shop.ts';

test('robots.txt excludes private pages and names the sitemap', async () => {
  const { text } = await send('/robots.txt');
  for (const path of ['/admin', '/api/', '/account', '/orders', '/checkout', '/auth']) {
    expect(text).toContain(`Disallow: ${path}\n`);
  }
  expect(text).toContain(`Sitemap: ${process.env.SHOP_URL}/sitemap.xml`);
});

test('the sitemap index leads to every product, and each URL answers', async ({ db }) => {
  const locations = async (path: string) => {
    const { status, headers, text } = await send(path);
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) =>
      address!.replace(process.env.SHOP_URL!, ''),
    );
  };
  const files = await locations('/sitemap.xml');
  expect(files).toEqual(['/sitemap/pages.xml', '/sitemap/products-1.xml']);
  const addresses = (await Promise.all(files.map(locations))).flat();
  const { rows } = await db.query('select id from products');
  expect(addresses.filter((path) => path.startsWith('/products/')).toSorted()).toEqual(
    rows.map(({ id }) => `/products/${id}`).toSorted(),
  );
  for (const path of [...addresses.slice(0, 6), addresses.at(-1)!])
    expect((await send(path)).status, path).toBe(200);
});

/** The items of the feed for Google: the first value of each attribute. */
async function feedItems(): Promise<Record<string, string>[]> {
  const { text } = await send('/feeds/google.xml');
  return [...text.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item]) =>
    Object.fromEntries(
      [...item!.matchAll(/<g:(\w+)>([^<]*)</g)].reverse().map(([, name, value]) => [name, value]),
    ),
  );
}

test('AGENT-02 /llms.txt names the active categories, and every address in it answers', async ({ db }) => {
  const { status, text, headers } = await send('/llms.txt');
  expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
  const addresses = [...text.matchAll(/\]\((\S+)\)/g)].map(([, address]) => address!);
  expect(addresses.every((address) => address.startsWith(`${process.env.SHOP_URL}/`))).toBe(true);
  const { rows } = await db.query('select slug from categories where is_active and parent_id is null');
  for (const { slug } of rows) expect(text).toContain(`/products?category=${slug})`);
  for (const address of addresses) {
    // Agents send there; a browser that reads it learns so.
    const status = address.endsWith('/ucp/mcp') ? 405 : 200;
    expect((await send(address.slice(process.env.SHOP_URL!.length))).status, address).toBe(status);
  }
});

test('FEED-01 robots.txt names the feeds, which have every published product and no draft', async ({
  db,
}) => {
  const { text: robots } = await send('/robots.txt');
  for (const path of ['/feeds/google.xml', '/feeds/meta.csv']) {
    expect(robots).toContain(`${process.env.SHOP_URL}${path}\n`);
  }
  const { rows } = await db.query('select id from products order by id');
  const draft = rows.at(-1).id;
  const shown = rows.slice(0, -1).map(({ id }) => id);
  try {
    await db.query(`update products set status = 'draft' where id = $1`, [draft]);
    expect((await feedItems()).map(({ id }) => id)).toEqual(shown);
    const meta = await send('/feeds/meta.csv');
    expect(meta.headers['content-type']).toBe('text/csv; charset=utf-8');
    const ids = meta.text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(1, 37));
    expect(ids).toEqual(shown);
  } finally {
    await db.query(`update products set status = 'published' where id = $1`, [draft]);
  }
});

test('FEED-01 the page that a feed links shows its price and availability, and the image is a JPEG', async () => {
  const items = await feedItems();
  const [onSale, usual] = [items.find((item) => item.sale_price)!, items.find((item) => !item.sale_price)!];
  for (const item of [onSale, usual]) {
    const { pathname, search } = new URL(item.link!);
    const { text } = await send(pathname + search);
    const [price, currency] = (item.sale_price ?? item.price)!.split(' ');
    expect(text).toContain(`"price":"${price}","priceCurrency":"${currency}"`);
    expect(text).toContain('https://schema.org/InStock');
    const { headers, bytes } = await send(new URL(item.image_link!).pathname);
    expect(headers['content-type']).toBe('image/jpeg');
    const { format, width = 0, height = 0 } = await sharp(bytes).metadata();
    expect(format).toBe('jpeg');
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(500);
  }
  expect(onSale.link).toContain('?promotion=');
});

interface Shared {
  address: string;
  bytes: Buffer;
}

/** Fetches a page as WhatsApp does for a preview. */
async function sharedBy(path: string): Promise<Shared> {
  const { text } = await send(path);
  const image = /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  expect(image).toMatch(new RegExp(`^${process.env.SHOP_URL}/`));
  const { pathname, search } = new URL(image!);
  const { status, headers, bytes } = await send(pathname + search);
  expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
  return { address: pathname + search, bytes };
}

const ofProduct = async (db: Client, where: string) =>
  (
    await db.query(`select p.id, p.price, m.code from products p left join promotions m on m.id = promotion_id
    and current_date between start_date and end_date where ${where} order by p.id limit 1`)
  ).rows[0];

test('the shared image is a JPEG of 1200 × 630 under 300 kB', async ({ db }) => {
  const { id } = await ofProduct(db, 'true');
  const { bytes } = await sharedBy(`/products/${id}`);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(bytes.length).toBeLessThan(300_000);
  expect(bytes.length).toBeGreaterThan(10_000);
});

test('when the price changes the shared image has a new URL and shows the new price', async ({ db }) => {
  const { id, price } = await ofProduct(db, 'promotion_id is null');
  const before = await sharedBy(`/products/${id}`);
  try {
    await db.query('update products set price = price + 500 where id = $1', [id]);
    await expect.poll(async () => (await sharedBy(`/products/${id}`)).address).not.toBe(before.address);
    const after = await sharedBy(`/products/${id}`);
    const hash = ({ bytes }: Shared) => createHash('sha256').update(bytes).digest('hex');
    expect(hash(after)).not.toBe(hash(before));
  } finally {
    await db.query('update products set price = $2 where id = $1', [id, price]);
  }
});

test('under a promotion’s link the shared image shows its price', async ({ db }) => {
  const { id, code } = await ofProduct(db, 'm.code is not null');
  const plain = await sharedBy(`/products/${id}`);
  const reduced = await sharedBy(`/products/${id}?promotion=${code}`);
  expect(reduced.address).not.toBe(plain.address);
  expect(reduced.bytes.equals(plain.bytes)).toBe(false);
});

test('a page has metadata for users and programs', async ({ db }) => {
  const { id } = await ofProduct(db, 'true');
  const { text } = await send(`/products/${id}?utm_source=x`);
  expect(text).toContain(`<link rel="canonical" href="${process.env.SHOP_URL}/products/${id}"`);
  expect(text).toMatch(/<title>[^<]+<\/title>/);
  expect(text).toMatch(/<meta name="description" content="[^"]{20,}"/);
  const data = JSON.parse(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/.exec(text)![1]!);
  expect(JSON.stringify(data)).toContain('"@type":"Product"');
  expect(JSON.stringify(data)).toContain('"priceCurrency":"NGN"');
});
