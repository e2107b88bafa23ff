import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { selectRows, text } from '#db/rows.ts';
import type { Selected } from '#shared/selection.ts';
import type { OrderStatus } from '../../order.ts';
import type { OrderSearch } from '../../search.ts';
import { findOrders, type OrderFilter } from '../../server/find-orders.repository.ts';

export { inBatches } from '#db/progress.ts';

/** The selected orders of a filter of the list. */
interface SelectedOrders {
  filter: OrderFilter;
  search: OrderSearch | null;
  selected: Selected;
}

const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;

/**
 * What of a filter others may have changed while a row was waited for: only conditions on the row itself are checked again
 * once it is locked.
 */
function stillMatches({ status, queue, opened }: OrderFilter): SQL {
  const terms = [sql`true`];
  if (status) terms.push(sql`status = ${status}`);
  if (queue) terms.push(sql`status = 'pending' AND confirmed_at IS NULL`);
  if (opened === false || queue === 'unopened') terms.push(sql`opened_at IS NULL`);
  return sql.join(terms, sql` AND `);
}

/** The ids of those that have another status, locked in a fixed order, so that two changes at once wait for one another. */
export async function lockOfOtherStatus(
  tx: Queryable,
  { filter, search, selected }: SelectedOrders,
  status: OrderStatus,
): Promise<string[]> {
  const chosen =
    'ids' in selected
      ? sql`id = ANY (${uuids(selected.ids)})`
      : sql`id IN (SELECT f.id FROM ${findOrders(filter, search, {})}) AND NOT id = ANY (${uuids(selected.except)})
          AND ${stillMatches(filter)}`;
  const rows = await selectRows(
    tx,
    { id: text },
    sql`SELECT id FROM orders WHERE ${chosen} AND status <> ${status} ORDER BY id FOR UPDATE`,
  );
  return rows.map(({ id }) => id);
}

/** Sets the status of orders, and adds an event to each; the number of them. */
export async function updateStatuses(
  tx: Queryable,
  ids: readonly string[],
  { status, userId, updatedAt }: { status: OrderStatus; userId: string; updatedAt: Date },
): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`WITH changed AS (
        UPDATE orders o SET status = ${status}, updated_at = ${updatedAt.toISOString()}::timestamptz
        FROM orders b WHERE b.id = o.id AND o.id = ANY (${uuids(ids)}) RETURNING o.id, b.status AS before
      )
      INSERT INTO order_events (id, order_id, kind, detail, actor_id, created_at)
      SELECT gen_random_uuid(), id, 'status', jsonb_build_object('before', before, 'after', ${status}::text),
        ${userId}::uuid, clock_timestamp() FROM changed`,
  );
  return rowCount ?? 0;
}
