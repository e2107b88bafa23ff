import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any number, the same in every process: two that start together migrate one after the other. */
const LOCK = 4_276_001;

/** The roles of requests and of sign-in. Roles belong to the whole cluster, so another database may have made them. */
const ROLES = `DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['aso_web', 'aso_auth'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS', name);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
    IF NOT pg_has_role(current_user, name, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', name);
    END IF;
  END LOOP;
END $$`;

/** Brings a database to the newest schema, as its owner. Safe to run from several processes at once. */
export async function migrate(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'aso-house migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(ROLES);
    await runMigrations(drizzle(client), { migrationsFolder: FOLDER });
  } finally {
    await client.end();
  }
}
