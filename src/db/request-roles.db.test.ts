import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, superuserOf, type TestDatabase } from '#platform/postgres/test-database.ts';
import { type Database, openDatabase } from './client.ts';

// Injected SQL controls a pooled connection, but remains the role that signed in.

let base: TestDatabase;
let database: Database;
let superuser: pg.Client;
beforeAll(async () => {
  base = await createTestDatabase();
  database = await openDatabase(base);
  superuser = new pg.Client(superuserOf(base));
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await database.close();
  await base.drop();
});

const OTHERS = ['aso', 'aso_owner', 'postgres', 'pg_read_all_data', 'pg_execute_server_program'];
const denied = { code: expect.stringMatching(/^(42501|22023|42704)$/) };

describe.each([
  ['web', 'aso_web', 'aso_auth'],
  ['auth', 'aso_auth', 'aso_web'],
] as const)('a connection of the %s pool', (which, role, other) => {
  let client: pg.PoolClient;
  beforeAll(async () => {
    client = await (which === 'web' ? database.webPool : database.authPool).connect();
  });
  afterAll(() => client.release(true));

  const names = async () => (await client.query('select session_user, current_user')).rows[0];

  test('signs in as its own role, which is not a superuser, an owner or a member of another role', async () => {
    expect(await names()).toEqual({ session_user: role, current_user: role });
  });

  test.each([...OTHERS, other])('cannot become %s', async (name) => {
    for (const attack of [
      `select set_config('role', '${name}', false)`,
      `set role ${name}`,
      `set local role ${name}`,
      `set session authorization ${name}`,
      `select set_config('session_authorization', '${name}', false)`,
      `grant ${name} to ${role}`,
    ]) {
      await expect(client.query(attack), attack).rejects.toMatchObject(denied);
    }
    expect(await names()).toEqual({ session_user: role, current_user: role });
  });

  test('gains nothing by resetting its role', async () => {
    for (const attack of ['reset role', 'set role none', 'reset session authorization', 'reset all']) {
      await client.query(attack);
      expect(await names(), attack).toEqual({ session_user: role, current_user: role });
    }
  });

  test('cannot run programs, access files of the server, or create roles and databases', async () => {
    await client.query('create temp table if not exists loot (line text)');
    for (const attack of [
      `copy loot from program 'id'`,
      `copy (select 1) to program 'cat'`,
      `copy loot from '/etc/passwd'`,
      `copy (select 1) to '/tmp/loot'`,
      `select pg_read_file('/etc/passwd')`,
      `select pg_read_binary_file('postgresql.conf')`,
      `select * from pg_ls_dir('.')`,
      `select lo_import('/etc/passwd')`,
      'select rolpassword from pg_authid',
      `alter role ${role} superuser`,
      `alter role ${role} bypassrls`,
      'create role intruder login',
      'create database intruder',
      `alter table orders owner to ${role}`,
      'alter table orders disable row level security',
      'create function f() returns int language sql security definer return 1',
      'drop table orders',
    ]) {
      await expect(client.query(attack), attack).rejects.toMatchObject({ code: '42501' });
    }
  });
});

test('a web connection cannot read passwords, sessions, second factors or jobs, and sign-in cannot read orders', async () => {
  for (const table of ['accounts', 'sessions', 'verifications', 'two_factors', 'passkeys', 'pgboss.job'])
    await expect(database.webPool.query(`select * from ${table}`), table).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|42P01)$/),
    });
  await expect(database.authPool.query('select * from orders')).rejects.toMatchObject({ code: '42501' });
});

test('the owner of the tables and functions is neither a superuser nor a request role', async () => {
  const { rows } = await superuser.query(
    `select distinct o.rolname as name, o.rolsuper, o.rolbypassrls, o.rolcreaterole from pg_roles o join (
       select relowner as owner from pg_class where relnamespace = 'public'::regnamespace
       union select proowner from pg_proc p where pronamespace = 'public'::regnamespace and not exists (
         select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
       union select datdba from pg_database where datname = current_database()
     ) owned on owned.owner = o.oid`,
  );
  expect(rows).toEqual([{ name: 'aso_owner', rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
});

test('functions of the owner resolve names only where requests cannot create objects', async () => {
  const { rows } = await superuser.query(
    `select p.oid::regprocedure::text as name, proconfig as settings from pg_proc p
     where prosecdef and pronamespace = 'public'::regnamespace and not coalesce(proconfig, '{}') && array[
       'search_path=public, pg_temp', 'search_path=pg_catalog, pg_temp']`,
  );
  expect(rows).toEqual([]);
  for (const schema of ['public', 'pgboss', 'drizzle', 'pg_catalog'])
    for (const role of ['aso_web', 'aso_auth'])
      expect(
        (
          await superuser.query(
            `select 1 from pg_namespace where nspname = $2 and has_schema_privilege($1, nspname, 'CREATE')`,
            [role, schema],
          )
        ).rows,
        `${role} in ${schema}`,
      ).toEqual([]);
});

/** The URL of a role created for one test; `statements` make it invalid. */
async function withRole(statements: (name: string) => string, work: (webUrl: string) => Promise<void>) {
  const name = `role_${randomBytes(6).toString('hex')}`;
  await superuser.query(`create role ${name} login password 'x'`);
  try {
    await superuser.query(statements(name));
    await work(Object.assign(new URL(base.webUrl), { username: name, password: 'x' }).href);
  } finally {
    await superuser.query(`reassign owned by ${name} to aso_owner; drop owned by ${name}; drop role ${name}`);
  }
}

test.each<[string, (name: string) => string, string | RegExp]>([
  ['a superuser', (name) => `alter role ${name} superuser`, 'it is a superuser'],
  [
    'a superuser that only works as aso_web',
    (name) => `alter role ${name} superuser; alter role ${name} set role = 'aso_web'`,
    'it is a superuser',
  ],
  ['a role with BYPASSRLS', (name) => `alter role ${name} bypassrls`, 'it has BYPASSRLS'],
  ['a role with CREATEROLE', (name) => `alter role ${name} createrole`, 'it has CREATEROLE'],
  ['a member of the owner', (name) => `grant aso_owner to ${name}`, /is a member of .*aso_owner/],
  [
    'a member of the owner that only works as aso_web',
    (name) => `grant aso_owner, aso_web to ${name}; alter role ${name} set role = 'aso_web'`,
    /is a member of .*aso_owner/,
  ],
  ['a role with REPLICATION', (name) => `alter role ${name} replication`, 'it has REPLICATION'],
  ...[
    'pg_read_all_data',
    'pg_write_all_data',
    'pg_read_server_files',
    'pg_write_server_files',
    'pg_execute_server_program',
    'pg_signal_backend',
    'aso_auth',
  ].map((other): [string, (name: string) => string, string] => [
    `a member of ${other} that does not inherit`,
    (name) => `alter role ${name} noinherit; grant ${other} to ${name}`,
    `is a member of ${other}`,
  ]),
  ['the owner of a table', (name) => `alter table orders owner to ${name}`, 'it owns tables'],
  [
    'the owner of a function',
    (name) => `alter function order_total() owner to ${name}`,
    'it owns tables or functions',
  ],
  ['the owner of a schema', (name) => `create schema authorization ${name}`, 'it owns a schema'],
  [
    'a role that may create functions in the schema public',
    (name) => `grant create on schema public to ${name}`,
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
  ],
  ['a role of another name', () => 'select 1', 'use aso_web itself'],
])('%s is refused for opening the shop', async (_, statements, reason) => {
  await withRole(statements, async (webUrl) => {
    const opened = openDatabase({ webUrl, authUrl: base.authUrl });
    await expect(opened).rejects.toMatchObject({ name: 'UnboundRoleError' });
    await expect(opened).rejects.toThrow(reason);
  });
});

test('the owner, and a member of it through another role, are refused as well', async () => {
  await expect(openDatabase({ webUrl: base.url, authUrl: base.authUrl })).rejects.toThrow('does not bind');
  await expect(openDatabase({ webUrl: base.webUrl, authUrl: base.url })).rejects.toThrow('does not bind');
  const between = `between_${randomBytes(6).toString('hex')}`;
  await superuser.query(`create role ${between}; grant aso_owner to ${between}`);
  try {
    await withRole(
      (name) => `grant ${between} to ${name}; alter role ${name} noinherit`,
      (webUrl) =>
        expect(openDatabase({ webUrl, authUrl: base.authUrl })).rejects.toThrow(
          /is a member of .*aso_owner, .*between_/,
        ),
    );
  } finally {
    await superuser.query(`drop role ${between}`);
  }
});
