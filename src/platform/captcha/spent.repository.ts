import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';

/** Records that a challenge was answered, for all processes. False if it was answered before. */
export async function insertSpent(db: Queryable, nonce: string, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into spent_captchas (nonce, expires_at) values (${nonce}, ${expiresAt.toISOString()})
    on conflict do nothing`);
  return rowCount === 1;
}
