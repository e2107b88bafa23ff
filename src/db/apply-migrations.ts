import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { migrationOf } from './last-migration.ts';
import { sourceFile } from './source-file.ts';

/**
 * Migrations refer to these roles. Roles belong to the whole cluster, so another database may have created them; the
 * right to sign in is granted when the shop opens.
 */
const ROLES = `DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['aso_web', 'aso_auth'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', name);
      EXCEPTION
        WHEN duplicate_object OR unique_violation THEN NULL;
        WHEN insufficient_privilege THEN
          RAISE EXCEPTION 'The role % is missing and % may not create it. As a superuser run: CREATE ROLE aso_web; CREATE ROLE aso_auth;', name, current_user
            USING ERRCODE = 'insufficient_privilege';
      END;
    END IF;
  END LOOP;
END $$`;

/** The database has migrations that this release does not know. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
  override readonly message =
    'The database was brought up to date by a newer release of the shop, which this one could damage. Start that release, or a later one.';
}

/** The tables in which drizzle-kit's migrator, whose format this is, records applied migrations. */
const NOTES = `CREATE SCHEMA IF NOT EXISTS drizzle;
CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`;

/** Statements that build an index while rows are written cannot be part of a transaction. */
const OUTSIDE_TRANSACTION = /\bINDEX CONCURRENTLY\b/;

/**
 * Applies missing migrations in the caller's transaction: all, or up to and including the migration `last`, such as
 * '0006_backups'. With `commitEach`, for a database in use, each migration is committed before the next, so that its
 * locks are held for its own time only; one with CREATE INDEX CONCURRENTLY runs without a transaction. Throws
 * NewerDatabaseError.
 */
export async function applyMigrations(
  client: pg.ClientBase,
  { last, commitEach = false }: { last?: string; commitEach?: boolean } = {},
): Promise<void> {
  await client.query(ROLES);
  await client.query(NOTES);
  const { rows } = await client.query<{ at: string }>(
    'SELECT created_at AS at FROM drizzle.__drizzle_migrations',
  );
  const times = rows.map(({ at }) => Number(at));
  if (times.some((at) => migrationOf(at) === undefined)) throw new NewerDatabaseError();
  for (const { sql, hash, folderMillis } of readMigrationFiles({
    migrationsFolder: sourceFile('src/db/migrations'),
  })) {
    if (!times.includes(folderMillis)) {
      const outside = commitEach && sql.some((statement) => OUTSIDE_TRANSACTION.test(statement));
      if (outside) await client.query('COMMIT');
      for (const statement of sql) {
        await client.query(outside ? statement : statement.replace(OUTSIDE_TRANSACTION, 'INDEX'));
      }
      if (outside) await client.query('BEGIN');
      await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
        hash,
        folderMillis,
      ]);
      if (commitEach) await client.query('COMMIT AND CHAIN');
    }
    if (last && migrationOf(folderMillis) === last) return;
  }
}
