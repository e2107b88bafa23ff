import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { makeBackup } from '#platform/backup/make-backup.ts';
import { restoreBackup } from '#platform/backup/restore-backup.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { debianPostgres } from '#platform/postgres/binaries.ts';
import { superuser } from '#platform/postgres/cluster.ts';
import { layoutOf } from '#platform/postgres/data-folder.ts';
import { urlForLogin } from '#platform/postgres/role-passwords.ts';
import { type RunningPostgres, startPostgres } from '#platform/postgres/start-postgres.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import { prepareRequestUrls } from './request-database-urls.ts';

// An external server whose owner is not a superuser. Not the server of the other tests, because these roles apply to
// a whole server.

const SECRET = 'a-secret-of-more-than-thirty-two-letters';
const none = { DATABASE_WEB_URL: undefined, DATABASE_AUTH_URL: undefined };
let dataDir: string;
let server: RunningPostgres;
let cluster: string;
let url: string;
let socketDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'aso-own-'));
  await chmod(dataDir, 0o711);
  const binaries = process.env.TEST_POSTGRES === '15' ? debianPostgres()! : undefined;
  const start = () => startPostgres({ dataDir, log: () => {}, durable: false, binaries });
  server = await start();
  const password = (await readFile(layoutOf(dataDir).password, 'utf8')).trim();
  cluster = Object.assign(new URL(urlForLogin(server.url, superuser, password)), {
    pathname: '/postgres',
  }).href;
  // The built-in server does not listen on a Unix socket and runs under another OS account.
  socketDir = join(dataDir, 'socket');
  await mkdir(socketDir);
  await chmod(socketDir, 0o777);
  await run(cluster, `alter system set unix_socket_directories = '${socketDir}'`);
  await server.stop();
  server = await start();
  await run(cluster, 'drop database aso_house with (force)');
  await run(cluster, 'drop role aso_owner, aso_web, aso_auth');
  await run(cluster, `create role shop_owner login createrole createdb password 'x'`);
  await run(cluster, 'create database shop owner shop_owner');
  url = urlForLogin(Object.assign(new URL(cluster), { pathname: '/shop' }).href, 'shop_owner', 'x');
});
afterAll(async () => {
  await server?.stop();
  // A server that was told to end may still write.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function run(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The steps of a start with DATABASE_URL, up to the pools. */
async function open(databaseUrl: string, secret = SECRET) {
  const urls = await prepareRequestUrls(databaseUrl, none, secret);
  await migrate(databaseUrl);
  await installJobs(databaseUrl);
  return openDatabase(urls);
}

test('two processes that start concurrently on an empty database both connect and agree on the passwords', async () => {
  const shops = await Promise.all([open(url), open(url)]);
  try {
    for (const { webPool, authPool } of shops) {
      expect((await webPool.query('select session_user as name')).rows).toEqual([{ name: 'aso_web' }]);
      expect((await authPool.query('select session_user as name')).rows).toEqual([{ name: 'aso_auth' }]);
    }
    expect(
      await run(
        cluster,
        `select rolname, rolsuper, rolcreaterole from pg_roles where rolname in ('aso_web', 'shop_owner') order by 1`,
      ),
    ).toEqual([
      { rolname: 'aso_web', rolsuper: false, rolcreaterole: false },
      { rolname: 'shop_owner', rolsuper: false, rolcreaterole: true },
    ]);
  } finally {
    await Promise.all(shops.map((shop) => shop.close()));
  }
});

test.each([
  [
    'as parameters',
    (port: string) => `postgres:///shop?host=${socketDir}&port=${port}&user=shop_owner&password=x`,
  ],
  [
    'before the socket as host',
    (port: string) => `postgres://shop_owner:x@${encodeURIComponent(socketDir)}:${port}/shop`,
  ],
])('the shop connects through a Unix socket, user and password %s', async (_, urlAt) => {
  const shop = await open(urlAt(new URL(url).port));
  try {
    const query = 'select session_user as name, inet_server_addr() as address';
    expect((await shop.webPool.query(query)).rows).toEqual([{ name: 'aso_web', address: null }]);
    expect((await shop.authPool.query(query)).rows).toEqual([{ name: 'aso_auth', address: null }]);
  } finally {
    await shop.close();
  }
});

test('another secret changes the passwords, and configured URLs are used unchanged', async () => {
  const before = await prepareRequestUrls(url, none, SECRET);
  const atWork = new Client(before.webUrl);
  await atWork.connect();
  await expect(prepareRequestUrls(url, none, `${SECRET}, another`)).rejects.toThrow(
    'A shop with another AUTH_SECRET works with this database',
  );
  await atWork.end();
  const after = await prepareRequestUrls(url, none, `${SECRET}, another`);
  await expect(run(before.webUrl, 'select 1')).rejects.toThrow('password authentication failed');
  const given = { DATABASE_WEB_URL: after.webUrl, DATABASE_AUTH_URL: after.authUrl };
  expect(await prepareRequestUrls(url, given, SECRET)).toEqual(after);
  await expect(
    prepareRequestUrls(url, { ...given, DATABASE_AUTH_URL: before.authUrl }, SECRET),
  ).rejects.toThrow(/^DATABASE_AUTH_URL: .* refuses the user 'aso_auth' or their password/);
  await prepareRequestUrls(url, none, SECRET);
});

test('a backup restores into another database of the owner and the shop opens it; a second shop is reported', async () => {
  await run(
    url,
    `insert into products (id, name, description, price) values (gen_random_uuid(), 'Kaftan', 'Cut', 10)`,
  );
  const storage = localStorage(join(dataDir, 'uploads'));
  const { folder } = await makeBackup({ databaseUrl: url, storage, dir: dataDir, secret: SECRET });
  const elsewhere = Object.assign(new URL(url), { pathname: '/elsewhere' }).href;
  await run(url, 'create database elsewhere');
  await restoreBackup({ databaseUrl: elsewhere, storage, folder });
  const shop = await open(elsewhere);
  try {
    expect((await shop.webPool.query('select name from products')).rows).toEqual([{ name: 'Kaftan' }]);
  } finally {
    await shop.close();
  }
  await expect(open(elsewhere, `${SECRET}, another`)).rejects.toThrow(
    /aso_web has another password .* shop\. If a shop runs there/,
  );
  await (await open(url)).close();
});

test('an owner without the right to create logins gets the SQL statements to run, and the shop opens after them', async () => {
  await run(cluster, 'drop database shop with (force)');
  await run(cluster, 'drop database elsewhere with (force)');
  await run(cluster, 'drop role aso_web, aso_auth');
  await run(cluster, 'alter role shop_owner nocreaterole');
  await run(cluster, 'create database shop owner shop_owner');
  const refusal = await open(url).catch((error: Error) => error);
  expect(refusal).toMatchObject({ name: 'PostgresError' });
  const statements = (refusal as Error).message.split('\n').filter((line) => line.endsWith(';'));
  expect(statements).toEqual([
    expect.stringMatching(/^CREATE ROLE aso_web LOGIN PASSWORD 'SCRAM-SHA-256/),
    expect.stringMatching(/^CREATE ROLE aso_auth LOGIN PASSWORD 'SCRAM-SHA-256/),
  ]);
  for (const statement of statements) await run(cluster, statement);
  await (await open(url)).close();
});
