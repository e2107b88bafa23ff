import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { v4 as uuid } from 'uuid';
import { freePort } from '#platform/postgres/free-port.ts';
import { installedCaddy } from '../../tools/caddy.ts';
import { freePlaces, startProxy } from '../../tools/proxy.ts';
import { anotherProcess } from '../another-process.ts';
import { PASSWORD } from '../journey.ts';
import { addProduct, addUser, deleteUsers, removeProducts } from '../shopper.ts';
import { test as base, expect } from './shop.ts';

interface Behind {
  /** Two processes over one database behind Debian's Caddy with its default configuration. */
  two: { url: string; processes: [string, string]; metrics: string[] };
  /** Signed-out clients: of the first process, of the second, and of the proxy. */
  at: { one: APIRequestContext; two: APIRequestContext; front: APIRequestContext };
}

const test = base.extend<Pick<Behind, 'at'>, Pick<Behind, 'two'>>({
  two: [
    async ({}, use) => {
      const caddy = installedCaddy();
      if (!caddy.path) throw new Error(`no Caddy found; install it with: ${caddy.fix}`);
      await using cleanups = new AsyncDisposableStack();
      const places = await freePlaces();
      const metricsPorts = await Promise.all([freePort(), freePort()]);
      const processes = await Promise.all(
        places.ports.map(async (port, n) =>
          cleanups.use(
            await anotherProcess({
              PORT: String(port),
              PUBLIC_URL: places.url,
              TRUSTED_PROXIES: '127.0.0.1',
              METRICS_PORT: String(metricsPorts[n]),
              BACKUP_AT: '03:00',
            }),
          ),
        ),
      );
      // Started after them, so that its first health check succeeds.
      cleanups.defer(await startProxy(caddy.path, places));
      await use({
        url: places.url,
        processes: [processes[0]!.url, processes[1]!.url],
        metrics: metricsPorts.map((port) => `http://127.0.0.1:${port}/metrics`),
      });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  at: async ({ two: { url, processes }, playwright }, use) => {
    const [one, two, front] = await Promise.all(
      [...processes, url].map((baseURL) =>
        playwright.request.newContext({ baseURL, extraHTTPHeaders: { origin: url } }),
      ),
    );
    await use({ one: one!, two: two!, front: front! });
    await Promise.all([one, two, front].map((client) => client!.dispose()));
  },
});
test.afterAll(async ({ db }) => deleteUsers(db, 'user-%@example.com'));

const me = '/api/v1/me';
const signIn = (client: APIRequestContext, email: string, password = PASSWORD) =>
  client.post('/api/auth/sign-in/email', { data: { email, password } });

test('through the proxy a session is valid in both processes, and each answers part of the requests', async ({
  at,
  db,
  two,
}) => {
  const { email } = await addUser(db);
  expect((await signIn(at.front, email)).status()).toBe(200);
  for (let n = 0; n < 30; n++) expect(await (await at.front.get(me)).json()).toMatchObject({ email });
  for (const metrics of two.metrics) {
    const text = await (await at.front.get(metrics)).text();
    const answered = /^aso_http_requests_total\{route="\/api\/v1\/me",status="200"\} (\d+)$/m.exec(text)?.[1];
    expect(Number(answered)).toBeGreaterThan(3);
  }
});

test('the processes use the proxy’s URL in redirects, pages and images', async ({ at, db, two }) => {
  const moved = await at.front.get('/cart', { maxRedirects: 0 });
  expect(new URL(moved.headers().location!, two.url).href).toBe(`${two.url}/wishlist`);
  const { email } = await addUser(db, 'admin');
  await signIn(at.front, email);
  const cloth = await addProduct(db);
  const image = sharp({ create: { width: 30, height: 40, channels: 3, background: '#7a3b1d' } });
  const file = { name: 'agbada.jpg', mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() };
  const stored = await at.front.post(`/api/v1/admin/products/${cloth.id}/images`, { multipart: { file } });
  expect(stored.status(), await stored.text()).toBe(200);
  const { url } = await stored.json();
  const shown = await at.front.get(new URL(url, two.url).href);
  expect([shown.status(), shown.url().startsWith(two.url)]).toEqual([200, true]);
  const page = await (await at.front.get(`/products/${cloth.id}`)).text();
  expect(/<meta property="og:image" content="([^"]*)"/.exec(page)?.[1]).toMatch(new RegExp(`^${two.url}/`));
  expect((await at.front.delete(`/api/v1/admin/products/${cloth.id}`)).status()).toBe(200);
});

test('a limit counts the IP address that connects to the proxy, whatever the headers claim', async ({
  db,
  two,
}) => {
  const body = JSON.stringify({
    idempotencyKey: uuid(),
    name: 'Ada Obi',
    email: 'ada@example.com',
    subject: 'A wedding',
    message: 'Twelve of us need cloth.',
  });
  const asking = request(`${two.url}/api/v1/contact`, {
    method: 'POST',
    // Another local address than the proxy's own.
    localAddress: '127.0.0.2',
    family: 4,
    headers: { 'content-type': 'application/json', origin: two.url, 'x-forwarded-for': '203.0.113.9' },
  });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(200);
  const { rows } = await db.query(`select key from limits where key like 'contact:%'`);
  expect(rows).toEqual([{ key: 'contact:127.0.0.2' }]);
});

test('a session created at one process is valid at the other, and signed out at both', async ({ at, db }) => {
  const { email } = await addUser(db);
  expect((await signIn(at.one, email)).status()).toBe(200);
  // Cookies are not scoped to a port.
  const { cookies } = await at.one.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  expect(await (await at.two.get(me, { headers: { cookie } })).json()).toMatchObject({ email });
  expect((await at.two.post('/api/auth/sign-out', { data: {}, headers: { cookie } })).status()).toBe(200);
  for (const process of [at.one, at.two])
    expect(await (await process.get(me, { headers: { cookie } })).json()).toBeNull();
});

test('a change at one process invalidates the other’s pages within a second', async ({ at, as }) => {
  const { categories } = await (await as.admin.get('/api/v1/admin/categories')).json();
  const given = {
    name: `Woven ${uuid().slice(0, 8)}`,
    description: 'By hand.',
    price: 7_300,
    category: { id: categories[0].id },
    featured: false,
  };
  const product = await (await as.admin.post('/api/v1/admin/products', { data: given })).json();
  const page = `/products/${product.id}`;
  expect(await (await at.two.get(page)).text()).toContain('₦7,300.00');
  const asked = performance.now();
  expect((await at.two.get(`/products?search=${uuid()}`)).status()).toBe(200);
  const render = performance.now() - asked;
  const began = performance.now();
  const data = { ...given, price: 8_450, version: product.version };
  const saved = await as.admin.put(`/api/v1${page}`, { data });
  expect(saved.status(), await saved.text()).toBe(200);
  await expect
    .poll(async () => (await at.two.get(page)).text(), { intervals: [25], timeout: 20_000 })
    .toContain('₦8,450.00');
  // A second; on a busy machine the time of twenty pages that are rendered.
  expect(performance.now() - began).toBeLessThan(Math.max(1_000, 20 * render));
  await as.admin.delete(`/api/v1${page}`);
});

test('a limit counts requests to both processes', async ({ at, db }) => {
  const { email } = await addUser(db);
  const statuses: number[] = [];
  for (let n = 0; n < 30 && statuses.at(-1) !== 429; n++)
    statuses.push((await signIn(n % 2 ? at.two : at.one, email, 'not-the-password')).status());
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.length).toBeGreaterThan(5);
  for (const process of [at.one, at.two]) {
    const answer = await signIn(process, email);
    expect(answer.status()).toBe(429);
    expect(await answer.json()).toMatchObject({ code: 'PROOF_REQUIRED' });
  }
});

test('one order sent to both processes at once is one order', async ({ at, db }) => {
  const { email, id } = await addUser(db);
  const cloth = await addProduct(db, { price: 7_300 });
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
  await removeProducts(db, [cloth]);
});

test('the nightly backup is made and verified by the process that gets the job', async ({
  as,
  db,
  two: _asked,
}) => {
  const state = async () => (await as.super.get('/api/v1/admin/backups')).json();
  // As the schedule does at three.
  await db.query(`select enqueue_job('backup', '{}')`);
  try {
    await expect.poll(state, { timeout: 25_000 }).toMatchObject({
      last: { isSealed: false },
      verified: { at: expect.any(String) },
      failure: null,
    });
    expect((await as.admin.get('/api/v1/admin/backups')).status()).toBe(403);
  } finally {
    await db.query(`delete from backups; delete from pgboss.schedule where name = 'backup'`);
  }
});
