import type { APIRequestContext } from '@playwright/test';
import { v4 as uuid } from 'uuid';
import { type AnotherProcess, anotherProcess } from '../another-process.ts';
import { PASSWORD } from '../journey.ts';
import { aCloth, aPerson, forgetPeople, removeCloths } from '../shopper.ts';
import { test as base, expect } from './shop.ts';

interface Two {
  /** A second process over the same database. */
  other: AnotherProcess;
  /** A client of nobody, at the first process and at the second. */
  at: { one: APIRequestContext; two: APIRequestContext };
}

const test = base.extend<Pick<Two, 'at'>, Pick<Two, 'other'>>({
  other: [
    async ({}, use) => {
      const other = await anotherProcess({ BACKUP_AT: '03:00' });
      await use(other);
      await other.end();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  at: async ({ other, playwright }, use) => {
    const [one, two] = await Promise.all(
      [process.env.SHOP_URL!, other.url].map((url) =>
        playwright.request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } }),
      ),
    );
    await use({ one: one!, two: two! });
    await Promise.all([one!.dispose(), two!.dispose()]);
  },
});
test.afterAll(async ({ db }) => forgetPeople(db, 'user-%@example.com'));

const me = '/api/v1/me';
const signIn = (client: APIRequestContext, email: string, password = PASSWORD) =>
  client.post('/api/auth/sign-in/email', { data: { email, password } });

test('whoever signs in at one process is known at the other, and signed out at both', async ({ at, db }) => {
  const { email } = await aPerson(db);
  expect((await signIn(at.one, email)).status()).toBe(200);
  // The browser's cookie does not know of processes.
  const { cookies } = await at.one.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  expect(await (await at.two.get(me, { headers: { cookie } })).json()).toMatchObject({ email });
  expect((await at.two.post('/api/auth/sign-out', { data: {}, headers: { cookie } })).status()).toBe(200);
  for (const process of [at.one, at.two])
    expect(await (await process.get(me, { headers: { cookie } })).json()).toBeNull();
});

test('a change at one process ends the other’s pages that showed it within a second', async ({ at, as }) => {
  const { categories } = await (await as.admin.get('/api/v1/admin/categories')).json();
  const given = {
    name: `Woven ${uuid().slice(0, 8)}`,
    description: 'By hand.',
    price: 7_300,
    category: { id: categories[0].id },
    featured: false,
  };
  const product = await (await as.admin.post('/api/v1/products', { data: given })).json();
  const page = `/products/${product.id}`;
  expect(await (await at.two.get(page)).text()).toContain('₦7,300.00');
  const began = performance.now();
  const data = { ...given, price: 8_450, version: product.version };
  const saved = await as.admin.put(`/api/v1${page}`, { data });
  expect(saved.status(), await saved.text()).toBe(200);
  await expect
    .poll(async () => (await at.two.get(page)).text(), { intervals: [25], timeout: 5_000 })
    .toContain('₦8,450.00');
  expect(performance.now() - began).toBeLessThan(1_000);
  await as.admin.delete(`/api/v1${page}`);
});

test('a limit counts what comes to either process', async ({ at, db }) => {
  const { email } = await aPerson(db);
  const statuses: number[] = [];
  for (let n = 0; n < 30 && statuses.at(-1) !== 429; n++)
    statuses.push((await signIn(n % 2 ? at.two : at.one, email, 'not-the-password')).status());
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.length).toBeGreaterThan(5);
  for (const process of [at.one, at.two]) {
    const answer = await signIn(process, email);
    expect(answer.status()).toBe(429);
    expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0);
  }
});

test('one order sent to both processes at once is one order', async ({ at, db }) => {
  const { email, id } = await aPerson(db);
  const cloth = await aCloth(db, { price: 7_300 });
  await signIn(at.one, email);
  const { cookies } = await at.one.storageState();
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
  const data = {
    idempotencyKey: uuid(),
    lines: [{ productId: cloth.id, note: '', promotionCode: null, shownPrice: 7_300 }],
  };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      (n % 2 ? at.two : at.one).post('/api/v1/orders', { data, headers }).then((answer) => answer.json()),
    ),
  );
  expect(new Set(answers.map(({ orderNumber }) => orderNumber)).size).toBe(1);
  const { rows } = await db.query('select count(*)::int as orders from orders where user_id = $1', [id]);
  expect(rows).toEqual([{ orders: 1 }]);
  await db.query('delete from orders where user_id = $1', [id]);
  await removeCloths(db, [cloth]);
});

test('the night’s backup is taken and proven by the process that is asked to', async ({
  as,
  db,
  other: _asked,
}) => {
  const state = async () => (await as.super.get('/api/v1/admin/backups')).json();
  // As the clock does at three.
  await db.query(`select enqueue_job('backup', '{}')`);
  try {
    await expect.poll(state, { timeout: 25_000 }).toMatchObject({
      last: { isSealed: false },
      proven: { at: expect.any(String) },
      failure: null,
    });
    expect((await as.admin.get('/api/v1/admin/backups')).status()).toBe(403);
  } finally {
    await db.query(`delete from backups; delete from pgboss.schedule where name = 'backup'`);
  }
});
