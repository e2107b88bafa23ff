import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Caller } from '#shared/caller.ts';

export type Orm = NodePgDatabase;
/** The pool's handle or a transaction: what a repository's function takes first. */
export type Queryable = Pick<
  Orm,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'with' | '$with'
>;
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];

export interface DatabaseAddresses {
  /** Owner: migrations, seed, restore. */
  url: string;
  /** When the web or auth role has an address of its own; otherwise SET ROLE on the owner's. */
  webUrl?: string;
  authUrl?: string;
}

export interface Database {
  /** Everything a request does, without a caller: public reads. */
  web: Orm;
  webPool: pg.Pool;
  /** better-auth's own pool, and the queue's: the only one that reads accounts, sessions and jobs. */
  auth: Orm;
  authPool: pg.Pool;
  /**
   * One transaction on behalf of a caller; row level security decides by it. Inside, only `tx` is used
   * and nothing but PostgreSQL is waited for.
   */
  asCaller<T>(caller: Caller, work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

function poolFor(url: string, role: string | null, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    // The role is part of the connection's start, so RESET ROLE cannot lift it.
    options: `${role ? `-c role=${role} ` : ''}-c jit=off -c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000 -c timezone=UTC`,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: `aso-house ${role ?? ''}`.trim(),
  });
  pool.on('error', onError);
  // The pool hears of connections that rest. One that is lost between two statements of a transaction tells nobody
  // else, and what nobody hears ends the process; the next statement on it fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Refuses a role that row level security does not bind: a superuser, or one that owns the tables. */
async function mustBeBound(pool: pg.Pool, purpose: string): Promise<void> {
  const { rows } = await pool.query(
    `select current_user as name, rolsuper or rolbypassrls or exists (
        select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and pg_has_role(current_user, relowner, 'MEMBER')) as unbound
      from pg_roles where rolname = current_user`,
  );
  if (rows[0]?.unbound !== false) {
    throw new Error(
      `The ${purpose} connection works as '${rows[0]?.name}', which row level security does not bind.`,
    );
  }
}

/** Opens the pools of a migrated database. Throws when the web or auth role could bypass row level security. */
export async function openDatabase(
  addresses: DatabaseAddresses,
  { size = 10, onError = (_: Error) => {} }: { size?: number; onError?: (error: Error) => void } = {},
): Promise<Database> {
  const webPool = poolFor(
    addresses.webUrl ?? addresses.url,
    addresses.webUrl ? null : 'aso_web',
    size,
    onError,
  );
  const authPool = poolFor(
    addresses.authUrl ?? addresses.url,
    addresses.authUrl ? null : 'aso_auth',
    5,
    onError,
  );
  const close = async () => {
    await Promise.all([webPool.end(), authPool.end()]);
  };
  try {
    await Promise.all([mustBeBound(webPool, 'web'), mustBeBound(authPool, 'auth')]);
  } catch (error) {
    await close();
    throw error;
  }
  const web = drizzle(webPool, { casing: 'snake_case' });
  const auth = drizzle(authPool, { casing: 'snake_case' });
  return {
    web,
    webPool,
    auth,
    authPool,
    asCaller: (caller, work) =>
      web.transaction(async (tx) => {
        await tx.execute(sql`select set_config('app.user', ${caller?.userId ?? ''}, true)`);
        return work(tx);
      }),
    close,
  };
}
