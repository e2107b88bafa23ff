import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Queryable } from './client.ts';

/** Runs one transaction as the owner of the database, for commands on the server; `name` is for PostgreSQL's log. */
export async function ownerTransaction<T>(
  databaseUrl: string,
  name: string,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: `aso-house ${name}` });
  await client.connect();
  try {
    return await drizzle(client, { casing: 'snake_case' }).transaction(work);
  } finally {
    await client.end();
  }
}
