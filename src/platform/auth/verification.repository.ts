import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { instant, selectValue } from '#db/rows.ts';
import { verifications } from '#db/schema/accounts.ts';

/** Stores a value for `seconds`, and returns the end of that time. */
export async function insertVerification(
  db: Queryable,
  { identifier, value, seconds }: { identifier: string; value: string; seconds: number },
): Promise<Date> {
  const until = await selectValue(
    db,
    instant,
    sql`insert into verifications (id, identifier, value, expires_at)
    values (gen_random_uuid(), ${identifier}, ${value}, now() + make_interval(secs => ${seconds}))
    returning expires_at as value`,
  );
  return until!;
}

/** The same in place of the value before. */
export async function replaceVerification(db: Queryable, one: Parameters<typeof insertVerification>[1]) {
  await db.delete(verifications).where(eq(verifications.identifier, one.identifier));
  return insertVerification(db, one);
}
