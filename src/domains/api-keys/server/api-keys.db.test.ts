import { createRouterClient } from '@orpc/server';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { sentenceOf } from '#domains/accounts/activity.ts';
import { callerOfKey } from '#platform/auth/api-key/api-key.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { createLog } from '#platform/log.ts';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Role } from '#shared/caller.ts';
import type { Scope } from '#shared/scopes.ts';
import { apiKeysRouter } from './router.ts';

let database: Database;
let close: () => Promise<void>;
let owner: pg.Client;
const log = createLog('silent');
const ids = { ada: uuidv7(), bola: uuidv7(), chi: uuidv7() };

beforeAll(async () => {
  ({ database, owner, close } = await openTestDatabase());
  for (const [name, id] of Object.entries(ids))
    await owner.query(
      `insert into profiles (id, email, first_name, role) values ($1, $2 || '@shop.test', $2, $3)`,
      [id, name, name === 'chi' ? 'admin' : 'super_admin'],
    );
});
afterAll(() => close());
beforeEach(async () => {
  await owner.query('truncate api_keys, limits, sessions, account_events cascade');
  await owner.query(`update profiles set role = 'super_admin', banned = false where id = $1`, [ids.ada]);
});

/** The session of a user, which has a reauthentication or not. */
async function sessionOf(name: keyof typeof ids, isReauthenticated = true): Promise<string> {
  const id = uuidv7();
  await database.auth.execute(
    sql`insert into sessions (id, user_id, token, expires_at, reauthenticated_at)
      values (${id}, ${ids[name]}, ${id}, now() + interval '1 day', case when ${isReauthenticated} then now() end)`,
  );
  return id;
}

const as = (name: keyof typeof ids, role: Role = 'super_admin', session?: string) =>
  createRouterClient(
    apiKeysRouter({
      database,
      auth: {
        sessionOf: async () => ({ userId: ids[name], sessionId: session ?? (await sessionOf(name)) }),
      },
    }),
    {
      context: testContext(
        { userId: ids[name], role },
        { headers: new Headers({ 'user-agent': 'Test browser' }) },
      ),
    },
  );
const make = async (scopes: Scope[] = ['orders:read'], name = 'Accounting', id = uuidv7()) => ({
  id,
  ...(await as('ada').createKey({ id, name, scopes, days: 30 })),
});
const callerOf = (key: string, ip = '192.0.2.9') =>
  callerOfKey({ database, limits: createLimits(database.web), log }, `Bearer ${key}`, ip);

test('AGENT-02 a key is answered once, stored as a hash, and listed by its beginning and its last day', async () => {
  const { id, key } = await make(['orders:read', 'orders:read', 'products:write']);
  expect(key).toMatch(/^aso_[\w-]{43}$/);
  const stored = JSON.stringify((await owner.query('select * from api_keys')).rows);
  expect(stored).not.toContain(key.slice(10));
  const listed = async () => (await as('bola').listKeys({})).items;
  expect(await listed()).toEqual([
    {
      ...{ id, name: 'Accounting', prefix: key.slice(0, 10), scopes: ['orders:read', 'products:write'] },
      ...{ createdBy: 'ada', createdAt: expect.any(String), expiresAt: expect.any(String) },
      ...{ lastUsedOn: null, revokedAt: null },
    },
  ]);
  expect(await callerOf(key)).toEqual({
    userId: ids.ada,
    role: 'admin',
    apiKey: { id, scopes: ['orders:read', 'products:write'] },
  });
  await expect.poll(async () => (await listed())[0]?.lastUsedOn).toBe(new Date().toISOString().slice(0, 10));
  await expect(make(['orders:read'], 'Again', id)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('AGENT-02 each key needs a reauthentication of its own', async () => {
  const input = () => ({
    id: uuidv7(),
    name: 'Accounting',
    scopes: ['orders:read' as const],
    days: 30 as const,
  });
  const stolen = await sessionOf('ada', false);
  const refused = { code: 'REAUTHENTICATION_REQUIRED' };
  await expect(as('ada', 'super_admin', stolen).createKey(input())).rejects.toMatchObject(refused);
  const proven = as('ada', 'super_admin', await sessionOf('ada'));
  const made = await Promise.allSettled([proven.createKey(input()), proven.createKey(input())]);
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(proven.createKey(input())).rejects.toMatchObject(refused);
  expect((await owner.query('select from api_keys')).rowCount).toBe(1);
});

test('AGENT-02 the audit log says who made and revoked a key, and from where', async () => {
  const { id } = await make(['orders:read', 'products:read']);
  await as('bola').revokeKey({ id });
  // Also what somebody does at the server.
  await owner.query(`insert into api_keys (id, name, prefix, hash, scopes, created_by)
    values (gen_random_uuid(), 'By hand', 'aso_abcdef', repeat('0', 64), '{orders:read}', '${ids.ada}')`);
  const { rows } = await owner.query(
    'select kind, matter, user_id, actor_id, ip_address, user_agent, detail from account_events order by created_at, id',
  );
  const detail = { name: 'Accounting', scopes: 'orders:read, products:read' };
  const from = { matter: 'rights', ip_address: '192.0.2.1', user_agent: 'Test browser', user_id: ids.ada };
  expect(rows).toEqual([
    { ...from, kind: 'api_key_made', actor_id: null, detail },
    { ...from, kind: 'api_key_revoked', actor_id: ids.bola, detail },
    expect.objectContaining({ kind: 'api_key_made', actor_id: null, ip_address: null }),
  ]);
  expect(rows.map(sentenceOf)).toEqual([
    'Made an API key “Accounting”',
    'Revoked an API key “Accounting”',
    'Made an API key “By hand”',
  ]);
});

test('AGENT-02 a key that is revoked, expired or wrong, or whose maker lost their role, opens nothing', async () => {
  const { id, key } = await make();
  for (const [end, back] of [
    [`update api_keys set expires_at = now()`, `update api_keys set expires_at = null`],
    [
      `update profiles set role = 'admin' where id = '${ids.ada}'`,
      `update profiles set role = 'super_admin' where id = '${ids.ada}'`,
    ],
    [
      `update profiles set banned = true where id = '${ids.ada}'`,
      `update profiles set banned = false where id = '${ids.ada}'`,
    ],
  ] as const) {
    await owner.query(end);
    await expect(callerOf(key), end).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
    await owner.query(back);
    await callerOf(key);
  }
  const another = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
  for (const wrong of [
    another,
    key.slice(4),
    `${key} `,
    '',
    (await owner.query('select hash from api_keys')).rows[0].hash,
  ])
    await expect(callerOf(wrong), wrong).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
  const revoked = await Promise.allSettled([as('bola').revokeKey({ id }), as('ada').revokeKey({ id })]);
  expect(revoked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(callerOf(key)).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
  expect((await as('ada').listKeys({})).items).toMatchObject([{ id, revokedAt: expect.any(String) }]);
});

test('AGENT-02 a key has 300 requests a minute, and a network 100 refused keys an hour', async () => {
  const { key } = await make();
  const wrong = 'aso_nothing';
  await callerOf(key);
  await expect(callerOf(wrong)).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
  // In this window and in the next, which may begin before the next request.
  await owner.query(`update limits set hits = case when key like '%refused%' then 99 else 299 end;
    insert into limits select key, window_start + case when key like '%refused%' then interval '1 hour' else interval '1 minute' end, hits from limits`);
  await callerOf(key);
  await expect(callerOf(wrong)).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
  await owner.query('update limits set hits = hits + 1 where hits in (99, 299)');
  await expect(callerOf(key)).rejects.toMatchObject({ name: 'RateLimited' });
  await expect(callerOf(wrong)).rejects.toMatchObject({ name: 'RateLimited' });
  await expect(callerOf(wrong, '192.0.2.10')).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
});

test('AGENT-02 only super admins make, see and revoke keys, in the database too', async () => {
  const { id } = await make();
  await expect(as('chi', 'admin').listKeys({})).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  // With a role that is not theirs.
  expect((await as('chi').listKeys({})).items).toEqual([]);
  await expect(as('chi').revokeKey({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(
    as('chi').createKey({ id: uuidv7(), name: 'x', scopes: ['orders:read'], days: null }),
  ).rejects.toThrow();
  const asAda = (statement: string, apiKey?: string) =>
    database.asCaller(
      { userId: ids.ada, role: 'super_admin', ...(apiKey && { apiKey: { id: apiKey, scopes: [] } }) },
      (tx) => tx.execute(sql.raw(statement)),
    );
  for (const statement of [
    'select hash from api_keys',
    `update api_keys set scopes = '{products:write}'`,
    'update api_keys set revoked_at = null',
    'delete from api_keys',
    `insert into api_keys (id, name, prefix, hash, scopes, created_by)
      values (gen_random_uuid(), 'x', 'aso_abcdef', repeat('0', 64), '{orders:read}', '${ids.bola}')`,
  ])
    await expect(asAda(statement), statement).rejects.toThrow();
  // A key of a super admin is an admin: it makes no keys.
  expect((await asAda('select id from api_keys', id)).rows).toEqual([]);
  expect((await asAda('select id from api_keys')).rows).toEqual([{ id }]);
});

test('AGENT-02 there are at most 50 keys that are not revoked, also of many made at once', async () => {
  const made = await Promise.allSettled(
    Array.from({ length: 55 }, (_, at) => make(['orders:read'], `Key ${at}`)),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  const [first] = (await as('ada').listKeys({})).items;
  await as('ada').revokeKey({ id: first!.id });
  await make();
  await expect(make()).rejects.toMatchObject({ code: 'LIST_FULL' });
});

test('AGENT-02 the history names the key', async () => {
  const { id, key } = await make(['products:write'], 'Stock counter');
  const caller = await callerOf(key);
  await owner.query('truncate change_sets, changes');
  const change = () => ({ operation: 'catalog.createProduct', summary: 'Added {products}' });
  await database.asCaller({ ...caller, change }, (tx) =>
    tx.execute(
      sql.raw(
        `insert into products (id, name, description, price) values (gen_random_uuid(), 'Shirt', 'x', 1)`,
      ),
    ),
  );
  const { rows } = await owner.query('select actor_id, actor_name, summary from change_sets');
  expect(rows).toEqual([
    { actor_id: ids.ada, actor_name: 'API key “Stock counter”', summary: 'Added Shirt' },
  ]);
  // The next transaction of the connection is no key's.
  await database.asCaller({ userId: ids.ada, role: 'super_admin' }, (tx) =>
    tx.execute(sql.raw(`update products set name = 'Blouse'`)),
  );
  const names = await owner.query('select actor_name from change_sets order by at');
  expect(names.rows.map((row) => row.actor_name)).toEqual(['API key “Stock counter”', 'ada']);
  expect(id).toBe(caller.apiKey?.id);
});
