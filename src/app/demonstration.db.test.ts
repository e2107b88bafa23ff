import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyPassword } from 'better-auth/crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { dayIn } from '#shared/dates.ts';
import { furnish, uploadsDirOf } from './demonstration.ts';

let database: TestDatabase;
let dataDir = '';
let client: pg.Client;
const said: string[] = [];
const config = readConfig({ SHOP_MODE: 'demo' });

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'aso-demonstration-'));
  client = new pg.Client(database.url);
  await client.connect();
  const shop = { config, dataDir, databaseUrl: database.url };
  // Two starts at once, and a later one.
  await Promise.all([furnish(shop, (text) => said.push(text)), furnish(shop, (text) => said.push(text))]);
  await furnish(shop, (text) => said.push(text));
}, 120_000);
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const list = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows;
const value = async (sql: string) => Object.values((await list(sql))[0])[0];

test('however many start at once, the shop is filled once', async () => {
  expect(said.filter((text) => text.startsWith('The demonstration shop is filled'))).toHaveLength(1);
  expect(await value('select count(*)::int from products')).toBe(72);
  expect(await value('select count(*)::int from categories')).toBe(28);
  expect(await value('select count(*)::int from hero_slides')).toBe(3);
  expect(await value(`select value from installation where key = 'filled'`)).toBe('demo');
});

test('every row says that it is of the demonstration', async () => {
  for (const table of [
    'profiles',
    'promotions',
    'categories',
    'products',
    'hero_slides',
    'orders',
    'contact_submissions',
  ]) {
    expect(await value(`select count(*)::int from ${table} where not is_demo`), table).toBe(0);
    expect(await value(`select count(*)::int from ${table}`), table).toBeGreaterThan(0);
  }
});

test('every picture that a row names is a file, of the size that the row says', async () => {
  const urls = await list(`
    select image_url as url, width, height from product_images
    union all select image_url, width, height from hero_slide_images
    union all select image_url, image_width, image_height from categories`);
  expect(urls.length).toBeGreaterThan(190);
  const files = (await readdir(uploadsDirOf(dataDir), { recursive: true })).map((file) => `/uploads/${file}`);
  expect(files).toEqual(expect.arrayContaining(urls.map(({ url }) => url)));
  expect(new Set(urls.map(({ url }) => url)).size).toBe(urls.length);
  expect(files).toContain('/uploads/placeholder.jpg');
  expect(new Set(urls.map(({ width, height }) => `${width}x${height}`))).toEqual(
    new Set(['1200x1500', '1920x1080', '900x900']),
  );
});

test('a product with pictures has one primary, the first', async () => {
  const rows = await list(`
    select product_id, count(*) filter (where is_primary)::int as primaries,
           min(display_order) filter (where is_primary) as first
    from product_images group by product_id`);
  expect(rows).toHaveLength(71);
  expect(rows.every((row) => row.primaries === 1 && row.first === 0)).toBe(true);
});

test('two promotions run today in the shop’s time zone, one is past, one to come', async () => {
  const today = dayIn(config.TIME_ZONE, new Date());
  const rows = await list(
    `select count(*) filter (where $1 between start_date and end_date)::int as running,
            count(*) filter (where end_date < $1)::int as past, count(*) filter (where start_date > $1)::int as future
     from promotions`,
    [today],
  );
  expect(rows[0]).toEqual({ running: 2, past: 1, future: 1 });
});

test('the accounts have the printed password', async () => {
  const accounts = await list(`
    select p.email, p.role, p.email_verified, a.account_id = p.id::text as own, a.password
    from profiles p join accounts a on a.user_id = p.id and a.provider_id = 'credential'
    where p.email in ('customer@demo.shop', 'admin@demo.shop', 'super@demo.shop') order by p.email`);
  expect(accounts.map(({ role }) => role)).toEqual(['admin', 'user', 'super_admin']);
  for (const { password, own, email_verified } of accounts) {
    expect([own, email_verified]).toEqual([true, true]);
    expect(await verifyPassword({ hash: password, password: 'demo-password' })).toBe(true);
  }
});

test('orders come in every status, priced on their day, with their history and link', async () => {
  const orders = await list('select * from orders');
  expect(new Set(orders.map((order) => order.status)).size).toBe(4);
  expect(new Set(orders.map((order) => order.order_number)).size).toBe(orders.length);
  for (const order of orders) {
    const items = await list('select * from order_items where order_id = $1 order by position', [order.id]);
    const events = await list('select * from order_events where order_id = $1 order by created_at', [
      order.id,
    ]);
    expect(order.whatsapp_link).toContain(`https://wa.me/${config.WHATSAPP_NUMBER}?text=`);
    expect(decodeURIComponent(order.whatsapp_link)).toContain(`${config.PUBLIC_URL}/orders/${order.id}`);
    expect(items.length).toBeGreaterThan(0);
    expect(events[0].kind).toBe('submitted');
    expect(events.some((event) => event.kind === 'opened')).toBe(order.opened_at !== null);
    expect(events.at(-1).created_at.getTime()).toBeLessThanOrEqual(Date.now());
    if (order.status !== 'pending') expect(events.at(-1).detail.after).toBe(order.status);
    for (const item of items) expect(item.product_image).toMatch(/^\/uploads\//);
  }
  const reduced = await list('select * from order_items where product_price < list_price');
  expect(reduced.length).toBeGreaterThan(0);
  expect(reduced.every((item) => item.promotion_code)).toBe(true);
  expect(
    await value(
      'select count(*)::int from order_items where product_price = list_price and promotion_code is not null',
    ),
  ).toBe(0);
});

test('likes are the browsers that liked', async () => {
  expect(await value('select sum(likes)::int from products')).toBe(
    await value('select count(*)::int from product_likes where counted'),
  );
});
