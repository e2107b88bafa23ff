import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureLogins } from './ensure-login.ts';
import { PostgresError } from './postgres-error.ts';
import { urlForLogin } from './role-passwords.ts';
import { scramVerifier } from './scram-verifier.ts';
import { createTestDatabase, superuserOf, type TestDatabase } from './test-database.ts';

// Uses its own roles: those of the shop belong to the whole server, and so to every other test.

let here: TestDatabase;
let there: TestDatabase;
let superuser: Client;
const made: string[] = [];
beforeAll(async () => {
  [here, there] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  superuser = new Client(superuserOf(here));
  await superuser.connect();
});
afterAll(async () => {
  for (const name of made) await superuser.query(`drop role if exists ${name}`);
  await superuser.end();
  await Promise.all([here.drop(), there.drop()]);
});

function newName(): string {
  const name = `login_${randomBytes(6).toString('hex')}`;
  made.push(name);
  return name;
}

/** Creates a role that may create roles, like that of a DATABASE_URL, and returns its name. */
async function newMaker(attributes = 'createrole'): Promise<string> {
  const name = newName();
  await superuser.query(`create role ${name} login ${attributes} password 'x'`);
  return urlForLogin(here.url, name, 'x');
}

async function signsIn(url: string): Promise<boolean> {
  const client = new Client(url);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

/** Changes with every change of the role. */
const rowOf = async (url: string) =>
  (
    await superuser.query('select xmin, rolpassword from pg_authid where rolname = $1', [
      new URL(url).username,
    ])
  ).rows[0];

test('a stored SCRAM verifier accepts its password and no other', async () => {
  const name = newName();
  await superuser.query(`create role ${name} login password '${scramVerifier('cloth')}'`);
  expect(await signsIn(urlForLogin(here.url, name, 'cloth'))).toBe(true);
  expect(await signsIn(urlForLogin(here.url, name, 'cotton'))).toBe(false);
});

test('missing roles are created by a role that is not a superuser, and are unchanged afterwards', async () => {
  const maker = await newMaker();
  const urls = [newName(), newName()].map((name) => urlForLogin(here.url, name, `of-${name}`));
  await ensureLogins(maker, urls);
  for (const url of urls) expect(await signsIn(url)).toBe(true);
  const rows = await Promise.all(urls.map(rowOf));
  expect(rows[0].rolpassword).toMatch(/^SCRAM-SHA-256\$/);
  await ensureLogins(maker, urls);
  expect(await Promise.all(urls.map(rowOf))).toEqual(rows);
});

test('a role of an older shop without the right to sign in gets it', async () => {
  const name = newName();
  await superuser.query(`create role ${name} nologin`);
  const url = urlForLogin(here.url, name, 'x');
  await ensureLogins(superuserOf(here), [url]);
  expect(await signsIn(url)).toBe(true);
});

test('another secret sets another password, and the old one is invalid', async () => {
  const maker = await newMaker();
  const name = newName();
  const [before, after] = ['one', 'two'].map((password) => urlForLogin(here.url, name, password)) as [
    string,
    string,
  ];
  await ensureLogins(maker, [before]);
  await ensureLogins(maker, [after]);
  expect([await signsIn(before), await signsIn(after)]).toEqual([false, true]);
});

test('many processes at once, over two databases of one server, all sign in', async () => {
  const name = newName();
  const at = (base: TestDatabase) => ensureLogins(superuserOf(base), [urlForLogin(base.url, name, 'x')]);
  await Promise.all([here, there, here, there, here, there, here, there].map(at));
  expect(await signsIn(urlForLogin(there.url, name, 'x'))).toBe(true);
});

test('without the right to create logins the SQL statement is shown, and running it is enough', async () => {
  const maker = await newMaker('');
  const name = newName();
  const url = urlForLogin(here.url, name, 'a-secret-password');
  const refusal = await ensureLogins(maker, [url]).catch((error: unknown) => error as PostgresError);
  expect(refusal).toBeInstanceOf(PostgresError);
  const { message } = refusal as PostgresError;
  expect(message).not.toContain('a-secret-password');
  const statement = message.split('\n').find((line) => line.startsWith('CREATE ROLE'))!;
  await superuser.query(statement);
  await ensureLogins(maker, [url]);
  expect(await signsIn(url)).toBe(true);
});

test('a role that another database uses keeps its password, and the message names that database', async () => {
  const name = newName();
  await superuser.query(`create role ${name} login password 'theirs'`);
  const other = new Client(superuserOf(there));
  await other.connect();
  await other.query(`grant select on products to ${name}`);
  const ours = urlForLogin(here.url, name, 'ours');
  try {
    await expect(ensureLogins(superuserOf(here), [ours])).rejects.toThrow(
      new URL(there.url).pathname.slice(1),
    );
    expect(await signsIn(urlForLogin(there.url, name, 'theirs'))).toBe(true);
    expect(await signsIn(ours)).toBe(false);
  } finally {
    await other.query(`drop owned by ${name}`);
    await other.end();
  }
});
