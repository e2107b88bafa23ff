import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openDatabase } from '#db/client.ts';
import type { ShopDatabaseUrls } from './cluster-roles.ts';
import { runningDatabaseUrls } from './running-database.ts';

const template = 'aso_template';

const TEST_RIGHTS = 'grant pg_read_all_stats, pg_signal_backend, aso_web, aso_auth to aso_owner';

/** The server of all database tests. */
export type TestServer = ShopDatabaseUrls & { superuserUrl: string };

/** A database for one test file; `url` is the owner's, as in the shop. */
export type TestDatabase = ShopDatabaseUrls & { drop(): Promise<void> };

/**
 * Creates the template on a fresh test server by running `migrate` in it, and returns the server's URLs for
 * TEST_DATABASE_SERVER.
 */
export async function makeTemplate(
  server: TestServer,
  migrate: (url: string) => Promise<unknown>,
): Promise<string> {
  // Tests see waiting queries, end connections, and check the rights of each role: not rights over rows.
  await onServer(server.superuserUrl, TEST_RIGHTS);
  await onServer(server.url, `create database ${template}`);
  await migrate(inDatabase(server.url, template));
  return JSON.stringify(server);
}

/**
 * A fresh copy of the migrated template, for one test file: create it in beforeAll, drop it in afterAll. Roles belong
 * to the whole server: tests must not alter them. An empty database of 'template1'.
 */
export async function createTestDatabase(
  from: 'template1' | typeof template = template,
): Promise<TestDatabase> {
  const name = `aso_test_${randomBytes(6).toString('hex')}`;
  const server = testServer();
  // Copies the files instead of writing every page to the log, which takes ten times the processor time.
  await onServer(server.url, `create database ${name} template ${from} strategy file_copy`);
  return {
    ...urlsAt(inDatabase(server.url, name)),
    drop: () => onServer(server.superuserUrl, `drop database ${name} with (force)`),
  };
}

/** A test database with the connections of the shop and of its owner, all closed and dropped by `close`. */
export async function openTestDatabase() {
  const testDatabase = await createTestDatabase();
  const database = await openDatabase(testDatabase);
  const owner = await connectOwner(testDatabase.url);
  return {
    testDatabase,
    database,
    owner,
    close: async () => {
      await owner.end();
      await database.close();
      await testDatabase.drop();
    },
  };
}

/** The URLs of a test database at another host, such as a proxy, for each role of the shop. */
export function urlsAt(url: string, server: ShopDatabaseUrls = testServer()): ShopDatabaseUrls {
  const { host, pathname } = new URL(url);
  const there = (roleUrl: string) => Object.assign(new URL(roleUrl), { host, pathname }).href;
  return { url: there(server.url), webUrl: there(server.webUrl), authUrl: there(server.authUrl) };
}

/**
 * The configuration of a second process on the built-in database of a running shop; `through` is the URL of a proxy.
 */
export function databaseVariables(dataDir: string, through?: string): Record<string, string> {
  const urls = runningDatabaseUrls(dataDir);
  if (!urls) throw new Error(`No database runs on ${dataDir}`);
  const at = (url: string) =>
    through ? Object.assign(new URL(url), { host: new URL(through).host }).href : url;
  return {
    DATABASE_URL: at(urls.url),
    DATABASE_WEB_URL: at(urls.webUrl),
    DATABASE_AUTH_URL: at(urls.authUrl),
  };
}

/** The superuser in a test database: for what no role of the shop may do. */
export const superuserOf = ({ url }: { url: string }): string =>
  inDatabase(testServer().superuserUrl, new URL(url).pathname.slice(1));

function testServer(): TestServer {
  const server = process.env.TEST_DATABASE_SERVER;
  if (!server) throw new Error('Database tests end in .db.test.ts and run with: vitest run --project db');
  return JSON.parse(server);
}

/**
 * The owner in a test database, bypassing row level security: to set up and inspect data. May empty tables by TRUNCATE.
 * The caller closes it.
 */
export async function connectOwner(url: string): Promise<Client> {
  const owner = new Client(url);
  await owner.connect();
  await owner.query(`SET app.unrecorded = 'truncate'`);
  return owner;
}

/** The URL of a test database for the superuser of its server: for what only they may do, such as loading a library. */
export const superuserUrlOf = ({ url }: TestDatabase): string =>
  inDatabase(testServer().superuserUrl, new URL(url).pathname.slice(1));

/** The number of queries waiting for a lock in this database only. */
export async function waitingIn(client: Client): Promise<number> {
  const { rowCount } = await client.query(
    `select from pg_locks asked where not granted and exists (
       select from pg_locks held join pg_database d on d.oid = held.database
       where held.pid = asked.pid and d.datname = current_database())`,
  );
  return rowCount ?? 0;
}

function inDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client(inDatabase(url, 'postgres'));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
