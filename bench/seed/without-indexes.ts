import type pg from 'pg';

/**
 * Runs the work with the plain indexes of tables taken down, and builds them again: far faster than keeping a dozen of
 * them in order through a hundred thousand inserts. Inside a transaction, which keeps others from the tables until its
 * end; primary keys and unique indexes stay.
 */
export async function withoutIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = ANY ($1::regclass[]) AND NOT i.indisunique ORDER BY c.relname`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await work();
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  for (const { definition } of rows) await client.query(definition);
}
