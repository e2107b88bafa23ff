import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyPassword } from 'better-auth/crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasOwner, type Removed } from '#db/seed/remove-demonstration.ts';
import { readConfig } from '#platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { dayIn } from '#shared/dates.ts';
import { uploadsDirOf } from '../server/folders.ts';
import { seedShop } from './demo-store.ts';
import { leaveDemonstration } from './remove-demo-store.ts';
import { settingsOfInstallation } from './shop-mode.ts';

let database: TestDatabase;
let dataDir = '';
let client: pg.Client;
const output: string[] = [];
const config = readConfig({ SHOP_MODE: 'demo' });

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'aso-demonstration-'));
  client = new pg.Client(database.url);
  await client.connect();
  const shop = { config, dataDir, databaseUrl: database.url };
  // Two concurrent starts and a later one.
  await Promise.all([
    seedShop(shop, (text) => output.push(text)),
    seedShop(shop, (text) => output.push(text)),
  ]);
  await seedShop(shop, (text) => output.push(text));
}, 120_000);
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const list = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows;
const value = async (sql: string) => Object.values((await list(sql))[0])[0];

test('concurrent and repeated starts seed the store once', async () => {
  expect(output.filter((text) => text.startsWith('The demo store is seeded'))).toHaveLength(1);
  expect(await value('select count(*)::int from products')).toBe(72);
  expect(await value('select count(*)::int from categories')).toBe(28);
  expect(await value('select count(*)::int from hero_slides')).toBe(3);
  expect(await value(`select value from installation where key = 'filled'`)).toBe('demo');
});

test('every demo row is marked as demo', async () => {
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

test('every image of a row exists as a file with the size in the row', async () => {
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
    new Set(['960x1200', '720x900', '1920x1080', '800x800']),
  );
});

test('a product with images has one primary image, the first', async () => {
  const rows = await list(`
    select product_id, count(*) filter (where is_primary)::int as primaries,
           min(display_order) filter (where is_primary) as first
    from product_images group by product_id`);
  expect(rows).toHaveLength(71);
  expect(rows.every((row) => row.primaries === 1 && row.first === 0)).toBe(true);
});

test('in the time zone of the shop two promotions are active, one is past and one is in the future', async () => {
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

test('the orders cover every status, with prices of their day, history and link', async () => {
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

test('the like counts match the browsers that liked', async () => {
  expect(await value('select sum(likes)::int from products')).toBe(
    await value('select count(*)::int from product_likes where counted'),
  );
});

describe('going live', () => {
  const id = (n: number) => `0199a8e4-0000-7000-8000-00000000000${n}`;
  const owner = { email: 'Owner@house.example', name: 'Ada N. Obi', password: 'a long password' };
  let removed: Removed;
  let shown = '';

  beforeAll(async () => {
    // Data of real users, created while the demo was running.
    const [product] = await list(
      `select p.id, i.image_url from products p join product_images i on i.product_id = p.id and i.is_primary
       where p.name = 'Ẹwà Ọṣun Adire Wrapper'`,
    );
    shown = product.image_url;
    await client.query(`
      insert into profiles (id, email, first_name, role) values
        ('${id(1)}', 'ada@example.com', 'Ada', 'user'), ('${id(2)}', 'guest@example.com', 'Guest', 'admin');
      insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
        values ('${id(3)}', '99999', '${id(1)}', 'Ada', 'ada@example.com', '${id(3)}', 'x');
      insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image)
        values ('${id(4)}', '${id(3)}', 0, '${product.id}', 'Ẹwà Ọṣun Adire Wrapper', 12500, 12500, '${shown}');
      insert into categories (id, name, slug, parent_id)
        select '${id(5)}', 'Our Own', 'our-own', id from categories where slug = 'cloth';
      insert into products (id, name, description, price, category_id, promotion_id)
        select '${id(6)}', 'Real Wrapper', 'Real', 100, c.id, p.id from categories c, promotions p
        where c.slug = 'adire' and p.code = 'SALLAH15';
      insert into product_images (id, product_id, image_url, is_primary, width, height)
        values ('${id(7)}', '${id(6)}', '/uploads/product-images/${id(6)}/1.jpg', true, 1, 1);
      insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
        select '${id(8)}', '99998', id, 'Amara', email, '${id(8)}', 'x' from profiles where email = 'customer@demo.shop'`);
    // A demo store of the release before has JPEG files.
    const [{ image_url: old }] = await list(
      `select image_url from product_images where product_id = (select id from products where name = 'Red Wool Cap') and is_primary`,
    );
    const pathOf = (url: string) => join(uploadsDirOf(dataDir), url.replace('/uploads/', ''));
    await rename(pathOf(old), pathOf(old).replace('.webp', '.jpg'));
    await client.query(`set aso.is_seed = on`);
    await client.query(`update product_images set image_url = $2 where image_url = $1`, [
      old,
      old.replace('.webp', '.jpg'),
    ]);
    await client.query(`reset aso.is_seed`);
    await mkdir(join(uploadsDirOf(dataDir), 'product-images', id(6)));
    await writeFile(join(uploadsDirOf(dataDir), 'product-images', id(6), '1.jpg'), 'real');
    await mkdir(join(dataDir, 'mailbox'));
    removed = await leaveDemonstration({ config, databaseUrl: database.url, dataDir }, owner);
  });

  test('no demo row is left', async () => {
    for (const table of [
      'profiles',
      'promotions',
      'categories',
      'products',
      'hero_slides',
      'orders',
      'contact_submissions',
    ]) {
      expect(await value(`select count(*)::int from ${table} where is_demo`), table).toBe(0);
    }
    expect(await value(`select count(*)::int from profiles where email like '%@demo.shop'`)).toBe(0);
    expect(removed.counts).toEqual({
      products: 72,
      categories: 26,
      promotions: 4,
      slides: 3,
      orders: 15,
      messages: 6,
      accounts: 8,
    });
  });

  test('a real order keeps its items and their image; other product images are deleted', async () => {
    expect(
      await list('select order_number, product_name from orders o join order_items i on i.order_id = o.id'),
    ).toEqual([{ order_number: '99999', product_name: 'Ẹwà Ọṣun Adire Wrapper' }]);
    const files = (await readdir(uploadsDirOf(dataDir), { recursive: true })).filter((file) =>
      /\.(jpg|webp)$/.test(file),
    );
    const ofCategories = (await list('select image_url from categories where image_url is not null')).map(
      ({ image_url }) => image_url,
    );
    expect(ofCategories).toHaveLength(2);
    expect(files.map((file) => `/uploads/${file}`).sort()).toEqual(
      ['/uploads/placeholder.jpg', `/uploads/product-images/${id(6)}/1.jpg`, shown, ...ofCategories].sort(),
    );
    expect(await readdir(dataDir)).not.toContain('mailbox');
  });

  test('products and categories made by users keep their categories and leave a demo promotion', async () => {
    const [real] = await list(
      `select p.promotion_id, c.slug from products p join categories c on c.id = p.category_id where p.name = 'Real Wrapper'`,
    );
    expect(real).toEqual({ promotion_id: null, slug: 'adire' });
    expect(
      (
        await list(
          `select slug from categories where slug in ('adire', 'cloth', 'our-own', 'gele') order by 1`,
        )
      ).map(({ slug }) => slug),
    ).toEqual(['adire', 'cloth', 'our-own']);
  });

  test('OPEN-41 the command creates the first super_admin and notifies clients of changed rights', async () => {
    const [made] = await list(`
      select p.email, p.email_verified, a.password from profiles p join accounts a on a.user_id = p.id
      where p.role = 'super_admin' and a.provider_id = 'credential' and a.account_id = p.id::text`);
    expect([made.email, made.email_verified]).toEqual(['owner@house.example', true]);
    expect(await verifyPassword({ hash: made.password, password: owner.password })).toBe(true);
    expect(removed.others).toEqual([{ email: 'guest@example.com', role: 'admin' }]);
    expect(await hasOwner(database.url)).toBe(true);
  });

  test('the stored totals match the remaining rows', async () => {
    for (const table of ['products', 'orders', 'profiles']) {
      expect(
        await value(`select coalesce(sum(delta), 0)::int from counters where name = '${table}'`),
        table,
      ).toBe(await value(`select count(*)::int from ${table}`));
    }
  });

  test('the next start is live without a setting and stays empty, and SHOP_MODE still takes precedence', async () => {
    const next = await settingsOfInstallation(database.url, {});
    expect([next.SHOP_MODE, next.HOST]).toEqual(['live', '0.0.0.0']);
    expect((await settingsOfInstallation(database.url, { SHOP_MODE: 'demo' })).SHOP_MODE).toBe('demo');
    await client.query('delete from products; delete from orders; delete from profiles');
    await seedShop({ config, dataDir, databaseUrl: database.url }, () => {});
    expect(await value('select count(*)::int from products')).toBe(0);
  });
});
