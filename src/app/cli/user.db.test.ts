import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { TEST_ENVIRONMENT } from '#platform/test-environment.ts';

let testDatabase: TestDatabase;
let owner: Client;
let dataDir = '';

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'aso-user-'));
  owner = new Client(testDatabase.url);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await testDatabase.drop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await owner.query('delete from profiles');
  for (const [first, last, role, verified] of [
    ['Ẹwà', 'Ọṣun', 'user', false],
    ['Tunde', 'Bello', 'admin', true],
    ['Adaeze', 'Obi', 'super_admin', true],
  ]) {
    await owner.query(
      `insert into profiles (id, email, first_name, last_name, role, email_verified, created_at)
       values ($1, $2, $3, $4, $5, $6, '2026-03-01')`,
      [uuidv7(), `${role}@shop.test`, first, last, role, verified],
    );
  }
});

function user(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const env = {
      ...TEST_ENVIRONMENT,
      SHOP_MODE: 'demo',
      DATA_DIR: dataDir,
      DATABASE_URL: testDatabase.url,
    };
    execFile(process.execPath, ['src/app/cli/user.ts', ...words], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}
const roleOf = async (email: string) =>
  (await owner.query('select role from profiles where email = $1', [email])).rows[0]?.role;

test('the list shows the highest role first and marks unconfirmed emails', async () => {
  expect(await user('list')).toEqual({
    code: 0,
    err: '',
    out: [
      'ROLE         EMAIL                  NAME         JOINED',
      'super_admin  super_admin@shop.test  Adaeze Obi   2026-03-01',
      'admin        admin@shop.test        Tunde Bello  2026-03-01',
      'user         user@shop.test         Ẹwà Ọṣun     2026-03-01  address not confirmed',
      '',
    ].join('\n'),
  });
});

test('OPEN-41 DATA-12 a role is assigned on the server and every process is notified', async () => {
  await owner.query('listen changes');
  const notifications: string[] = [];
  owner.on('notification', ({ payload }) => notifications.push(payload ?? ''));
  expect(await user('role', 'USER@shop.test', 'super_admin')).toMatchObject({
    code: 0,
    out: expect.stringContaining(
      'user@shop.test is super_admin now (before: user).\nNote: user@shop.test was not',
    ),
  });
  expect(await roleOf('user@shop.test')).toBe('super_admin');
  await expect.poll(() => notifications.join()).toContain('"table" : "profiles"');
  expect((await user('role', 'user@shop.test', 'super_admin')).out).toContain('is super_admin already');
});

test('the last super_admin cannot lose the role', async () => {
  expect(await user('role', 'super_admin@shop.test', 'user')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^super_admin@shop\.test is the last super_admin and stays one: .*\n$/),
  });
  expect(await roleOf('super_admin@shop.test')).toBe('super_admin');
});

test.each([
  [['role', 'nobody@shop.test', 'admin'], 'Nobody has an account with the address nobody@shop.test'],
  [['role', 'user@shop.test', 'owner'], "'owner' is not a role"],
  [['role', 'user@shop.test'], 'npm run user -- list'],
  [['role', 'user@shop.test', 'admin', 'more'], 'npm run user -- list'],
  [['create', 'user@shop.test', '--name', 'Ada', '--role', 'admin'], 'user@shop.test has an account already'],
  [['create', 'new@shop.test', '--name', 'Ada', '--role', 'owner'], "'owner' is not a role"],
  [['create', 'new@shop.test'], 'There is no terminal to ask at'],
  [['create', 'new', '--name', 'Ada', '--role', 'user'], "'new' is not an email address"],
  [['second-step-off', 'nobody@shop.test'], 'Nobody has an account with the address nobody@shop.test'],
  [['sign-out', 'nobody@shop.test'], 'Nobody has an account with the address nobody@shop.test'],
  [['sign-out'], 'npm run user -- list'],
  [['remove', 'user@shop.test'], 'npm run user -- list'],
  [[], 'npm run user -- list'],
])('%j is refused with a message and changes nothing', async (words, message) => {
  const { code, err } = await user(...words);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
  expect(err).not.toContain('    at ');
  expect(await roleOf('user@shop.test')).toBe('user');
});

test('a part of a name or email filters the list literally', async () => {
  expect((await user('list', 'ewa', 'osun')).out).toContain('address not confirmed');
  expect((await user('list', 'ewa', 'osun')).out).not.toContain('admin');
  expect((await user('list', 'super_')).out.trim().split('\n')).toHaveLength(2);
  expect((await user('list', '%')).out).toBe("Nobody's name or address contains '%'.\n");
});

test('OPEN-41 the command creates the first super admin of a live shop and prints the link', async () => {
  const { code, out } = await user('create', 'Ada@shop.test', '--name', 'Ada Obi', '--role', 'super_admin');
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^ada@shop\.test has an account now, as super_admin\. This link opens it once, within 24 hours:\nhttp:\/\/localhost:3000\/auth\?reset=[\w-]{32}\n$/,
    ),
  });
  expect(await roleOf('ada@shop.test')).toBe('super_admin');
  expect((await user('second-step-off', 'ada@shop.test')).out).toBe(
    'ada@shop.test has no two-step sign-in.\n',
  );
  expect((await user('sign-out', 'ada@shop.test')).out).toBe('ada@shop.test is not signed in.\n');
});
