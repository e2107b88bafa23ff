import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ADVISORY_LOCKS } from '#db/advisory-locks.ts';
import { withConnection } from '#db/connection.ts';
import { PostgresError } from './postgres-error.ts';
import { connectionOf } from './role-passwords.ts';
import { scramVerifier } from './scram-verifier.ts';

/** Roles belong to the cluster, the lock to one database: the shop of another database may change the same role. */
const MOST_ATTEMPTS = 10;

interface LoginOptions {
  /** Attributes for a role that does not exist yet, such as CREATEDB. */
  attributes?: string;
  /** Whether the cluster belongs to the shop only, so that no other shop can have set the password. */
  isOwnCluster?: boolean;
}

/**
 * Ensures that the roles of these URLs can sign in with their passwords; working ones are unchanged, missing ones are
 * created. `makerUrl` is a role that may do so, in the same database. Throws PostgresError with the SQL statement to
 * run if it may not.
 */
export async function ensureLogins(
  makerUrl: string,
  urls: readonly string[],
  options: LoginOptions = {},
): Promise<void> {
  const refused = await refusedOf(urls);
  if (refused.length === 0) return;
  await withConnection(makerUrl, 'roles', async (maker) => {
    await maker.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.logins]);
    const forbidden: Statement[] = [];
    // Another process may have done it while this one waited.
    for (const url of await refusedOf(refused)) {
      forbidden.push(...(await setLogin(maker, url, options)));
    }
    if (forbidden.length > 0) {
      throw new PostgresError(
        `The role of DATABASE_URL may not let ${forbidden.map(({ role }) => role).join(' and ')} sign in. As a superuser run:\n${forbidden.map(({ statement }) => `${statement};`).join('\n')}\nor set DATABASE_WEB_URL and DATABASE_AUTH_URL to URLs of aso_web and aso_auth that work.`,
      );
    }
  });
  for (const url of refused) {
    const reason = await whyRefused(url);
    if (reason) {
      throw new PostgresError(
        `PostgreSQL does not let ${connectionOf(url).user} sign in (${reason}). Its pg_hba.conf should have a line for aso_web and aso_auth with scram-sha-256.`,
      );
    }
  }
}

async function refusedOf(urls: readonly string[]): Promise<string[]> {
  const reasons = await Promise.all(urls.map(whyRefused));
  return urls.filter((_, index) => reasons[index] !== undefined);
}

/** Why the server refuses the login of this URL; any other error is thrown. */
async function whyRefused(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, application_name: 'aso-house roles' });
  client.on('error', () => {});
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // 28P01: wrong password, or no such role. 28000: not allowed to sign in.
    if (code?.startsWith('28')) return message;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

interface Statement {
  role: string;
  statement: string;
}

/** Sets the password of the role, or returns the statement if `maker` may not run it. */
async function setLogin(maker: Client, url: string, options: LoginOptions): Promise<Statement[]> {
  const { user: role = '', password } = connectionOf(url);
  const verifier = scramVerifier(password ?? '');
  for (let attempt = 1; ; attempt++) {
    const { rows } = await maker.query<{ login: boolean }>(
      'select rolcanlogin as login from pg_roles where rolname = $1',
      [role],
    );
    const known = rows[0];
    const statement = known
      ? `ALTER ROLE ${role} LOGIN PASSWORD '${verifier}'`
      : `CREATE ROLE ${role} LOGIN ${options.attributes ?? ''} PASSWORD '${verifier}'`.replace(/ +/g, ' ');
    if (known?.login && !options.isOwnCluster) {
      await assertNotInUse(maker, role);
      await assertNotShared(maker, role, statement);
    }
    try {
      await maker.query(statement);
      return [];
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === '42501') return [{ role, statement }];
      // 'tuple concurrently updated', or created by another shop at the same time.
      if (!['XX000', '42710', '23505'].includes(code ?? '') || attempt === MOST_ATTEMPTS) throw error;
      await sleep(50 * attempt);
    }
  }
}

/** A new password would lock out the shop that uses this database, at its next connection. */
async function assertNotInUse(maker: Client, role: string): Promise<void> {
  // A connection that was just closed is still listed.
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const { rowCount } = await maker.query(
      'select from pg_stat_activity where usename = $1 and datname = current_database()',
      [role],
    );
    if (!rowCount) return;
    await sleep(100);
  }
  throw new PostgresError(
    'A shop with another AUTH_SECRET works with this database. Set the same AUTH_SECRET here, or stop every process of that shop first.',
  );
}

/** A new password of a role used by other databases would lock out their shop at its next connection. */
async function assertNotShared(maker: Client, role: string, statement: string): Promise<void> {
  const { rows } = await maker.query<{ names: string | null }>(
    `select string_agg(distinct d.datname, ', ') as names
     from pg_shdepend s join pg_database d on d.oid = s.dbid join pg_roles r on r.oid = s.refobjid
     where s.refclassid = 'pg_authid'::regclass and r.rolname = $1 and d.datname <> current_database()`,
    [role],
  );
  const names = rows[0]?.names;
  if (!names) return;
  throw new PostgresError(
    `${role} has another password than this shop's AUTH_SECRET gives it, and another database of this server uses it too: ${names}. If a shop runs there, set DATABASE_WEB_URL and DATABASE_AUTH_URL in both shops, with the same passwords. If none does, run:\n${statement};`,
  );
}
