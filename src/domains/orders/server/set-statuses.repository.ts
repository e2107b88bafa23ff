import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import type { Selected } from '#shared/selection.ts';
import type { OrderStatus } from '../order.ts';
import type { OrderSearch } from '../search.ts';
import { findOrders, type OrderFilter } from './order-list.repository.ts';

/** The selected orders of a filter of the list. */
interface SelectedOrders {
  filter: OrderFilter;
  search: OrderSearch | null;
  selected: Selected;
}

const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;

/**
 * Sets the status of those that have another, and adds an event to each; the number of them. They are locked in a
 * fixed order, so that two changes at once wait for one another.
 */
export async function updateStatuses(
  db: Queryable,
  { filter, search, selected }: SelectedOrders,
  { status, userId, updatedAt }: { status: OrderStatus; userId: string; updatedAt: Date },
): Promise<number> {
  const chosen =
    'ids' in selected
      ? sql`id = ANY (${uuids(selected.ids)})`
      : sql`id IN (SELECT f.id FROM ${findOrders(filter, search, {})}) AND NOT id = ANY (${uuids(selected.except)})`;
  const { rowCount } = await db.execute(
    sql`WITH chosen AS MATERIALIZED (
        SELECT id, status FROM orders WHERE ${chosen} AND status <> ${status} ORDER BY id FOR UPDATE
      ), changed AS (
        UPDATE orders o SET status = ${status}, updated_at = ${updatedAt.toISOString()}::timestamptz
        FROM chosen WHERE o.id = chosen.id RETURNING o.id, chosen.status AS before
      )
      INSERT INTO order_events (id, order_id, kind, detail, actor_id, created_at)
      SELECT gen_random_uuid(), id, 'status', jsonb_build_object('before', before, 'after', ${status}::text),
        ${userId}::uuid, clock_timestamp() FROM changed`,
  );
  return rowCount ?? 0;
}
