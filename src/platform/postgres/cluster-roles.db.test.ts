import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { debianPostgres } from './binaries.ts';
import { superuser } from './cluster.ts';
import { layoutOf } from './data-folder.ts';
import { urlForLogin } from './role-passwords.ts';
import { type RunningPostgres, startPostgres } from './start-postgres.ts';

// A built-in database as the previous release left it: the superuser owns everything, and no request role can sign
// in.

let dataDir: string;
let server: RunningPostgres;

const start = () =>
  startPostgres({
    dataDir,
    log: () => {},
    durable: false,
    binaries: process.env.TEST_POSTGRES === '15' ? debianPostgres()! : undefined,
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'aso-cluster-'));
  await chmod(dataDir, 0o711);
  server = await start();
});
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function rowsOf(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function superuserUrl(): Promise<string> {
  return urlForLogin(server.url, superuser, (await readFile(layoutOf(dataDir).password, 'utf8')).trim());
}

const inDatabase = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;

/** Kinds of objects outside of extensions, by owner. */
const OWNERS = `
  select distinct o.rolname as owner from pg_shdepend d join pg_roles o on o.oid = d.refobjid
    where d.deptype = 'o' and d.refclassid = 'pg_authid'::regclass
      and d.dbid in (0, (select oid from pg_database where datname = current_database()))
  union select rolname from pg_database join pg_roles r on r.oid = datdba where datname = current_database()
  union select rolname from pg_class join pg_roles r on r.oid = relowner
    where relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss', 'drizzle'))
  union select rolname from pg_proc p join pg_roles r on r.oid = proowner
    where pronamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss')) and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`;

async function asTheReleaseBefore(): Promise<void> {
  const url = await superuserUrl();
  const cluster = inDatabase(url, 'postgres');
  await rowsOf(cluster, 'drop database aso_house with (force)');
  await rowsOf(cluster, 'drop role aso_owner, aso_web, aso_auth');
  await rowsOf(cluster, 'create database aso_house');
  await rowsOf(cluster, 'create role aso_web nologin');
  await rowsOf(cluster, 'create role aso_auth nologin');
  await rowsOf(cluster, `grant aso_web, aso_auth to ${superuser}`);
  await rowsOf(cluster, 'create database aso_drill_1600000000_abandoned');
  await migrate(url);
  await installJobs(url);
  await rowsOf(
    url,
    `insert into profiles (id, email) values (gen_random_uuid(), 'ada@shop.test');
     insert into products (id, name, description, price) values (gen_random_uuid(), 'Kaftan', 'Cut', 10);
     create statistics product_facts on name, price from products;
     create type shade as enum ('indigo');
     select enqueue_job('mail', '{"to": "ada@shop.test"}')`,
  );
  for (const role of ['owner', 'web', 'auth'] as const) await rm(layoutOf(dataDir).rolePassword(role));
}

test('the role passwords are stored beside the superuser’s, readable only by the shop’s account', async () => {
  for (const role of ['owner', 'web', 'auth'] as const) {
    const file = layoutOf(dataDir).rolePassword(role);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).trim()).toMatch(/^[0-9a-f]{48}$/);
  }
});

test('a database of the previous release opens with all data, and the superuser owns none of it', async () => {
  await server.stop();
  server = await start();
  await asTheReleaseBefore();
  expect((await rowsOf(await superuserUrl(), OWNERS)).map(({ owner }) => owner)).toEqual(
    expect.arrayContaining([superuser]),
  );
  await server.stop();

  server = await start();
  expect(await rowsOf(await superuserUrl(), OWNERS)).toEqual([{ owner: 'aso_owner' }]);
  expect(
    await rowsOf(
      await superuserUrl(),
      `select r.rolname as owner from pg_database d join pg_roles r on r.oid = datdba where datname ~ '^aso_drill'`,
    ),
  ).toEqual([{ owner: 'aso_owner' }]);

  // As at every start, and as the owner only.
  await migrate(server.url);
  await installJobs(server.url);
  const database = await openDatabase(server);
  try {
    const read = (pool: typeof database.webPool, sql: string) => pool.query(sql).then(({ rows }) => rows);
    expect(await read(database.webPool, 'select name, session_user from products')).toEqual([
      { name: 'Kaftan', session_user: 'aso_web' },
    ]);
    expect(await read(database.authPool, 'select email, session_user from profiles')).toEqual([
      { email: 'ada@shop.test', session_user: 'aso_auth' },
    ]);
    expect(await read(database.authPool, `select data from pgboss.job where name = 'mail'`)).toEqual([
      { data: { to: 'ada@shop.test' } },
    ]);
    await expect(database.webPool.query(`select set_config('role', '${superuser}', false)`)).rejects.toThrow(
      'permission denied to set role',
    );
  } finally {
    await database.close();
  }
});

test('a start resets what a request role changed about itself', async () => {
  await rowsOf(
    server.webUrl,
    `alter role aso_web set default_transaction_read_only = on;
     alter role aso_web in database aso_house set search_path = pg_temp;
     alter role aso_web password 'guessed'`,
  );
  await server.stop();
  server = await start();
  const settings = `select current_setting('default_transaction_read_only') as readonly, current_setting('search_path') as path`;
  expect(await rowsOf(server.webUrl, settings)).toEqual([{ readonly: 'off', path: '"$user", public' }]);
});

test('a later start changes nothing, and one after the loss of a password file creates a new password', async () => {
  const row = `select rolname, rolpassword, xmin from pg_authid where rolname ~ '^aso' order by 1`;
  const before = await rowsOf(await superuserUrl(), row);
  await server.stop();
  server = await start();
  expect(await rowsOf(await superuserUrl(), row)).toEqual(before);

  await server.stop();
  await rm(layoutOf(dataDir).rolePassword('web'));
  server = await start();
  expect(await rowsOf(server.webUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});
