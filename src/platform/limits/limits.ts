import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, selectRow } from '#db/rows.ts';
import { textOf } from '#shared/errors.ts';

/** Too many uses of one key; `seconds` until its window ends. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited';
  readonly seconds: number;

  constructor(seconds: number) {
    super(textOf('RATE_LIMITED', { seconds }));
    this.seconds = seconds;
  }
}

export interface Limits {
  /**
   * Counts one use of `key`, at most `max` in a window of `seconds`, across all processes. Throws RateLimited,
   * which every operation answers as RATE_LIMITED.
   */
  take(key: string, max: number, seconds: number): Promise<void>;
  /** The same as a boolean, for operations that are skipped silently. */
  allows(key: string, max: number, seconds: number): Promise<boolean>;
}

/** Rate limits in PostgreSQL. Takes the pool, not a transaction: a rollback would lose the count. */
export function createLimits(db: Pick<Queryable, 'execute'>): Limits {
  async function hit(key: string, seconds: number): Promise<{ hits: number; wait: number }> {
    const row = await selectRow(
      db,
      { hits: integer, wait: integer },
      sql`select hit_limit(${storedKey(key)}, ${seconds}::integer) as hits,
        ceil(${seconds}::integer - mod(extract(epoch from now()), ${seconds}::integer))::integer as wait`,
    );
    return row!;
  }
  return {
    async take(key, max, seconds) {
      const { hits, wait } = await hit(key, seconds);
      if (hits > max) throw new RateLimited(Math.max(wait, 1));
    },
    allows: async (key, max, seconds) => (await hit(key, seconds)).hits <= max,
  };
}

/** The column holds 200 characters: longer keys are hashed, so that two never share a count. */
const storedKey = (key: string) =>
  key.length <= 150 ? key : `${key.slice(0, 80)}#${createHash('sha256').update(key).digest('hex')}`;
