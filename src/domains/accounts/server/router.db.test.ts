import { call } from '@orpc/server';
import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import { type Caller, ROLES, type Role } from '#shared/caller.ts';
import { accountsRouter } from './router.ts';

let database: Database;
let close: () => Promise<void>;
let owner: Client;
let router: ReturnType<typeof accountsRouter>;
const ids: Record<Role, string> = { user: uuidv7(), admin: uuidv7(), super_admin: uuidv7() };

beforeAll(async () => {
  ({ database, owner, close } = await openTestDatabase());
  for (const [role, id] of Object.entries(ids)) {
    await owner.query(
      `insert into profiles (id, email, first_name, last_name, role) values ($1, $2, 'Ada', 'Obi', $3)`,
      [id, `${role}@example.com`, role],
    );
  }
  router = accountsRouter({ database });
});

afterAll(() => close());

const as = (caller: Caller) => ({
  context: testContext(caller),
});
const signedIn = (role: Role): Caller => ({ userId: ids[role], role });

test('DATA-11 the profile has names, email, role and creation date', async () => {
  expect(await call(router.me, undefined, as(signedIn('user')))).toEqual({
    id: ids.user,
    email: 'user@example.com',
    firstName: 'Ada',
    lastName: 'Obi',
    phone: null,
    phoneVerified: false,
    role: 'user',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(await call(router.me, undefined, as(null))).toBeNull();
});

test('DATA-12 the database stores no other role', async () => {
  await expect(owner.query(`update profiles set role = 'owner' where id = $1`, [ids.user])).rejects.toThrow(
    'profiles_role_check',
  );
});

test('ERR-23 a session without a profile gets an error that says so', async () => {
  const deleted: Caller = { userId: uuidv7(), role: 'user' };
  await expect(call(router.me, undefined, as(deleted))).rejects.toMatchObject({
    code: 'PROFILE_NOT_FOUND',
    message: 'User profile not found',
  });
  const input = { firstName: 'Ada', lastName: 'Obi', phone: null };
  await expect(call(router.updateProfile, input, as(deleted))).rejects.toMatchObject({
    code: 'PROFILE_NOT_FOUND',
  });
});

test('ACCOUNT-01 users change their own names and number, nobody else’s and no role', async () => {
  const input = { firstName: ' Ẹwà ', lastName: 'Ọṣun', phone: '+2348012345678', role: 'super_admin' };
  expect(await call(router.updateProfile, input, as(signedIn('user')))).toMatchObject({
    firstName: 'Ẹwà',
    lastName: 'Ọṣun',
    phone: '+2348012345678',
    role: 'user',
  });
  const { rows } = await owner.query('select name from profiles order by role');
  expect(rows.map((row) => row.name)).toEqual(['', '', 'Ẹwà Ọṣun']);
});

test('ACCOUNT-01 details that are left out stay: another tab may have changed them', async () => {
  const change = (input: object) => call(router.updateProfile, input, as(signedIn('user')));
  await change({ firstName: 'Ada', lastName: 'Obi', phone: '+2348012345678' });
  await owner.query('update profiles set phone_verified = true where id = $1', [ids.user]);
  expect(await change({ lastName: 'Ade' })).toMatchObject({
    ...{ firstName: 'Ada', lastName: 'Ade', phone: '+2348012345678', phoneVerified: true },
  });
  const { rows } = await owner.query('select name from profiles where id = $1', [ids.user]);
  expect(rows).toEqual([{ name: 'Ada Ade' }]);
});

test('OPEN-37 a number as it is dialled at home is stored with its country code', async () => {
  const change = { phone: '0803 123 4567' };
  expect(await call(router.updateProfile, change, as(signedIn('user')))).toMatchObject({
    phone: '+2348031234567',
  });
});

test.each([
  ['A', 'Obi', null],
  ['Ada', 'O', null],
  ['Ada\u0000', 'Obi', null],
  ['Ada', 'Obi', '0801'],
  ['A'.repeat(101), 'Obi', null],
])('AUTH-09 AUTH-10 the server refuses the profile %j %j %j', async (firstName, lastName, phone) => {
  await expect(
    call(router.updateProfile, { firstName, lastName, phone }, as(signedIn('user'))),
  ).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('CALLS-48 is_admin_or_super_admin is true for admin and super admin, about oneself or asked by an admin', async () => {
  const check = (asker: Role, about: Role) =>
    call(router.isAdminOrSuperAdmin, { userId: ids[about] }, as(signedIn(asker)));
  expect(await check('user', 'user')).toBe(false);
  expect(await check('admin', 'admin')).toBe(true);
  expect(await check('super_admin', 'super_admin')).toBe(true);
  expect(await check('admin', 'user')).toBe(false);
  await expect(check('user', 'admin')).rejects.toMatchObject({ code: 'NO_PERMISSION' });
});

test('CALLS-49 is_super_admin is true for the super admin alone', async () => {
  const check = (asker: Role, about: Role) =>
    call(router.isSuperAdmin, { user_id: ids[about] }, as(signedIn(asker)));
  expect(await check('user', 'user')).toBe(false);
  expect(await check('admin', 'admin')).toBe(false);
  expect(await check('admin', 'super_admin')).toBe(true);
  await expect(check('user', 'super_admin')).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  for (const input of [{}, undefined, { user_id: 'x', userId: ids.user }]) {
    await expect(call(router.isSuperAdmin, input, as(signedIn('user')))).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  }
});

test('ERR-20 without a session the refusal names the operation that needs one', async () => {
  await expect(call(router.isSuperAdmin, { userId: ids.user }, as(null))).rejects.toMatchObject({
    code: 'SIGN_IN_REQUIRED',
    message: 'User must be authenticated to check roles',
  });
});

test('PERM-15 even with direct SQL, users cannot change their own role', async () => {
  const next: Record<Role, Role> = { user: 'super_admin', admin: 'super_admin', super_admin: 'user' };
  for (const role of ROLES) {
    const change = database.asCaller(signedIn(role), (tx) =>
      tx.execute(sql`update profiles set role = ${next[role]} where id = ${ids[role]}`),
    );
    await expect(change).rejects.toMatchObject({ cause: { message: 'role and ban may not be changed' } });
  }
});
