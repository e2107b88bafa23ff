import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, selectValue } from '#db/rows.ts';

/** Counts one more hit of the key in the current window of `seconds`; returns the hits in it, this one included. */
export const hitLimit = async (
  db: Pick<Queryable, 'execute'>,
  key: string,
  seconds: number,
): Promise<number> => (await selectValue(db, integer, sql`select hit_limit(${key}, ${seconds}) as value`))!;
