import { AsyncResource } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Caller } from '#shared/caller.ts';
import { causesOf } from './busy.ts';
import { cutConnection } from './cut-connection.ts';
import { preparedReads } from './prepared-reads.ts';
import { executeOn } from './raw-statement.ts';
import { assertBoundTo, REQUEST_ROLES, type RequestDatabaseUrls } from './request-roles.ts';
import { type OnStatement, waitLonger, watchConnection } from './watch-connection.ts';

export type Orm = NodePgDatabase;
/** The pool or a transaction: the first argument of repository functions. */
export type Queryable = Pick<
  Orm,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'with' | '$with'
>;
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];

export interface Database {
  /** Queries of a request without a caller. */
  web: Orm;
  webPool: pg.Pool;
  /**
   * Public reads, on connections of their own that only read and never have a caller: their statements are prepared
   * (decision 0067). One plan serves all values, so a statement must not depend on what PostgreSQL would estimate for one.
   */
  reads: Queryable;
  readPool: pg.Pool;
  /** The pool of better-auth and the queue: the only one that reads accounts, sessions and jobs. */
  auth: Orm;
  authPool: pg.Pool;
  /**
   * Runs one transaction on behalf of a caller, who determines row level security. Inside, use only `tx` and wait for
   * nothing but PostgreSQL.
   */
  asCaller<T>(caller: Caller, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Reads the shop as of the day of a preview link, as a visitor (decision 0049): each statement in a read-only transaction
   * that sees the views of the schema `preview` in the place of the tables. Fails if PostgreSQL finds the link invalid.
   */
  preview(link: string): Pick<Database, 'web' | 'reads' | 'asCaller'>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections for public reads, and as many for all else of the web role; sign-in and the queue have five. */
  size?: number;
  onError?(error: Error): void;
  /** Response timeout in ms. Longer than the statement timeout. */
  patience?: number;
  /** Called for every statement. */
  onStatement?: OnStatement;
}

/** Statement timeout in seconds, enforced by PostgreSQL. */
const STATEMENT_SECONDS = 15;
/** How much longer to wait for a response before the connection counts as dead, in seconds. */
const GRACE_SECONDS = 5;
const CASING = { casing: 'snake_case' } as const;

/** Connections of public reads. A plan for all values is made once; one for these values would be made at each use. */
const READ_SETTINGS =
  '-c search_path=public,pg_temp -c default_transaction_read_only=on -c plan_cache_mode=force_generic_plan';

/** Connections of previews, which are slower than the shop and must not delay it. */
const PREVIEW_CONNECTIONS = 3;
const PREVIEW_SETTINGS = '-c search_path=preview,public,pg_temp -c default_transaction_read_only=on';

function poolFor(
  url: string,
  role: string,
  size: number,
  options: DatabaseOptions,
  { settings = '-c search_path=public,pg_temp', pipeline = false } = {},
): pg.Pool {
  const { onError = () => {}, patience = (STATEMENT_SECONDS + GRACE_SECONDS) * 1000, onStatement } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    options: `-c jit=off -c statement_timeout=${STATEMENT_SECONDS}s -c idle_in_transaction_session_timeout=30000 -c timezone=UTC ${settings}`,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    // Limits the effect on later requests of a session setting left behind by injected SQL.
    maxLifetimeSeconds: 300,
    // The kernel checks idle connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: `aso-house ${role}`,
    pipeline,
  });
  pool.on('error', onError);
  // The pool handles errors of idle connections. For one lost between two statements of a transaction, this is the
  // only listener, and an unhandled error would end the process; the next statement on it fails.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    watchConnection(client, { patience, onSilence: onError, onStatement });
    cutWhenSettingChanges(client, onError);
  });
  if (onStatement) inOwnContext(pool);
  return pool;
}

/**
 * Closes the connection when PostgreSQL reports a changed session setting, such as time zone or encoding. No
 * statement of the shop changes one; injected SQL could, for the requests after it.
 */
function cutWhenSettingChanges(client: pg.ClientBase, onError: (error: Error) => void): void {
  const { connection } = client as unknown as { connection: EventEmitter };
  connection.on('parameterStatus', ({ parameterName }: { parameterName: string }) => {
    const error = new Error(`The setting ${parameterName} of a pooled connection changed; it is closed.`);
    onError(error);
    cutConnection(client, error);
  });
}

/** A freed connection is passed on in the async context of the previous user: restore that of the waiting caller. */
function inOwnContext(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  const bound = (callback?: (...args: unknown[]) => void) =>
    callback ? connect(AsyncResource.bind(callback)) : connect();
  pool.connect = bound as typeof pool.connect;
}

/** The connection of each running transaction. */
const connectionOf = new WeakMap<Queryable, pg.PoolClient>();

/** Drizzle's own transaction never releases a connection on which BEGIN fails, as on one that died in the pool. */
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

/** Sets the timeout of further statements of this transaction, on the server and here, in seconds. */
export async function allowSeconds(tx: Queryable, seconds: number): Promise<void> {
  await tx.execute(sql.raw(`SET LOCAL statement_timeout = '${seconds}s'`));
  const client = connectionOf.get(tx);
  if (client) waitLonger(client, (seconds + GRACE_SECONDS) * 1000);
}

/** PostgreSQL's error code for a statement after one that failed. */
const IN_FAILED_TRANSACTION = '25P02';

/** The change set of a transaction; none if its work caught a refused statement, because nothing is committed then. */
async function currentChangeSet(tx: Queryable): Promise<unknown> {
  try {
    return (await tx.execute(sql`select public.current_change_set() as id`)).rows[0]?.id;
  } catch (error) {
    if (causesOf(error).some(({ code }) => code === IN_FAILED_TRANSACTION)) return undefined;
    throw error;
  }
}

/** Opens the pools of a migrated database. Throws UnboundRoleError if a role bypasses row level security. */
export async function openDatabase(
  { webUrl, authUrl }: RequestDatabaseUrls,
  options: DatabaseOptions = {},
): Promise<Database> {
  const { size = 8 } = options;
  const webPool = poolFor(webUrl, REQUEST_ROLES.web, size, options);
  const readPool = poolFor(webUrl, REQUEST_ROLES.web, size, options, {
    settings: READ_SETTINGS,
    pipeline: true,
  });
  const authPool = poolFor(authUrl, REQUEST_ROLES.auth, 5, options);
  const previewPool = poolFor(webUrl, REQUEST_ROLES.web, PREVIEW_CONNECTIONS, options, {
    settings: PREVIEW_SETTINGS,
  });
  const close = async () => {
    await Promise.all([webPool, readPool, authPool, previewPool].map((pool) => pool.end()));
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
  const prepared = preparedReads(readPool) as unknown as pg.Pool;
  const reads = Object.assign(drizzle(prepared, CASING), { execute: executeOn(prepared) as Orm['execute'] });
  const auth = Object.assign(drizzle(authPool, CASING), { transaction: transactionOn(authPool) });
  return {
    web,
    webPool,
    reads,
    readPool,
    auth,
    authPool,
    asCaller: async (caller, work) => {
      const { operation = null, summary = null, changeSet: shared, onChangeSet } = caller?.change?.() ?? {};
      let changeSet: unknown;
      const result = await web.transaction(async (tx) => {
        await tx.execute(
          sql`select public.set_caller(${caller?.userId ?? null}, ${operation}, ${summary}, ${caller?.apiKey?.id ?? null})`,
        );
        if (caller?.withheld) await tx.execute(sql`select public.withhold_role()`);
        if (shared) await tx.execute(sql`select public.join_change_set(${shared})`);
        const done = await work(tx);
        if (onChangeSet) changeSet = await currentChangeSet(tx);
        return done;
      });
      if (typeof changeSet === 'string') onChangeSet?.(changeSet);
      return result;
    },
    preview: (link) => previewOn(previewPool, link),
    close,
  };
}

function previewOn(pool: pg.Pool, link: string): ReturnType<Database['preview']> {
  const transaction = transactionOn(pool);
  const asVisitor = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    transaction(async (tx) => {
      await tx.execute(sql`select preview.enter(${link})`);
      return work(tx);
    });
  /** Each statement without a transaction of its own gets one. */
  const client = {
    query: (statement: pg.QueryConfig, values?: unknown[]) =>
      asVisitor(async (tx) => connectionOf.get(tx)!.query(statement, values)),
  };
  const web = drizzle(client as unknown as pg.Pool, CASING);
  return {
    web,
    reads: web,
    asCaller: (_caller, work) => asVisitor(work),
  };
}
