import pg from 'pg';

/** One call of a client's `query`. */
export interface Statement {
  text: string;
  values: unknown[];
  /** Of the connection: its pool, and its startup options (the role). */
  pool: string;
  settings: string;
}

interface Watched {
  connectionParameters: { application_name?: string; options?: string };
}

let recorded: Statement[] | null = null;
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
}

function callOf({ connectionParameters }: Watched, args: unknown[]): Statement {
  const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown];
  const config = typeof first === 'string' ? { text: first } : first;
  return {
    text: config.text,
    values: (Array.isArray(second) ? second : config.values) ?? [],
    pool: connectionParameters.application_name ?? '',
    settings: connectionParameters.options ?? '',
  };
}

export const statementCount = (): number => total;

/** Records the statements that run during `work`. Not reentrant. */
export async function recording<T>(work: () => Promise<T>): Promise<{ result: T; calls: Statement[] }> {
  const calls: Statement[] = [];
  recorded = calls;
  try {
    return { result: await work(), calls };
  } finally {
    recorded = null;
  }
}
