import { call } from '@orpc/server';
import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { openTestDatabase, waitingIn } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Caller, Role } from '#shared/caller.ts';
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
  await owner.query('delete from profiles');
  userIds = {
    user: await addUser('Ngozi', 'Eze', 'user'),
    admin: await addUser('Tunde', 'Bello', 'admin'),
    super_admin: await addUser('Adaeze', 'Obi', 'super_admin'),
  };
});

async function addUser(first: string, last: string, role: Role, email = `${first}.${last}@shop.test`) {
  const id = uuidv7();
  await owner.query(
    'insert into profiles (id, email, first_name, last_name, role) values ($1, $2, $3, $4, $5)',
    [id, email, first, last, role],
  );
  return id;
}
const roleOf = async (id: string) =>
  (await owner.query('select role from profiles where id = $1', [id])).rows[0]?.role;

const by = (caller: Caller) => ({
  context: testContext(caller),
});
const as = (role: Role | null) => by(role && { userId: userIds[role], role });
const list = (input: { search?: string; role?: Role; page?: number } = {}) =>
  call(api.listUsers, input, as('super_admin'));
const namesOf = async (input: Parameters<typeof list>[0]) =>
  (await list(input)).items.map(({ firstName }) => firstName);
const set = (id: string, role: Role, shown: Role, caller = as('super_admin')) =>
  call(api.setRole, { id, role, shown }, caller);

test('CALLS-30 PERM-12 the owner lists all users, newest first, ten to a page', async () => {
  for (let i = 0; i < 9; i += 1) await addUser(`Guest${i}`, 'One', 'user');
  const first = await list();
  expect(first).toMatchObject({ total: 12, capped: false, page: 1, pageCount: 2 });
  expect(first.items).toHaveLength(10);
  expect(first.items[0]).toEqual({
    id: expect.any(String),
    email: 'Guest8.One@shop.test',
    firstName: 'Guest8',
    lastName: 'One',
    role: 'user',
    banned: false,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  const last = await list({ page: 7 });
  expect(last).toMatchObject({ page: 2, items: [{ firstName: 'Tunde' }, { firstName: 'Ngozi' }] });
});

test.each([
  ['first name', 'NGOZI', ['Ngozi']],
  ['last name', 'bel', ['Tunde']],
  ['address', 'OBI@SHOP', ['Adaeze']],
  ['words in any order', 'eze ngo', ['Ngozi']],
  ['a name without its marks', 'ewa', ['Ẹwà']],
  ['marks that are not in the name', 'Túndé', ['Tunde']],
  ['a percent sign as itself', '100%', ['Per100%']],
  ['an underscore as itself', 'a_b', ['Under']],
  ['one word of two that is not there', 'ngozi zulu', []],
])('ADM-USER-01 the search finds %s', async (_, search, names) => {
  await addUser('Ẹwà', 'Ọṣun', 'user');
  await addUser('Per100%', 'Sign', 'user');
  await addUser('Under', 'Score', 'user', 'a_b@shop.test');
  await addUser('Axb', 'Plain', 'user', 'axb@shop.test');
  expect(await namesOf({ search })).toEqual(names);
  expect((await list({ search })).total).toBe(names.length);
});

test.each([
  ['a hyphen in one word', 'Adéọlá-Grace', ['adeolagrace', 'Adeola-Grace', 'adeola grace', 'adeolagr']],
  ['one word with a hyphen', 'Adeolagrace', ['Adéọlá-Grace', 'adeolagrace', 'Adeola Grace']],
  ['an apostrophe as a blank', "O'Brien", ['obrien', 'o brien', 'O’Brien', 'o-brien']],
  ['a blank as an apostrophe', 'O Brien', ["O'Brien", 'obrien', 'o brien', 'o-brien']],
  ['first and last name in one word', 'Sadé', ['sadeife', 'sade-ife']],
])('SEARCH-07 the search finds %s', async (_, name, searches) => {
  await addUser(name, 'Ife', 'user', 'x@shop.test');
  await addUser('Rasheed', 'Olagrace', 'user', 'y@shop.test');
  for (const search of searches) {
    expect(await namesOf({ search }), search).toEqual([name]);
    expect((await list({ search })).total, search).toBe(1);
  }
  // The end of one word and the beginning of the next are no name.
  for (const search of ['dolagrace', 'dolag']) expect(await namesOf({ search }), search).toEqual([]);
});

test('ADM-USER-02 ADM-USER-03 the role filters the list, also together with a search', async () => {
  await addUser('Ngozi', 'Admin', 'admin');
  expect(await namesOf({ role: 'admin' })).toEqual(['Ngozi', 'Tunde']);
  expect(await namesOf({ role: 'super_admin' })).toEqual(['Adaeze']);
  expect((await list({ role: 'admin' })).total).toBe(2);
  expect(await namesOf({ search: 'ngozi', role: 'user' })).toEqual(['Ngozi']);
  expect((await list({ search: 'ngozi', role: 'user' })).total).toBe(1);
});

test('the totals by role follow each change', async () => {
  const totals = () => call(api.totals, undefined, as('super_admin'));
  expect(await totals()).toEqual({ total: 3, user: 1, admin: 1, super_admin: 1 });
  await set(userIds.user, 'admin', 'user');
  expect(await totals()).toEqual({ total: 3, user: 0, admin: 2, super_admin: 1 });
});

test('CALLS-31 PERM-13 ADM-USER-05 the owner sets each role', async () => {
  for (const [shown, role] of [
    ['user', 'admin'],
    ['admin', 'super_admin'],
    ['super_admin', 'user'],
  ] as const) {
    expect(await set(userIds.user, role, shown)).toMatchObject({ id: userIds.user, role, overtaken: null });
    expect(await roleOf(userIds.user)).toBe(role);
  }
});

test('CALLS-31 a role is set without the shown one, and then no change is overtaken', async () => {
  const input = { id: userIds.user, role: 'admin' } as const;
  expect(await call(api.setRole, input, as('super_admin'))).toMatchObject({ role: 'admin', overtaken: null });
});

test('DATA-12 another role is refused', async () => {
  await expect(set(userIds.user, 'owner' as Role, 'user')).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

const operations = {
  listUsers: () => (caller: ReturnType<typeof as>) => call(api.listUsers, {}, caller),
  totals: () => (caller: ReturnType<typeof as>) => call(api.totals, undefined, caller),
  setRole: () => (caller: ReturnType<typeof as>) => set(userIds.user, 'admin', 'user', caller),
};
test.each([
  ['listUsers', 'fetch users', 'view all users'],
  ['totals', 'fetch users', 'view all users'],
  ['setRole', 'update roles', 'update user roles'],
] as const)(
  'ERR-20 ERR-21 PERM-14 %s refuses visitors and users without the right',
  async (name, signedOut, action) => {
    const operation = operations[name]();
    await expect(operation(as(null))).rejects.toMatchObject({
      code: 'SIGN_IN_REQUIRED',
      message: `User must be authenticated to ${signedOut}`,
    });
    for (const role of ['user', 'admin'] as const) {
      await expect(operation(as(role))).rejects.toMatchObject({
        code: 'NO_PERMISSION',
        message: `You do not have permission to ${action}`,
      });
    }
    expect(await roleOf(userIds.user)).toBe('user');
  },
);

test('ERR-22 PERM-15 ADM-USER-07 users cannot change their own role', async () => {
  await addUser('Second', 'Owner', 'super_admin');
  await expect(set(userIds.super_admin, 'user', 'super_admin')).rejects.toMatchObject({
    code: 'OWN_ROLE',
    message: 'You cannot change your own role',
  });
  expect(await roleOf(userIds.super_admin)).toBe('super_admin');
});

test('ERR-23 an unknown user is not found', async () => {
  await expect(set(uuidv7(), 'admin', 'user')).rejects.toMatchObject({
    code: 'PROFILE_NOT_FOUND',
    message: 'User profile not found',
  });
});

test('two owners who demote each other at once: one of them stays', async () => {
  const second = await addUser('Second', 'Owner', 'super_admin');
  for (let round = 0; round < 5; round += 1) {
    await owner.query(`update profiles set role = 'super_admin' where id = any($1)`, [
      [userIds.super_admin, second],
    ]);
    const done = await Promise.allSettled([
      set(second, 'user', 'super_admin'),
      set(userIds.super_admin, 'user', 'super_admin', by({ userId: second, role: 'super_admin' })),
    ]);
    const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toHaveLength(1);
    // The second one had lost the right already, or would have been the last.
    expect(['LAST_SUPER_ADMIN', 'NO_PERMISSION', 'PROFILE_NOT_FOUND']).toContain(refused[0]);
    const { rows } = await owner.query(`select count(*)::int as n from profiles where role = 'super_admin'`);
    expect(rows[0].n).toBe(1);
  }
});

test('the last super admin keeps the role, also when the other one loses it at the same moment', async () => {
  const second = await addUser('Second', 'Owner', 'super_admin');
  await owner.query('begin');
  await owner.query(`update profiles set role = 'user' where id = $1`, [second]);
  // As far as this process can see, the second is still an owner, and may.
  const late = set(userIds.super_admin, 'user', 'super_admin', by({ userId: second, role: 'super_admin' }));
  const refused = expect(late).rejects.toMatchObject({
    code: 'LAST_SUPER_ADMIN',
    message: 'The last super admin stays one.',
  });
  await expect.poll(() => waitingIn(owner)).toBeGreaterThan(0);
  await owner.query('commit');
  await refused;
  expect(await roleOf(userIds.super_admin)).toBe('super_admin');
});

test('a concurrent change of the role is reported when it was not as shown', async () => {
  const second = await addUser('Kemi', 'Ade', 'super_admin');
  await set(userIds.user, 'admin', 'user', by({ userId: second, role: 'super_admin' }));
  expect(await set(userIds.user, 'super_admin', 'user')).toMatchObject({
    role: 'super_admin',
    overtaken: { name: 'Kemi Ade', at: expect.stringMatching(/Z$/) },
  });
  await owner.query(`update profiles set role = 'user' where id = $1`, [userIds.user]);
  expect(await set(userIds.user, 'admin', 'super_admin')).toMatchObject({
    overtaken: { name: 'someone at the server' },
  });
});

test('OPEN-18 PERM-12 PERM-13 even with direct SQL, only the owner sees and changes users', async () => {
  for (const role of ['user', 'admin'] as const) {
    const caller = { userId: userIds[role], role };
    const rowsOf = (statement: string) =>
      database.asCaller(caller, async (tx) => (await tx.execute<{ id: string }>(sql.raw(statement))).rows);
    expect(await rowsOf('select id from users')).toEqual([]);
    expect(await rowsOf('select id from profiles')).toEqual([{ id: userIds[role] }]);
    expect(
      await rowsOf(`update profiles set role = 'super_admin' where id <> caller() returning id`),
    ).toEqual([]);
  }
  const nobody = database.asCaller(null, (tx) => tx.execute(sql`select id from users`));
  expect((await nobody).rows).toEqual([]);
  await expect(database.authPool.query('select id from users')).rejects.toThrow(
    'permission denied for view users',
  );
});
