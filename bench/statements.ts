import pg from 'pg';

/** One call of a client's `query`. */
export interface Statement {
  text: string;
  values: unknown[];
  /** Of the connection: its pool, and its startup options (the role). */
  pool: string;
  settings: string;
}

/** A statement with the arguments to repeat it. */
interface Call extends Statement {
  args: unknown[];
}

interface Watched {
  connectionParameters: { application_name?: string; options?: string };
}

/** Pools of this process by their application name in PostgreSQL. */
const pools = new Map<string, pg.Pool>();
let recorded: Call[] | null = null;
let total = 0;
/** The application name of the connection of platform/changes. */
const LISTENER = 'aso-house changes';

/** Counts every statement of this process. Call before the first pool is created. */
export function watchStatements(): void {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: Watched, ...args: unknown[]) {
    // The LISTEN connection sends health checks from time to time, which are not work for a page.
    if (this.connectionParameters.application_name !== LISTENER) total++;
    if (recorded) recorded.push(callOf(this, args));
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  const { connect } = pg.Pool.prototype;
  pg.Pool.prototype.connect = function (this: pg.Pool, ...args: Parameters<typeof connect>) {
    pools.set(this.options.application_name ?? '', this);
    return connect.apply(this, args);
  } as typeof connect;
}

function callOf({ connectionParameters }: Watched, args: unknown[]): Call {
  const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown];
  const config = typeof first === 'string' ? { text: first } : first;
  return {
    text: config.text,
    values: (Array.isArray(second) ? second : config.values) ?? [],
    pool: connectionParameters.application_name ?? '',
    settings: connectionParameters.options ?? '',
    // Without the callback of the first call.
    args: args.filter((arg) => typeof arg !== 'function'),
  };
}

export const statementCount = (): number => total;

/** Records the statements that run during `work`. Not reentrant. */
export async function recording<T>(work: () => Promise<T>): Promise<{ result: T; calls: Call[] }> {
  const calls: Call[] = [];
  recorded = calls;
  try {
    return { result: await work(), calls };
  } finally {
    recorded = null;
  }
}

/** Repeats recorded statements through their pool; returns their rows. */
export async function runAgain(calls: readonly Call[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const { pool, args } of calls) {
    const [first, ...rest] = args as [string | object, ...unknown[]];
    const config = typeof first === 'string' ? { text: first } : { ...first };
    const { rows } = await pools.get(pool)!.query(config as pg.QueryConfig, ...(rest as [unknown[]]));
    answers.push(rows);
  }
  return answers;
}
