import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { testAuth } from '#platform/auth/test-auth.ts';
import { createChanges } from '#platform/changes/changes.ts';
import { createLog } from '#platform/log.ts';
import { createRealtime } from '#platform/realtime/realtime.ts';
import type { OperationMeta } from '#shared/route.ts';
import { createAppRouter, type RouterDeps } from './app-router.ts';
import { contract } from './contract.ts';
import { api } from './http/api.ts';
import { events } from './http/events.ts';
import type { RequestVariables } from './http/request-variables.ts';

const auths = testAuth(() => ({ adminsNeedTwoStep: true }));
const log = createLog('silent');

/** The API and the stream of events as the shop serves them. What is refused at the gate needs nothing behind it. */
function serve() {
  const changes = createChanges({ url: auths.url, log });
  const realtime = createRealtime({ changes, log, ownersOf: async () => new Map() });
  const router = createAppRouter({
    database: auths.database,
    auth: auths.auth,
    orders: { database: auths.database },
  } as unknown as RouterDeps);
  const app = new Hono<{ Variables: RequestVariables }>();
  app.route('/', events({ realtime, findCaller: (request) => auths.auth.callerOf(request.headers) }));
  app.route(
    '/',
    api({
      router,
      publicUrl: 'http://shop.test',
      contextOf: (request, requestId, address) => ({
        requestId,
        address,
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

/** The operations of the back office, as paths below /api/rpc. */
const ADMIN = Object.entries(contract).flatMap(([domain, operations]) =>
  Object.entries(operations).flatMap(([name, operation]) => {
    const { access } = (operation as { '~orpc': { meta: OperationMeta } })['~orpc'].meta;
    return access === 'admin' || access === 'super_admin' ? [`${domain}/${name}`] : [];
  }),
);

test('where admins need a second step, a password alone opens no operation of the back office, no upload and no stream', async () => {
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
    let said = '';
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      said += part;
      if (/data: .+\n/.test(said)) break;
    }
    const [, data] = /data: (.+)/.exec(said) ?? [];
    return Object.keys(JSON.parse(data ?? '{}'));
  };
  const comeBy = (way: string, secondFactor: string | null) =>
    auths.owner.query('update sessions set way = $2, second_step = $3 where user_id = $1', [
      id,
      way,
      secondFactor,
    ]);
  try {
    expect(ADMIN.length).toBeGreaterThan(40);
    await comeBy('password', null);
    for (const path of ADMIN) {
      const { status, body } = await ask(path);
      expect([path, status, body.json.code]).toEqual([path, 403, 'NO_PERMISSION']);
    }
    // Nor is the body of an upload read that is larger than a customer's.
    const large = await ask('catalog/uploadImage', { file: 'x'.repeat(300_000) });
    expect(large.status).toBe(413);
    expect(await topics()).toEqual(['catalog']);
    expect((await ask('accounts/isSuperAdmin', { userId: id })).body.json).toBe(false);
    expect((await ask('accounts/me')).body.json).toMatchObject({ role: 'user', withheldRole: 'super_admin' });

    for (const [way, secondFactor] of [
      ['password', 'app'],
      ['single_sign_on', 'backup_code'],
      ['password', 'remembered'],
      ['passkey', null],
    ] as const) {
      await comeBy(way, secondFactor);
      expect((await ask('users/listUsers')).status).toBe(200);
      expect(await topics()).toEqual(['catalog', 'people', 'messages']);
    }
    const me = await ask('accounts/me');
    expect(me.body.json).toMatchObject({ role: 'super_admin' });
    expect(me.body.json).not.toHaveProperty('withheldRole');
    await comeBy('single_sign_on', null);
    expect((await ask('users/listUsers')).status).toBe(403);
  } finally {
    await close();
  }
});

test('a shopper is asked for nothing more', async () => {
  const { one } = await auths.signedIn();
  expect(await auths.auth.callerOf(one.headers())).toEqual({ userId: expect.any(String), role: 'user' });
});
