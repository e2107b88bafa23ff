import { kobo } from '#shared/money.ts';
import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, pageCount, readPage } from '#shared/pages.ts';
import type { OrderSearch } from '../../search.ts';
import { type OrderDeps, os } from '../../server/deps.ts';
import type { OrderFilter } from '../../server/find-orders.repository.ts';
import type { OrderTransaction } from '../../server/order.repository.ts';
import { seekOrders } from '../../server/seek-orders.ts';
import {
  contentsOfOrders,
  listOrderIds,
  listOrdersByIds,
  orderCounters,
  searchOrderIds,
} from './order-list.repository.ts';

/** One page of all orders. A page past the end becomes the last. */
export const listAll = ({ database }: OrderDeps) =>
  os.listAll.handler(({ context, input: { search: text = '', page: requested, ...filter } }) =>
    database.asCaller(context.user, async (tx) => {
      const search = await seekOrders(tx, text);
      const isCounted = !search && !filter.queue && !filter.from && !filter.to && !filter.customer;
      const { items: ids, ...page } = !isCounted
        ? await searchedPage(tx, filter, search, requested)
        : // By status and opened, every total is cached.
          await readPage({ requested, counted: totalOf(await orderCounters(tx), filter) }, (place) =>
            listOrderIds(tx, filter, place),
          );
      const rows = await listOrdersByIds(tx, ids);
      const contents = await contentsOfOrders(tx, ids);
      const empty = { itemCount: 0, total: kobo(0), images: [] };
      return { items: rows.map((row) => ({ ...row, ...(contents.get(row.id) ?? empty) })), ...page };
    }),
  );

async function searchedPage(
  tx: OrderTransaction,
  filter: OrderFilter,
  search: OrderSearch | null,
  requested: number,
) {
  const { ids, found } = await searchOrderIds(
    tx,
    { filter, search, most: ADMIN_COUNT_LIMIT },
    { page: requested, size: ADMIN_PAGE_SIZE },
  );
  const total = Math.min(found, ADMIN_COUNT_LIMIT);
  const count = pageCount(total, ADMIN_PAGE_SIZE);
  return {
    items: ids,
    total,
    capped: found > ADMIN_COUNT_LIMIT,
    page: Math.min(requested, count),
    pageCount: count,
  };
}

function totalOf(counters: Map<string, number>, { status, opened }: OrderFilter): number {
  const of = (...name: (string | undefined)[]) => counters.get(name.filter(Boolean).join(':')) ?? 0;
  const unopened = of('unopened', status);
  if (opened === undefined) return of(status);
  return opened ? of(status) - unopened : unopened;
}
