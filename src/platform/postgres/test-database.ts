import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const template = 'aso_template';

/** A database of one test file's own; `url` is the superuser's. */
export type TestDatabase = { url: string; drop(): Promise<void> };

/**
 * Makes the template on a fresh test server by running `migrate` in it, and answers the server's address
 * for TEST_DATABASE_SERVER.
 */
export async function makeTemplate(url: string, migrate: (url: string) => Promise<unknown>): Promise<string> {
  await onServer(url, `create database ${template}`);
  await migrate(inDatabase(url, template));
  return url;
}

/**
 * A fresh copy of the migrated template, for one test file: create it in beforeAll, drop it in afterAll.
 * Roles belong to the whole server: tests must not alter them.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_SERVER;
  if (!server) throw new Error('Database tests end in .db.test.ts and run with: vitest run --project db');
  const name = `aso_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template}`);
  return {
    url: inDatabase(server, name),
    drop: () => onServer(server, `drop database ${name} with (force)`),
  };
}

/** The superuser in a test's database, past every right: to arrange and to look. The caller ends it. */
export async function connectOwner(url: string): Promise<Client> {
  const owner = new Client(url);
  await owner.connect();
  return owner;
}

/** How many wait for a lock in this database. The server has others beside it, whose waits are theirs. */
export async function waitingIn(client: Client): Promise<number> {
  const { rowCount } = await client.query(
    `select from pg_locks asked where not granted and exists (
       select from pg_locks held join pg_database d on d.oid = held.database
       where held.pid = asked.pid and d.datname = current_database())`,
  );
  return rowCount ?? 0;
}

function inDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
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
