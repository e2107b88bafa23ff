import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';

/** Order id → its customer's id, for those that exist and whose customer still does. Told to no caller: it decides who hears of a change. */
export async function listOrderOwners(
  db: Queryable,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; user_id: string }>(
    sql`select id, user_id from order_owners(${sql.param([...orderIds])}::uuid[]) where user_id is not null`,
  );
  return new Map(rows.map((row) => [row.id, row.user_id]));
}
