import { AsyncResource } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Caller } from '#shared/caller.ts';
import { cutConnection } from './cut-connection.ts';
import { assertBoundTo, REQUEST_ROLES, type RequestDatabaseUrls } from './request-roles.ts';
import { type OnStatement, waitLonger, watchConnection } from './watch-connection.ts';

export type Orm = NodePgDatabase;
/** The pool's handle or a transaction: what a repository's function takes first. */
export type Queryable = Pick<
  Orm,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'with' | '$with'
>;
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];

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

export interface DatabaseOptions {
  /** Connections of the web role; those of sign-in and the queue are five. */
  size?: number;
  onError?(error: Error): void;
  /** How long an answer is waited for, in ms. More than a statement may take. */
  patience?: number;
  /** Told of every statement, where somebody wants to know. */
  onStatement?: OnStatement;
}

/** What a statement may take, in seconds: PostgreSQL ends it then. */
const STATEMENT_SECONDS = 15;
/** How much longer an answer is waited for before the connection counts as dead, in seconds. */
const GRACE_SECONDS = 5;
const CASING = { casing: 'snake_case' } as const;

function poolFor(url: string, role: string, size: number, options: DatabaseOptions): pg.Pool {
  const { onError = () => {}, patience = (STATEMENT_SECONDS + GRACE_SECONDS) * 1000, onStatement } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    options: `-c jit=off -c statement_timeout=${STATEMENT_SECONDS}s -c idle_in_transaction_session_timeout=30000 -c timezone=UTC -c search_path=public,pg_temp`,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    // Bounds what a session setting that injected SQL left behind could do to later requests.
    maxLifetimeSeconds: 300,
    // One that rests is asked by the kernel whether the other side is still there.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: `aso-house ${role}`,
  });
  pool.on('error', onError);
  // The pool hears of connections that rest. One that is lost between two statements of a transaction tells nobody
  // else, and what nobody hears ends the process; the next statement on it fails.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    watchConnection(client, { patience, onSilence: onError, onStatement });
    cutWhenSettingChanges(client, onError);
  });
  if (onStatement) inOwnContext(pool);
  return pool;
}

/**
 * Closes the connection when PostgreSQL reports that a setting of its session changed, such as time zone or encoding.
 * No statement of the shop changes one; injected SQL could, for the requests after it.
 */
function cutWhenSettingChanges(client: pg.ClientBase, onError: (error: Error) => void): void {
  const { connection } = client as unknown as { connection: EventEmitter };
  connection.on('parameterStatus', ({ parameterName }: { parameterName: string }) => {
    const error = new Error(`The setting ${parameterName} of a pooled connection changed; it is closed.`);
    onError(error);
    cutConnection(client, error);
  });
}

/** A connection that becomes free is handed on by whoever gave it back: what waited goes on as itself. */
function inOwnContext(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  const bound = (callback?: (...args: unknown[]) => void) =>
    callback ? connect(AsyncResource.bind(callback)) : connect();
  pool.connect = bound as typeof pool.connect;
}

/** The connection of each transaction that is running. */
const connectionOf = new WeakMap<Queryable, pg.PoolClient>();

/** Drizzle's own would never give back a connection on which BEGIN fails, as it does on one that died in the pool. */
function transactionOn(pool: pg.Pool): Orm['transaction'] {
  const orms = new WeakMap<pg.PoolClient, Orm>();
  return async (work, config) => {
    const client = await pool.connect();
    const orm = orms.get(client) ?? drizzle(client, CASING);
    orms.set(client, orm);
    try {
      return await orm.transaction((tx) => {
        connectionOf.set(tx, client);
        return work(tx);
      }, config);
    } finally {
      waitLonger(client, undefined);
      client.release();
    }
  };
}

/** Lets each further statement of this transaction take so many seconds, there and here. */
export async function allowSeconds(tx: Queryable, seconds: number): Promise<void> {
  await tx.execute(sql.raw(`SET LOCAL statement_timeout = '${seconds}s'`));
  const client = connectionOf.get(tx);
  if (client) waitLonger(client, (seconds + GRACE_SECONDS) * 1000);
}

/** Opens the pools of a migrated database. Throws UnboundRoleError when row level security would not hold for one. */
export async function openDatabase(
  { webUrl, authUrl }: RequestDatabaseUrls,
  options: DatabaseOptions = {},
): Promise<Database> {
  const webPool = poolFor(webUrl, REQUEST_ROLES.web, options.size ?? 10, options);
  const authPool = poolFor(authUrl, REQUEST_ROLES.auth, 5, options);
  const close = async () => {
    await Promise.all([webPool.end(), authPool.end()]);
  };
  try {
    await Promise.all([
      assertBoundTo(REQUEST_ROLES.web, webPool),
      assertBoundTo(REQUEST_ROLES.auth, authPool),
    ]);
  } catch (error) {
    await close();
    throw error;
  }
  const web = Object.assign(drizzle(webPool, CASING), { transaction: transactionOn(webPool) });
  const auth = Object.assign(drizzle(authPool, CASING), { transaction: transactionOn(authPool) });
  return {
    web,
    webPool,
    auth,
    authPool,
    asCaller: (caller, work) =>
      web.transaction(async (tx) => {
        await tx.execute(sql`select public.set_caller(${caller?.userId ?? null})`);
        return work(tx);
      }),
    close,
  };
}
