import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { ORIGIN, testAuth } from '#domains/accounts/server/sign-in/test-auth.ts';
import { type Question, testAuthenticator } from '#platform/auth/passkey/test-authenticator.ts';
import { createChanges } from '#platform/changes/changes.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { createLog } from '#platform/log.ts';
import { createRealtime } from '#platform/realtime/realtime.ts';
import type { Caller } from '#shared/caller.ts';
import type { OperationMeta } from '#shared/route.ts';
import { createAppRouter, type RouterDeps } from './app-router.ts';
import { contract } from './contract.ts';
import { api } from './http/api.ts';
import { events } from './http/events.ts';
import type { RequestVariables } from './http/request-variables.ts';

const auths = testAuth(() => ({ adminsNeedTwoStep: true }));
const log = createLog('silent');

/**
 * The API and the event stream as the shop serves them. Refused operations need no services behind the access check.
 */
function serve() {
  const changes = createChanges({ url: auths.url, log });
  const realtime = createRealtime({ changes, log, ownersOf: async () => new Map() });
  const router = createAppRouter({
    database: auths.database,
    auth: auths.auth,
    orders: { database: auths.database, limits: createLimits(auths.database.web) },
  } as unknown as RouterDeps);
  const app = new Hono<{ Variables: RequestVariables }>();
  app.route('/', events({ realtime, findCaller: (request) => auths.auth.callerOf(request.headers) }));
  app.route(
    '/',
    api({
      router,
      shop: { name: 'A shop', publicUrl: 'http://shop.test', currency: 'EUR' },
      contextOf: (request, requestId, ipAddress) => ({
        requestId,
        ipAddress,
        headers: request.headers,
        responseHeaders: new Headers(),
        log,
        findCaller: () => auths.auth.callerOf(request.headers),
      }),
    }),
  );
  return {
    app,
    async close() {
      realtime.close();
      await changes.close();
    },
  };
}

/** An order of one item of a customer who is not signed in here. */
async function orderOfOther() {
  const [customer, order, item] = [randomUUID(), randomUUID(), randomUUID()];
  await auths.owner.query(`insert into profiles (id, email) values ($1, 'other@shop.test')`, [customer]);
  await auths.owner.query(
    `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
      values ($1, '0001', $2, 'Bola Ade', 'other@shop.test', gen_random_uuid(), '')`,
    [order, customer],
  );
  await auths.owner.query(
    `insert into order_items (id, order_id, product_id, position, product_name, product_price, list_price, product_image)
      values ($1, $2, gen_random_uuid(), 0, 'Agbada', 100, 100, '/uploads/a.jpg')`,
    [item, order],
  );
  return { order, item };
}

/** The admin operations, as paths below /api/rpc. */
const ADMIN = Object.entries(contract).flatMap(([domain, operations]) =>
  Object.entries(operations).flatMap(([name, operation]) => {
    const { access } = (operation as { '~orpc': { meta: OperationMeta } })['~orpc'].meta;
    return access === 'admin' || access === 'super_admin' ? [`${domain}/${name}`] : [];
  }),
);

test('when admins need a second factor, a password alone permits no admin operation, no upload and no admin events', async () => {
  const { one, id } = await auths.signedIn();
  await auths.owner.query(`update profiles set role = 'super_admin' where id = $1`, [id]);
  const { app, close } = serve();
  const headers = () => {
    const all = one.headers();
    all.set('content-type', 'application/json');
    return all;
  };
  const ask = async (path: string, json: object = {}) => {
    const body = JSON.stringify({ json });
    const answer = await app.request(`/api/rpc/${path}`, { method: 'POST', headers: headers(), body });
    return { status: answer.status, body: (await answer.json()) as { json: Record<string, unknown> } };
  };
  const topics = async () => {
    const answer = await app.request('/api/events?topics=catalog,people,messages', { headers: headers() });
    let received = '';
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      received += part;
      if (/data: .+\n/.test(received)) break;
    }
    const [, data] = /data: (.+)/.exec(received) ?? [];
    return Object.keys(JSON.parse(data ?? '{}'));
  };
  const setSignIn = (method: string, secondFactor: string | null) =>
    auths.owner.query('update sessions set sign_in_method = $2, second_factor = $3 where user_id = $1', [
      id,
      method,
      secondFactor,
    ]);
  try {
    expect(ADMIN.length).toBeGreaterThan(40);
    await setSignIn('password', null);
    for (const path of ADMIN) {
      const { status, body } = await ask(path);
      expect([path, status, body.json.code]).toEqual([path, 403, 'NO_PERMISSION']);
    }
    // Nor what a customer may do, with the orders of others.
    const { item, order } = await orderOfOther();
    expect((await ask('orders/get', { id: order })).status).toBe(404);
    expect((await ask('orders/updateNote', { id: item, note: 'In red' })).status).toBe(403);
    // Below the operations too.
    const ordersSeenBy = (caller: Caller) =>
      auths.database.asCaller(caller, async (tx) => (await tx.execute(sql`select from orders`)).rowCount);
    expect(await ordersSeenBy({ userId: id, role: 'user', withheld: 'super_admin' })).toBe(0);
    expect(await ordersSeenBy({ userId: id, role: 'super_admin' })).toBe(1);
    // Upload bodies larger than a customer may send are not read either.
    const large = await ask('catalog/uploadImage', { file: 'x'.repeat(300_000) });
    expect(large.status).toBe(413);
    expect(await topics()).toEqual(['catalog']);
    expect((await ask('accounts/isSuperAdmin', { userId: id })).body.json).toBe(false);
    expect((await ask('accounts/me')).body.json).toMatchObject({ role: 'user', withheldRole: 'super_admin' });

    for (const [method, secondFactor] of [
      ['password', 'app'],
      ['single_sign_on', 'backup_code'],
      ['password', 'remembered'],
      ['passkey', null],
    ] as const) {
      await setSignIn(method, secondFactor);
      expect((await ask('users/listUsers')).status).toBe(200);
      expect(await topics()).toEqual(['catalog', 'people', 'messages']);
    }
    const me = await ask('accounts/me');
    expect(me.body.json).toMatchObject({ role: 'super_admin' });
    expect(me.body.json).not.toHaveProperty('withheldRole');
    await setSignIn('single_sign_on', null);
    expect((await ask('users/listUsers')).status).toBe(403);
  } finally {
    await close();
  }
});

test('a password alone neither adds a factor to an account of the staff that has a passkey, nor removes the passkey', async () => {
  const { one, id, email, password } = await auths.signedIn({ password: 'long-enough-for-staff' });
  const device = testAuthenticator(ORIGIN);
  const optionsFor = async (browser: typeof one, what: 'register' | 'authenticate') => {
    const answer = await browser.get(`/api/auth/passkey/generate-${what}-options`);
    return { status: answer.status, body: (await answer.json()) as Question & { code?: string } };
  };
  await auths.reauthenticate(one, password);
  const { body: creation } = await optionsFor(one, 'register');
  const added = await one.post('/api/auth/passkey/verify-registration', device.create(creation));
  expect(added.status).toBe(200);
  await auths.owner.query(`update profiles set role = 'super_admin' where id = $1`, [id]);

  const thief = auths.browser();
  expect((await thief.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  await auths.reauthenticate(thief, password);
  const refused = { status: 403, body: { code: 'PASSKEY_FIRST' } };
  expect(await thief.post('/api/auth/two-factor/enable', { password })).toMatchObject(refused);
  expect(await optionsFor(thief, 'register')).toMatchObject(refused);
  const { id: passkey } = added.body as { id: string };
  expect(await thief.post('/api/auth/passkeys/remove', { id: passkey })).toMatchObject(refused);

  const owner = auths.browser();
  const { body: request } = await optionsFor(owner, 'authenticate');
  expect((await owner.post('/api/auth/passkey/verify-authentication', device.get(request))).status).toBe(200);
  await auths.reauthenticate(owner, password);
  expect((await owner.post('/api/auth/two-factor/enable', { password })).status).toBe(200);
});

test('a customer does not need a second factor', async () => {
  const { one } = await auths.signedIn();
  expect(await auths.auth.callerOf(one.headers())).toEqual({ userId: expect.any(String), role: 'user' });
});
