import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { selectRows, text } from '#db/rows.ts';

/**
 * Maps order ids to customer ids, for orders and customers that exist. Never returned to a caller: it selects
 * the recipients of live updates.
 */
export async function listOrderOwners(
  db: Queryable,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectRows(
    db,
    { id: text, userId: text },
    sql`select id, user_id as "userId" from order_owners(${sql.param([...orderIds])}::uuid[]) where user_id is not null`,
  );
  return new Map(rows.map((row) => [row.id, row.userId]));
}
