import { call } from '@orpc/server';
import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { openTestDatabase, waitingIn } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Role } from '#shared/caller.ts';
import { usersRouter } from './router.ts';

let database: Database;
let close: () => Promise<void>;
let owner: Client;
let api: ReturnType<typeof usersRouter>;
let userIds: Record<Role, string>;

beforeAll(async () => {
  ({ database, owner, close } = await openTestDatabase());
  api = usersRouter({ database });
});
afterAll(() => close());
beforeEach(async () => {
  await owner.query('delete from profiles; delete from account_events');
  userIds = {
    user: await addUser('Ngozi', 'user'),
    admin: await addUser('Tunde', 'admin'),
    super_admin: await addUser('Adaeze', 'super_admin'),
  };
});

async function addUser(first: string, role: Role) {
  const id = uuidv7();
  await owner.query(
    `insert into profiles (id, email, first_name, last_name, role) values ($1, $2, $3, 'Obi', $4)`,
    [id, `${first}@shop.test`, first, role],
  );
  return id;
}
/** The origin of these calls in the audit log; and of commands on the server. */
const FROM = { ip_address: '127.0.0.1', user_agent: 'The owner: a browser' };
const NO_ORIGIN = { ip_address: null, user_agent: null };
const by = (userId: string, role: Role = 'super_admin') => ({
  context: testContext(
    { userId, role },
    { ipAddress: '127.0.0.1', headers: new Headers({ 'user-agent': 'The owner: a browser' }) },
  ),
});
const ban = (id: string, caller = by(userIds.super_admin), more: { reason?: string; shown?: boolean } = {}) =>
  call(api.setBanned, { id, banned: true, shown: false, ...more }, caller);
const unban = (id: string, caller = by(userIds.super_admin), shown = true) =>
  call(api.setBanned, { id, banned: false, shown }, caller);
const isBanned = async (id: string) =>
  (await owner.query('select banned from profiles where id = $1', [id])).rows[0]?.banned;
const rightsNoted = async () =>
  (
    await owner.query(
      `select kind, user_id, actor_id, ip_address, user_agent, detail from account_events where matter = 'rights'
       order by created_at, kind desc`,
    )
  ).rows;

test('a banned user loses all sessions and gets no new one; ban and unban are in the audit log, with the reason', async () => {
  const session = (id: string) =>
    owner.query(
      `insert into sessions (id, user_id, token, expires_at) values ($1::uuid, $2, $1, now() + interval '9 days')`,
      [uuidv7(), id],
    );
  await session(userIds.user);
  await session(userIds.admin);
  expect(await ban(userIds.user, undefined, { reason: '  Orders for others,\u0000 twice  ' })).toMatchObject({
    id: userIds.user,
    banned: true,
    overtaken: null,
  });
  const { rows } = await owner.query('select user_id from sessions where expires_at > now()');
  expect(rows).toEqual([{ user_id: userIds.admin }]);
  await expect(session(userIds.user)).rejects.toThrow('a banned person has no session');
  expect(await unban(userIds.user)).toMatchObject({ banned: false, overtaken: null });
  await session(userIds.user);
  expect(await rightsNoted()).toEqual([
    {
      kind: 'banned',
      user_id: userIds.user,
      actor_id: userIds.super_admin,
      ...FROM,
      detail: { reason: 'Orders for others, twice' },
    },
    { kind: 'unbanned', user_id: userIds.user, actor_id: userIds.super_admin, ...FROM, detail: {} },
  ]);
});

test('a new role is in the audit log with the IP address and browser of the acting user', async () => {
  await call(api.setRole, { id: userIds.user, role: 'admin', shown: 'user' }, by(userIds.super_admin));
  expect(await rightsNoted()).toEqual([
    {
      kind: 'role_changed',
      user_id: userIds.user,
      actor_id: userIds.super_admin,
      ...FROM,
      detail: { from: 'user', to: 'admin' },
    },
  ]);
});

test('a sign-in that runs while its user is banned fails', async () => {
  await owner.query('begin');
  await owner.query('update profiles set banned = true where id = $1', [userIds.user]);
  const late = database.authPool.query(
    `insert into sessions (id, user_id, token, expires_at) values (gen_random_uuid(), $1, 'late', now() + interval '1 day')`,
    [userIds.user],
  );
  const refused = expect(late).rejects.toThrow('a banned person has no session');
  await expect.poll(() => waitingIn(owner)).toBeGreaterThan(0);
  await owner.query('commit');
  await refused;
});

test('roles and bans by plain SQL are in the audit log as well', async () => {
  await owner.query(`update profiles set role = 'admin', banned = true where id = $1`, [userIds.user]);
  await owner.query(`update profiles set banned = banned, role = role`);
  expect(await rightsNoted()).toEqual([
    {
      kind: 'role_changed',
      user_id: userIds.user,
      actor_id: null,
      ...NO_ORIGIN,
      detail: { from: 'user', to: 'admin' },
    },
    { kind: 'banned', user_id: userIds.user, actor_id: null, ...NO_ORIGIN, detail: {} },
  ]);
});

test('users cannot ban themselves, and only the owner bans', async () => {
  await addUser('Second', 'super_admin');
  await expect(ban(userIds.super_admin)).rejects.toMatchObject({
    code: 'OWN_BAN',
    message: 'You cannot ban yourself',
  });
  for (const role of ['user', 'admin'] as const) {
    await expect(ban(userIds.user, by(userIds[role], role))).rejects.toMatchObject({ code: 'NO_PERMISSION' });
    // With direct SQL: the row of the user is writable, but not these columns; other rows are invisible.
    const execute = (statement: string) =>
      database.asCaller({ userId: userIds[role], role }, (tx) => tx.execute(sql.raw(statement)));
    const own = execute(`update profiles set banned = true where id = '${userIds[role]}'`);
    await expect(own).rejects.toMatchObject({ cause: { code: '42501' } });
    expect((await execute(`update profiles set banned = true where id <> caller()`)).rowCount).toBe(0);
  }
  await expect(database.authPool.query('update profiles set banned = true')).rejects.toThrow(
    'role and ban may not be changed',
  );
  await expect(ban(uuidv7())).rejects.toMatchObject({ code: 'PROFILE_NOT_FOUND' });
  expect((await owner.query('select from profiles where banned')).rowCount).toBe(0);
});

test('the last active super admin is neither banned nor demoted', async () => {
  const second = await addUser('Second', 'super_admin');
  expect(await ban(second)).toMatchObject({ banned: true });
  await expect(
    owner.query('update profiles set banned = true where id = $1', [userIds.super_admin]),
  ).rejects.toThrow('the last super_admin stays one');
  await expect(
    owner.query(`update profiles set role = 'user' where id = $1`, [userIds.super_admin]),
  ).rejects.toThrow('the last super_admin stays one');
  // A banned one may lose the role.
  await owner.query(`update profiles set role = 'user' where id = $1`, [second]);
  await expect(owner.query('update profiles set banned = true')).rejects.toThrow('the last super_admin');
});

test('two owners who ban each other at once: one of them stays', async () => {
  const second = await addUser('Second', 'super_admin');
  for (let round = 0; round < 5; round += 1) {
    await owner.query('update profiles set banned = false');
    const done = await Promise.allSettled([ban(second), ban(userIds.super_admin, by(second))]);
    const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toHaveLength(1);
    expect(['LAST_SUPER_ADMIN', 'NO_PERMISSION', 'PROFILE_NOT_FOUND']).toContain(refused[0]);
    const { rows } = await owner.query(
      `select count(*)::int as n from profiles where role = 'super_admin' and not banned`,
    );
    expect(rows[0].n).toBe(1);
  }
});

test('a concurrent change is reported when the value was not as shown', async () => {
  const second = await addUser('Kemi', 'super_admin');
  await ban(userIds.user, by(second));
  expect(await ban(userIds.user)).toMatchObject({
    banned: true,
    overtaken: { name: 'Kemi Obi', at: expect.stringMatching(/Z$/) },
  });
  await owner.query('update profiles set banned = false where id = $1', [userIds.user]);
  expect(await unban(userIds.user)).toMatchObject({ overtaken: { name: 'someone at the server' } });
  const silent = { id: userIds.user, banned: false };
  expect(await call(api.setBanned, silent, by(userIds.super_admin))).toMatchObject({ overtaken: null });
  expect(await isBanned(userIds.user)).toBe(false);
  expect(await rightsNoted()).toHaveLength(2);
});
