import { createRouterClient } from '@orpc/server';
import { type SQL, sql } from 'drizzle-orm';
import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { recordEvent } from '#platform/auth/audit/audit-log.repository.ts';
import { housekeep } from '#platform/jobs/housekeeping.ts';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Caller, Role } from '#shared/caller.ts';
import { auditLogRouter } from './router.ts';

let database: Database;
let close: () => Promise<void>;
let owner: Client;
let userIds: Record<Role, string>;

beforeAll(async () => {
  ({ database, owner, close } = await openTestDatabase());
  userIds = { user: uuidv7(), admin: uuidv7(), super_admin: uuidv7() };
  for (const [role, id] of Object.entries(userIds)) {
    await owner.query(
      `insert into profiles (id, email, first_name, last_name, role) values ($1, $2, $3, 'Ọṣun', $4)`,
      [id, `${role}@shop.test`, role === 'user' ? 'Ẹwà' : role, role],
    );
  }
});
afterAll(() => close());
beforeEach(() => owner.query('truncate account_events'));

const apiAs = (caller: Caller) =>
  createRouterClient(auditLogRouter({ database }), {
    context: testContext(caller),
  });
const as = (role: Role) => apiAs({ userId: userIds[role], role });

test('the owner reads the audit log, newest first, filtered by user and by kind', async () => {
  await recordEvent(database.auth, {
    kind: 'signed_in',
    userId: userIds.user,
    ipAddress: '192.0.2.7',
    userAgent: 'A phone',
    detail: { sign_in_method: 'passkey' },
  });
  await recordEvent(database.auth, {
    kind: 'sign_in_failed',
    userId: null,
    subject: '100%@Nowhere.example',
    detail: { reason: 'INVALID_EMAIL_OR_PASSWORD' },
  });
  await recordEvent(database.auth, {
    kind: 'password_changed',
    userId: userIds.user,
    actorId: userIds.admin,
  });
  const api = as('super_admin');
  const found = async (input: Parameters<typeof api.listEvents>[0]) =>
    (await api.listEvents(input)).items.map(({ kind }) => kind);
  const all = await api.listEvents({});
  expect(all).toMatchObject({ total: 3, page: 1, pageCount: 1, capped: false });
  expect(all.items).toMatchObject([
    {
      kind: 'password_changed',
      matter: 'account',
      actor: { id: userIds.admin, name: 'admin Ọṣun', email: 'admin@shop.test' },
    },
    { kind: 'sign_in_failed', matter: 'failure', user: null, subject: '100%@Nowhere.example', actor: null },
    {
      kind: 'signed_in',
      user: { id: userIds.user, name: 'Ẹwà Ọṣun', email: 'user@shop.test' },
      ipAddress: '192.0.2.7',
      userAgent: 'A phone',
      detail: { sign_in_method: 'passkey' },
    },
  ]);
  expect(await found({ matter: 'failure' })).toEqual(['sign_in_failed']);
  expect(await found({ search: 'EWA osun' })).toEqual(['password_changed', 'signed_in']);
  expect(await found({ search: 'nowhere' })).toEqual(['sign_in_failed']);
  expect(await found({ search: '100%' })).toEqual(['sign_in_failed']);
  expect(await found({ search: 'ewa', matter: 'sign_in' })).toEqual(['signed_in']);
  expect(await found({ search: 'nobody at all' })).toEqual([]);
});

test('users see the recent events of their own account only; the audit log is for the owner', async () => {
  for (let n = 0; n < 25; n += 1) {
    await recordEvent(database.auth, {
      kind: 'signed_in',
      userId: userIds.user,
      detail: { sign_in_method: 'password' },
    });
  }
  await recordEvent(database.auth, { kind: 'sign_in_failed', userId: userIds.admin });
  await owner.query(`update profiles set role = 'admin' where id = $1`, [userIds.user]);
  await owner.query(`update profiles set role = 'user' where id = $1`, [userIds.user]);
  const own = await as('user').recentActivity();
  expect(own).toHaveLength(20);
  expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(['signed_in']));
  expect((await as('admin').recentActivity()).map(({ kind }) => kind)).toEqual(['sign_in_failed']);
  await expect(apiAs(null).recentActivity()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' });
  for (const role of ['user', 'admin'] as const) {
    await expect(as(role).listEvents({})).rejects.toMatchObject({ code: 'NO_PERMISSION' });
    // A role that the session claims without having it.
    const impostor = apiAs({ userId: userIds[role], role: 'super_admin' });
    expect(await impostor.listEvents({})).toMatchObject({ items: [], total: 0 });
  }
});

test('events older than half a year are deleted', async () => {
  await recordEvent(database.auth, { kind: 'signed_in', userId: userIds.user });
  await owner.query(`insert into account_events (kind, matter, created_at)
    values ('signed_out', 'sign_in', now() - interval '181 days'), ('flood', 'failure', now() - interval '179 days')`);
  await housekeep(database, 'forget_sessions');
  const { rows } = await owner.query('select kind from account_events order by created_at');
  expect(rows).toEqual([{ kind: 'flood' }, { kind: 'signed_in' }]);
});

test('among 100,000 events no page, search or count scans from the first row of the table', async () => {
  await owner.query(`insert into account_events (kind, matter, user_id, subject, created_at)
    select 'signed_in', (array['sign_in', 'failure', 'account', 'rights'])[1 + n % 4],
      case when n % 50 = 0 then '${userIds.user}'::uuid end, 'someone' || n || '@example.com', now() - n * interval '1 minute'
    from generate_series(1, 100000) n`);
  await owner.query('analyze account_events');
  const plans: string[] = [];
  const spied: Database = {
    ...database,
    asCaller: (caller, work) =>
      database.asCaller(caller, (tx) =>
        work(
          new Proxy(tx, {
            get(target, name) {
              if (name !== 'execute') return Reflect.get(target, name);
              return async (query: Parameters<typeof tx.execute>[0]) => {
                const explained = await target.execute(sql`explain ${query as SQL}`);
                plans.push(explained.rows.map((row) => Object.values(row)[0]).join('\n'));
                return target.execute(query);
              };
            },
          }),
        ),
      ),
  };
  const api = createRouterClient(auditLogRouter({ database: spied }), {
    context: testContext({ userId: userIds.super_admin, role: 'super_admin' }, { ipAddress: '' }),
  });
  for (const input of [
    {},
    { page: 1000 },
    { matter: 'failure' },
    { matter: 'failure', page: 1000 },
    { search: 'someone777' },
    { search: 'osun', matter: 'account' },
  ] as const) {
    expect((await api.listEvents(input)).items.length).toBeGreaterThan(0);
  }
  await api.recentActivity();
  expect(plans).toHaveLength(13);
  expect(plans.filter((plan) => /Seq Scan on account_events/.test(plan))).toEqual([]);
});

test('the event of an account that was just deleted is written without it', async () => {
  await recordEvent(database.auth, { kind: 'signed_in', userId: uuidv7(), ipAddress: '192.0.2.9' });
  const { rows } = await owner.query('select kind, user_id, ip_address from account_events');
  expect(rows).toEqual([{ kind: 'signed_in', user_id: null, ip_address: '192.0.2.9' }]);
});
