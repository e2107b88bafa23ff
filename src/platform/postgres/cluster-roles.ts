import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { withConnection } from '#db/connection.ts';
import { REQUEST_ROLES, type RequestDatabaseUrls } from '#db/request-roles.ts';
import { writeWhole } from '../write-whole.ts';
import type { Layout } from './data-folder.ts';
import { ensureLogins } from './ensure-login.ts';
import { type Server, urlForSuperuser } from './ensure-running.ts';
import { PostgresError } from './postgres-error.ts';
import { requestUrls, urlForLogin } from './role-passwords.ts';

/** The shop's database in its own server. */
export const database = 'aso_house';

/** Owns the shop's database and everything in it; not a superuser. */
const OWNER = 'aso_owner';

/** URLs of one database for its owner and the request roles. */
export interface ShopDatabaseUrls extends RequestDatabaseUrls {
  /** For the owner: migrations, jobs, seed, backup, restore. */
  url: string;
}

type RoleName = 'owner' | 'web' | 'auth';

/** The URLs of the shop's database on the server at this port. */
function shopUrls(port: number, passwords: Record<RoleName, string>): ShopDatabaseUrls {
  const base = `postgres://127.0.0.1:${port}/${database}`;
  return { url: urlForLogin(base, OWNER, passwords.owner), ...requestUrls(base, passwords) };
}

/** The same from the data folder of a running server; undefined if an older release created it. */
export function storedUrls(layout: Layout, port: number): ShopDatabaseUrls | undefined {
  try {
    const read = (role: RoleName) => readFileSync(layout.rolePassword(role), 'utf8').trim();
    return shopUrls(port, { owner: read('owner'), web: read('web'), auth: read('auth') });
  } catch {
    return undefined;
  }
}

/**
 * Creates the shop's database and its roles if missing, and transfers what the superuser owned in older releases to
 * the owner. Idempotent, also after a crash. Call under the lock.
 */
export async function prepareDatabase(server: Server, port: number): Promise<ShopDatabaseUrls> {
  const passwords = {
    owner: await storedPassword(server.layout.rolePassword('owner')),
    web: await storedPassword(server.layout.rolePassword('web')),
    auth: await storedPassword(server.layout.rolePassword('auth')),
  };
  const urls = shopUrls(port, passwords);
  await withConnection(urlForSuperuser(server, port, 'postgres'), 'roles', async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (!rowCount) await client.query(`create database ${database}`);
  });
  const makerUrl = urlForSuperuser(server, port, database);
  // The owner creates temporary databases, in which backups are verified.
  await ensureLogins(makerUrl, [urls.url], { attributes: 'CREATEDB', isOwnCluster: true });
  await ensureLogins(makerUrl, [urls.webUrl, urls.authUrl], { isOwnCluster: true });
  await withConnection(makerUrl, 'roles', async (client) => {
    // A role can change its own session defaults: those set by injected SQL would outlive every connection.
    for (const role of [REQUEST_ROLES.web, REQUEST_ROLES.auth]) {
      await client.query(
        `alter role ${role} reset all; alter role ${role} in database ${database} reset all`,
      );
    }
    await client.query(`set lock_timeout = '${LOCK_SECONDS}s'`);
    await client.query(TAKE_OVER).catch((error: { code?: string }) => {
      if (error.code !== '55P03') throw error;
      throw new PostgresError(
        'An older process of the shop keeps its tables from their new owner. Stop it, then start again.',
      );
    });
  });
  return urls;
}

/** How long to wait for a table locked by an older running shop, seconds. */
const LOCK_SECONDS = 10;

/**
 * Transfers everything in this database to the owner, in one transaction. Excludes members of extensions and the
 * schema public, which belongs to the database owner.
 */
const TAKE_OVER = `DO $$
DECLARE
  statement text;
BEGIN
  FOR statement IN
    WITH spaces AS (
      SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
    ), loose AS (
      SELECT 'ALTER SCHEMA ' || quote_ident(nspname) AS what, 'pg_namespace'::regclass AS kind, oid, nspowner AS owner
      FROM spaces WHERE nspname <> 'public'
      UNION ALL
      SELECT 'ALTER TABLE ' || c.oid::regclass, 'pg_class'::regclass, c.oid, relowner
      FROM pg_class c JOIN spaces s ON s.oid = relnamespace
      WHERE relkind IN ('r', 'p', 'v', 'm', 'f') OR relkind = 'S' AND NOT EXISTS (
        SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i'))
      UNION ALL
      SELECT 'ALTER ROUTINE ' || p.oid::regprocedure, 'pg_proc'::regclass, p.oid, proowner
      FROM pg_proc p JOIN spaces s ON s.oid = pronamespace
      UNION ALL
      SELECT 'ALTER TYPE ' || t.oid::regtype, 'pg_type'::regclass, t.oid, typowner
      FROM pg_type t JOIN spaces s ON s.oid = typnamespace LEFT JOIN pg_class c ON c.oid = typrelid
      WHERE typtype IN ('e', 'd', 'r') OR c.relkind = 'c'
      UNION ALL
      SELECT format('ALTER STATISTICS %I.%I', nspname, stxname), 'pg_statistic_ext'::regclass, x.oid, stxowner
      FROM pg_statistic_ext x JOIN spaces s ON s.oid = stxnamespace
    )
    SELECT what || ' OWNER TO ${OWNER}' FROM loose
    WHERE owner <> '${OWNER}'::regrole AND NOT EXISTS (
      SELECT FROM pg_depend d WHERE d.classid = kind AND d.objid = loose.oid AND d.deptype = 'e')
    UNION ALL
    SELECT format('ALTER DATABASE %I OWNER TO ${OWNER}', datname) FROM pg_database
    WHERE NOT datistemplate AND datname <> 'postgres' AND datdba <> '${OWNER}'::regrole
  LOOP
    EXECUTE statement;
  END LOOP;
END $$`;

/**
 * The password of a role, created once and readable only by the shop's account. A lost file is replaced, and the role
 * is updated.
 */
async function storedPassword(path: string): Promise<string> {
  const stored = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (stored) return stored;
  const password = randomBytes(24).toString('hex');
  await writeWhole(path, `${password}\n`, 0o600);
  return password;
}
