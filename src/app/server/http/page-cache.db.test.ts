import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { createAccountAuth } from '#domains/accounts/server/account-rules.ts';
import { createChanges } from '#platform/changes/changes.ts';
import { clockIn } from '#platform/clock.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { createLog } from '#platform/log.ts';
import { debianPostgres } from '#platform/postgres/binaries.ts';
import type { ShopDatabaseUrls } from '#platform/postgres/cluster-roles.ts';
import { startPostgres } from '#platform/postgres/start-postgres.ts';
import { connectOwner, createTestDatabase, urlsAt } from '#platform/postgres/test-database.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import { openTcpProxy } from '#platform/test-tcp-proxy.ts';
import { splitReference } from '#shared/reference.ts';
import { eventually } from '#shared/test-eventually.ts';
import { createAppRouter, type RouterDeps } from '../app-router.ts';
import { api } from './api.ts';
import { createPageCache } from './page-cache.ts';
import type { RequestVariables } from './request-variables.ts';

const NOTICE = 'prices are checked when you order';
const log = createLog('silent');
const atEnd: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of atEnd.splice(0).reverse()) await end();
});

/** A page with the category names, cached like the shop's pages. `pass` advances only its clock. */
async function shopOn(urls: ShopDatabaseUrls, patience?: number) {
  const database = await openDatabase(urls, { patience });
  const changes = createChanges({ url: urls.url, log, patience, probeEvery: patience });
  atEnd.push(
    () => database.close(),
    () => changes.close(),
  );
  await changes.ready;
  let passed = 0;
  const cache = createPageCache({
    clock: clockIn('Africa/Lagos', () => new Date(Date.now() + passed)),
    log,
    changes: { ...changes, silentFor: () => changes.silentFor() + passed },
  });
  let renders = 0;
  const render = async () => {
    renders++;
    const { rows } = await database.webPool.query('select name from categories order by name');
    return {
      status: 200,
      headers: new Headers({ 'content-type': 'text/html' }),
      body: `<body><p id="unchecked"></p>${rows.map(({ name }) => name).join(', ')}`,
      tags: ['categories'],
    };
  };
  return {
    database,
    changes,
    cache,
    renders: () => renders,
    pass(ms: number) {
      passed += ms;
    },
    async read() {
      const answer = await cache.serve('/', new Request('http://shop.test/'), render);
      return { control: answer.headers.get('cache-control'), text: await answer.text() };
    },
  };
}

const add = (owner: pg.Client, name: string) =>
  owner.query('insert into categories (id, name, slug) values ($1, $2, $2)', [randomUUID(), name]);

test('a process that receives no changes but can query shows no page older than five seconds', async () => {
  const testDatabase = await createTestDatabase();
  atEnd.push(() => testDatabase.drop());
  const owner = await connectOwner(testDatabase.url);
  const name = new URL(testDatabase.url).pathname.slice(1);
  const elsewhere = new URL(testDatabase.url);
  elsewhere.pathname = '/postgres';
  const server = await connectOwner(elsewhere.href);
  atEnd.push(
    () => owner.end(),
    () => server.end(),
  );
  const shop = await shopOn(testDatabase);
  await add(owner, 'agbada');
  await shop.changes.waitForInvalidation();
  expect((await shop.read()).text).toContain('agbada');

  // New connections are refused; those of the requests remain.
  await server.query(`alter database ${name} allow_connections false`);
  await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aso-house changes' and datname = current_database()",
  );
  await eventually(() => expect(shop.changes.isListening()).toBe(false));
  await add(owner, 'kaftan');
  const soon = await shop.read();
  expect([soon.text.includes('kaftan'), soon.text.includes(NOTICE)]).toEqual([false, false]);
  shop.pass(5_000);
  const later = await shop.read();
  expect(later).toMatchObject({
    text: expect.stringContaining('kaftan'),
    control: 'public, max-age=0, must-revalidate',
  });
  expect(later.text).not.toContain(NOTICE);

  // The process's own writes are visible at once, even within the first seconds.
  shop.pass(-5_000);
  await shop.read();
  await add(owner, 'gele');
  await shop.cache.waitForInvalidation();
  expect((await shop.read()).text).toContain('gele');

  await server.query(`alter database ${name} allow_connections true`);
  await eventually(() => expect(shop.changes.isListening()).toBe(true));
  expect(shop.cache.counts.entries).toBe(0);
  await shop.read();
  const renders = shop.renders();
  await shop.read();
  expect(shop.renders()).toBe(renders);
});

test('a network that drops packets is an unavailable database: cached pages with a notice, then everything is rendered again', async () => {
  const testDatabase = await createTestDatabase();
  const proxy = await openTcpProxy(testDatabase.url);
  atEnd.push(
    () => testDatabase.drop(),
    () => proxy.close(),
  );
  const owner = await connectOwner(testDatabase.url);
  const shop = await shopOn(urlsAt(proxy.url), 200);
  await add(owner, 'agbada');
  await shop.changes.waitForInvalidation();
  const before = await shop.read();
  proxy.silence();
  await add(owner, 'kaftan');
  await owner.end();
  await eventually(() => expect(shop.changes.isListening()).toBe(false));
  expect(await shop.read()).toEqual(before);
  shop.pass(5_000);
  expect(await shop.read()).toMatchObject({ text: expect.stringContaining(NOTICE), control: 'no-store' });

  proxy.open();
  await eventually(() => expect(shop.changes.isListening()).toBe(true));
  shop.pass(-5_000);
  expect(await shop.read()).toMatchObject({
    text: expect.stringContaining('kaftan'),
    control: before.control,
  });
});

test('while PostgreSQL is stopped pages can be read, writes get 503 with Retry-After, and afterwards everything works', {
  timeout: 120_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'aso-away-'));
  atEnd.push(() => rm(dataDir, { recursive: true, force: true }));
  await chmod(dataDir, 0o711);
  const binaries = process.env.TEST_POSTGRES === '15' ? debianPostgres()! : undefined;
  const start = () => startPostgres({ dataDir, log: () => {}, durable: false, binaries });
  let postgres = await start();
  atEnd.push(() => postgres.stop());
  await migrate(postgres.url);

  // After a restart it may have another port.
  const proxy = await openTcpProxy(() => postgres.url);
  atEnd.push(() => proxy.close());

  const owner = new pg.Client(postgres.url);
  await owner.connect();
  await add(owner, 'agbada');
  await owner.end();
  const shop = await shopOn(urlsAt(proxy.url, postgres));
  const before = await shop.read();
  expect(before.text).toContain('agbada');

  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const auth = createAccountAuth({
    authDb: shop.database.auth,
    secret: 'a-secret-of-more-than-thirty-two-letters',
    publicUrl: 'http://shop.test',
    secureCookies: false,
    shopName: 'Aso House',
    sendMail: async () => {},
    log,
    clientIpAddress: () => '192.0.2.1',
  });
  const router = createAppRouter({
    database: shop.database,
    auth,
    limits: createLimits(shop.database.web),
    orders: { database: shop.database },
  } as unknown as RouterDeps);
  const contextOf = (request: Request, _: string, from: string): RequestContext => ({
    requestId: randomUUID(),
    ipAddress: from,
    headers: request.headers,
    responseHeaders: new Headers(),
    log,
    findCaller: async () => null,
    waitForInvalidation: shop.cache.waitForInvalidation,
  });
  const app = new Hono<{ Variables: RequestVariables }>();
  app.route(
    '/',
    api({ router, shop: { name: 'A shop', publicUrl: 'http://shop.test', currency: 'EUR' }, contextOf }),
  );
  const post = (path: string, body: object, headers = {}) =>
    new Request(`http://shop.test${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://shop.test', ...headers },
      body: JSON.stringify(body),
    });
  const write = async () =>
    app.request(
      post('/api/v1/contact', {
        idempotencyKey: randomUUID(),
        name: 'Ada Obi',
        email: 'ada@shop.test',
        subject: 'A question',
        message: 'Do you sew to measure?',
      }),
    );
  expect((await write()).status).toBe(200);

  await postgres.stop();
  await eventually(() => expect(shop.changes.isListening()).toBe(false));
  expect(await shop.read()).toEqual(before);
  for (let second = 0; second <= 30; second += 3) {
    shop.pass(3_000);
    const shown = await shop.read();
    expect(shown.text).toContain('agbada');
    if (second < 6) continue;
    expect(shown).toMatchObject({ text: expect.stringContaining(NOTICE), control: 'no-store' });
  }
  shop.pass(20 * 60_000);
  expect((await shop.read()).text).toContain('agbada');
  const signIn = (headers = {}) =>
    auth.handler(
      post('/api/auth/sign-in/email', { email: 'ada@shop.test', password: 'not-hers-at-all' }, headers),
    );
  for (const refused of [await write(), await signIn()]) {
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    const { code, message } = await refused.json();
    const { sentence, reference } = splitReference(message);
    expect([code, sentence]).toEqual(['BUSY', 'The shop is busy. Please try again.']);
    expect(lines.filter((line) => JSON.parse(line).requestId === reference)).toHaveLength(1);
  }
  // A link that the browser follows, such as the redirect back from an identity provider.
  const followed = signIn({ accept: 'text/html' });
  expect(await (await followed).text()).toContain(JSON.parse(lines.at(-1) ?? '{}').requestId);

  postgres = await start();
  await eventually(() => expect(shop.changes.isListening()).toBe(true));
  shop.pass(-(20 * 60_000 + 33_000));
  expect(await shop.read()).toEqual(before);
  expect((await write()).status).toBe(200);
});
