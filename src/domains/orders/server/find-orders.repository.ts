import { sql } from 'drizzle-orm';
import type { Day } from '#shared/dates.ts';
import type { PlaceOfPage } from '#shared/pages.ts';
import { type OrderQueue, QUEUE_MINUTES } from '../follow-up/handover.ts';
import type { OrderSort, OrderStatus } from '../order.ts';
import type { OrderSearch } from '../search.ts';

export interface OrderFilter {
  status?: OrderStatus | undefined;
  opened?: boolean | undefined;
  /** Pending orders to follow up. */
  queue?: OrderQueue | undefined;
  /** Days of the shop on which they were placed, both included. */
  from?: Day | undefined;
  to?: Day | undefined;
  /** The account of a customer. */
  customer?: string | undefined;
  sort?: OrderSort | undefined;
}

/** More orders than there can be. */
const ALL = 2_147_483_647;

/** Where a list by creation continues. */
interface Place {
  createdAt: string;
  id: string;
}

/** The orders that fit, as find_orders() of the database returns them. */
export function findOrders(
  { status, opened, queue, from, to, customer, sort }: OrderFilter,
  search: OrderSearch | null,
  { limit, offset = 0, fromEnd = false, before }: Partial<PlaceOfPage> & { before?: Place | undefined },
) {
  const values = [
    sql`${status ?? null}::text`,
    sql`${opened ?? null}::boolean`,
    sql`${sql.param(search && search.patterns.length > 0 ? search.patterns : null)}::text[]`,
    sql`${search?.others ? JSON.stringify(search.others) : null}::jsonb`,
    sql`${search?.ids?.from ?? null}::uuid`,
    sql`${search?.ids?.to ?? null}::uuid`,
    sql`${limit ?? ALL}`,
    sql`${offset}`,
    sql`${fromEnd}`,
    sql`${sort ?? null}::text`,
    sql`${from ?? null}::date`,
    sql`${to ?? null}::date`,
    sql`${customer ?? null}::uuid`,
    sql`${before?.createdAt ?? null}::timestamptz`,
    sql`${before?.id ?? null}::uuid`,
    sql`${queue ?? null}::text`,
    sql`now() - ${queue ? QUEUE_MINUTES[queue] : 0} * interval '1 minute'`,
  ];
  return sql`find_orders(${sql.join(values, sql`, `)}) with ordinality as f(id, place)`;
}
