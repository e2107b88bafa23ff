import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { type Changes, createChanges } from '#platform/changes/changes.ts';
import { clockIn } from '#platform/clock.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { createLog } from '#platform/log.ts';
import {
  connectOwner,
  createTestDatabase,
  type TestDatabase,
  urlsAt,
} from '#platform/postgres/test-database.ts';
import { openTcpProxy } from '#platform/test-tcp-proxy.ts';
import { feeds } from './feeds.ts';
import type { RequestVariables } from './request-variables.ts';

const shop = {
  name: 'Aso House',
  publicUrl: 'https://shop.test',
  currency: 'NGN',
  timeZone: 'Africa/Lagos',
};
const log = createLog('silent');

let testDatabase: TestDatabase;
let owner: pg.Client;
let database: Database;
let changes: Changes;
let statements: string[] = [];
let now = new Date('2026-11-23T12:00:00Z');

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  owner = await connectOwner(testDatabase.url);
  const observed = await openDatabase(testDatabase);
  database = observed;
  const { query } = observed.webPool;
  // Every statement of the pool is noted.
  observed.webPool.query = ((...args: Parameters<typeof query>) => {
    const [first] = args as unknown as [string | { text: string }];
    statements.push(typeof first === 'string' ? first : first.text);
    return query.apply(observed.webPool, args);
  }) as typeof query;
  changes = createChanges({ url: testDatabase.url, log });
  await changes.ready;
  await owner.query(
    `insert into products (id, name, description, price)
     select gen_random_uuid(), 'Kaftan ' || n, 'plain', n from generate_series(1, 300) n`,
  );
});
afterAll(async () => {
  await changes.close();
  await database.close();
  await owner.end();
  await testDatabase.drop();
});
beforeEach(async () => {
  await owner.query('truncate limits');
  now = new Date('2026-11-23T12:00:00Z');
  await changes.waitForInvalidation();
  statements = [];
});

/** The feeds of one process, which hears of changes by `received`. */
function open(received = changes) {
  const app = new Hono<{ Variables: RequestVariables }>();
  app.use(async (c, next) => {
    c.set('address', '192.0.2.1');
    await next();
  });
  const clock = clockIn('Africa/Lagos', () => now);
  app.route('/', feeds({ database, changes: received, clock, limits: createLimits(database.web), shop }));
  return async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(`/feeds/${path}`, { method, headers });
}

const readsProducts = () => statements.filter((text) => /\bFROM products\b/.test(text)).length;

test('FEED-01 both feeds have each product, and an ETag', async () => {
  const ask = open();
  const google = await ask('google.xml');
  expect(Object.fromEntries(google.headers)).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    etag: expect.stringMatching(/^W\/".+"$/),
  });
  expect((await google.text()).match(/<item>/g)).toHaveLength(300);
  expect(readsProducts()).toBe(2);
  const meta = await ask('meta.csv');
  expect(meta.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect((await meta.text()).trimEnd().split('\r\n')).toHaveLength(301);
  expect((await ask('yahoo.xml')).status).toBe(404);
});

test('FEED-01 a client that has the feed gets 304, and no product is read', async () => {
  const ask = open();
  const first = await ask('google.xml');
  const etag = first.headers.get('etag')!;
  await first.text();
  statements = [];
  const again = await ask('google.xml', { 'if-none-match': `"other", ${etag}` });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  const head = await ask('meta.csv', {}, 'HEAD');
  expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag]);
  expect(statements).toEqual([]);
});

test.each([
  ['a price', `update products set price = price + 1 where name = 'Kaftan 7'`],
  ['a draft', `update products set status = 'draft' where name = 'Kaftan 8'`],
  ['a category', `insert into categories (id, name, slug) values (gen_random_uuid(), 'Men', 'men')`],
  [
    'a promotion',
    `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
     values (gen_random_uuid(), 'Sale', 'SALE', '2026-11-01', '2026-11-30', 'percentage', 10)`,
  ],
  [
    'an image',
    `insert into product_images (id, product_id, image_url, is_primary, width, height)
     select gen_random_uuid(), id, '/uploads/a.jpg', true, 1, 1 from products where name = 'Kaftan 9'`,
  ],
])('FEED-01 after %s the feed is another', async (_, change) => {
  const ask = open();
  const etag = (await ask('google.xml', {}, 'HEAD')).headers.get('etag')!;
  await owner.query(change);
  const next = await ask('google.xml', { 'if-none-match': etag });
  expect(next.status).toBe(200);
  expect(next.headers.get('etag')).not.toBe(etag);
  await next.body?.cancel();
});

test('FEED-01 at the shop’s midnight, when promotions begin and end, the feed is another', async () => {
  const ask = open();
  now = new Date('2026-11-23T22:59:59Z');
  const etag = (await ask('meta.csv', {}, 'HEAD')).headers.get('etag')!;
  expect((await ask('meta.csv', { 'if-none-match': etag })).status).toBe(304);
  now = new Date('2026-11-23T23:00:00Z');
  const next = await ask('meta.csv', { 'if-none-match': etag });
  expect(next.status).toBe(200);
  await next.body?.cancel();
});

test('FEED-01 a change while the feed is read makes the next one another', async () => {
  const ask = open();
  const first = await ask('meta.csv');
  await owner.query(`update products set price = price + 1 where name = 'Kaftan 7'`);
  await first.text();
  const again = await ask('meta.csv', { 'if-none-match': first.headers.get('etag')! }, 'HEAD');
  expect(again.status).toBe(200);
});

test('FEED-01 a feed is compressed for those who accept gzip', async () => {
  const ask = open();
  const plain = await (await ask('meta.csv')).text();
  const zipped = await ask('meta.csv', { 'accept-encoding': 'br, gzip' });
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect(zipped.headers.get('vary')).toBe('Accept-Encoding');
  expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(plain);
  const refused = await ask('meta.csv', { 'accept-encoding': 'gzip;q=0' });
  expect(refused.headers.get('content-encoding')).toBeNull();
  await refused.body?.cancel();
});

test('FEED-01 one network is sent 60 complete feeds an hour; 304 does not count', async () => {
  const ask = open();
  const etag = (await ask('meta.csv', {}, 'HEAD')).headers.get('etag')!;
  for (let n = 0; n < 60; n++) await (await ask('meta.csv')).body?.cancel();
  const refused = await ask('google.xml');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' });
  expect((await ask('meta.csv', { 'if-none-match': etag })).status).toBe(304);
});

test('FEED-01 while changes are not received nothing is said to be unchanged', async () => {
  const proxy = await openTcpProxy(testDatabase.url);
  const received = createChanges({ url: urlsAt(proxy.url).url, log, patience: 1_000 });
  await received.ready;
  const ask = open(received);
  const etagNow = async () => (await ask('meta.csv', {}, 'HEAD')).headers.get('etag');
  const known = expect.stringMatching(/^W\/".+"$/);
  await expect.poll(etagNow, { timeout: 60_000 }).toEqual(known);
  const etag = (await etagNow()) ?? '';
  proxy.silence();
  const unknown = await ask('meta.csv', { 'if-none-match': etag });
  expect([unknown.status, unknown.headers.get('etag')]).toEqual([200, null]);
  expect((await unknown.text()).trimEnd().split('\r\n').length).toBeGreaterThan(290);
  proxy.open();
  await expect.poll(etagNow, { timeout: 60_000 }).toEqual(known);
  expect(await etagNow()).not.toBe(etag);
  await received.close();
  proxy.close();
});
