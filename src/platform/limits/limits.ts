import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';

export interface Limits {
  /** Counts one hit of `key`; true while it was hit at most `most` times in the running window of so many seconds. */
  allows(key: string, most: number, seconds: number): Promise<boolean>;
}

/** Limits that hold for all processes together: they are counted in the database. */
export function createLimits(db: Queryable): Limits {
  return {
    async allows(key, most, seconds) {
      const { rows } = await db.execute<{ hits: number }>(sql`select hit_limit(${key}, ${seconds}) as hits`);
      return (rows[0]?.hits ?? 0) <= most;
    },
  };
}
