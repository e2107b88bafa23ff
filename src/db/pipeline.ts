import { availableParallelism } from 'node:os';
import type pg from 'pg';

/**
 * A statement that takes longer, ms, and several times as long as others at the moment, would hold up those behind it: at its
 * next use it has a connection to itself. In a busy process all take long, because their answers wait to be read.
 */
const SLOW_MS = 25;
const TIMES_USUAL = 4;
/** The weight of the last statement in what is usual. */
const WEIGHT = 0.05;
/** After this time, ms, a connection gets no further statements, so that the pool can close it when it is too old. */
const SHARED_MS = 60_000;
/** Names of slow statements that are remembered. */
const MAX_SLOW = 100;

type NamedStatement = pg.QueryConfig & { name: string };

/** A connection with statements on their way. */
interface Shared {
  client: pg.PoolClient;
  pending: number;
  /** When PostgreSQL began with the first of them, by `performance.now()`. */
  begun: number;
  until: number;
}

export interface PipelineOptions {
  /** Connections that are shared. */
  most?: number;
  /** What takes longer, ms, may be slow. */
  slowMs?: number;
}

/** One for each processor, because more only take turns, and half of the pool at most: slow statements need others. */
export const mostShared = (
  { options }: Pick<pg.Pool, 'options'>,
  processors = availableParallelism(),
): number => Math.min(processors, Math.max(1, Math.floor(options.max / 2)));

/**
 * Sends named statements that neither write nor need a transaction, without waiting for the answers of those before them: a
 * few busy connections cost less than many that wait for each other. Others find their connection in the pool, whose
 * clients must have `pipeline`.
 */
export function pipelineOn(
  pool: pg.Pool,
  { most = mostShared(pool), slowMs = SLOW_MS }: PipelineOptions = {},
) {
  const shared = new Set<Shared>();
  const slow = new Set<string>();
  let usual = 0;
  const opening = new Set<Promise<Shared>>();

  const isSlow = (ms: number) => ms > Math.max(slowMs, TIMES_USUAL * usual);

  function leastBusy(now: number): Shared | undefined {
    let best: Shared | undefined;
    for (const one of shared) {
      if (now < one.until && !isSlow(now - one.begun) && (!best || one.pending < best.pending)) best = one;
    }
    return best;
  }

  function open(): Promise<Shared> {
    const opened = pool
      .connect()
      .then((client) => {
        const now = performance.now();
        const one = { client, pending: 0, begun: now, until: now + SHARED_MS };
        shared.add(one);
        return one;
      })
      .finally(() => opening.delete(opened));
    opening.add(opened);
    return opened;
  }

  function noteTime(name: string, ms: number): void {
    if (!isSlow(ms)) slow.delete(name);
    else if (slow.size < MAX_SLOW) slow.add(name);
    usual += WEIGHT * (ms - usual);
  }

  async function sendAlone(statement: NamedStatement, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await pool.connect();
    const sent = performance.now();
    try {
      return await client.query(statement, values);
    } finally {
      noteTime(statement.name, performance.now() - sent);
      client.release();
    }
  }

  async function sendOn(one: Shared, statement: NamedStatement, values?: unknown[]): Promise<pg.QueryResult> {
    const sent = performance.now();
    if (one.pending++ === 0) one.begun = sent;
    try {
      return await one.client.query(statement, values);
    } finally {
      const now = performance.now();
      noteTime(statement.name, now - Math.max(sent, one.begun));
      one.begun = now;
      if (--one.pending === 0) {
        shared.delete(one);
        one.client.release();
      }
    }
  }

  return async function send(statement: NamedStatement, values?: unknown[]): Promise<pg.QueryResult> {
    if (slow.has(statement.name)) return sendAlone(statement, values);
    const best = leastBusy(performance.now());
    if (best?.pending !== 0 && shared.size + opening.size < most) {
      return sendOn(await open(), statement, values);
    }
    if (best) return sendOn(best, statement, values);
    const [next] = opening;
    if (!next) return sendAlone(statement, values);
    await next;
    return send(statement, values);
  };
}
