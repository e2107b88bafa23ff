import { drizzle } from 'drizzle-orm/node-postgres';
import type { Queryable } from './client.ts';
import { withConnection } from './connection.ts';

/** Runs one transaction as the owner of the database, for commands on the server. */
export const ownerTransaction = <T>(
  databaseUrl: string,
  name: string,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> =>
  withConnection(databaseUrl, name, (client) => drizzle(client, { casing: 'snake_case' }).transaction(work));
