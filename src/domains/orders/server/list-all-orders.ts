import type { SignedIn } from '#shared/caller.ts';
import { kobo } from '#shared/money.ts';
import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, pageCount, placeOfPage } from '#shared/pages.ts';
import type { OrderSummaryOut, OrderTotals } from '../contract.ts';
import { type OrderSearch, orderSearchOf } from '../search.ts';
import type { OrderDeps } from './deps.ts';
import type { OrderTransaction } from './order.repository.ts';
import {
  contentsOfOrders,
  listOrderIds,
  listOrdersByIds,
  type OrderFilter,
  orderCounters,
  searchOrderIds,
} from './order-list.repository.ts';

type ReadDeps = Pick<OrderDeps, 'database'>;

export interface OrdersRequest extends OrderFilter {
  search?: string | undefined;
  page: number;
}

export interface OrdersPage {
  items: OrderSummaryOut[];
  total: number;
  capped: boolean;
  page: number;
  pageCount: number;
}

interface Found {
  ids: string[];
  total: number;
  capped: boolean;
  page: number;
}

/** One page of all orders, newest first. A page past the end becomes the last. */
export function listAllOrders(deps: ReadDeps, user: SignedIn, requested: OrdersRequest): Promise<OrdersPage> {
  const { search: text, page, ...filter } = requested;
  const search = orderSearchOf(text ?? '');
  return deps.database.asCaller(user, async (tx) => {
    const { ids, ...found } = search
      ? await searchedPage(tx, filter, search, page)
      : await rememberedPage(tx, filter, page);
    const rows = await listOrdersByIds(tx, ids);
    const contents = await contentsOfOrders(tx, ids);
    const items = rows.map((row) => {
      const { itemCount = 0, total = kobo(0), images = [] } = contents.get(row.id) ?? {};
      return {
        ...row,
        createdAt: row.createdAt.toISOString(),
        openedAt: row.openedAt?.toISOString() ?? null,
        itemCount,
        total,
        images,
      };
    });
    return { items, ...found, pageCount: pageCount(found.total, ADMIN_PAGE_SIZE) };
  });
}

/** Without a search, every total is cached. */
async function rememberedPage(tx: OrderTransaction, filter: OrderFilter, requested: number): Promise<Found> {
  const total = totalOf(await orderCounters(tx), filter);
  const page = Math.min(requested, pageCount(total, ADMIN_PAGE_SIZE));
  const ids = await listOrderIds(tx, filter, placeOfPage(page, ADMIN_PAGE_SIZE, total));
  return { ids, total, capped: false, page };
}

async function searchedPage(
  tx: OrderTransaction,
  filter: OrderFilter,
  search: OrderSearch,
  requested: number,
): Promise<Found> {
  const { ids, found } = await searchOrderIds(
    tx,
    { filter, search, most: ADMIN_COUNT_LIMIT },
    { page: requested, size: ADMIN_PAGE_SIZE },
  );
  const total = Math.min(found, ADMIN_COUNT_LIMIT);
  return {
    ids,
    total,
    capped: found > ADMIN_COUNT_LIMIT,
    page: Math.min(requested, pageCount(total, ADMIN_PAGE_SIZE)),
  };
}

function totalOf(counters: Map<string, number>, { status, opened }: OrderFilter): number {
  const of = (...name: (string | undefined)[]) => counters.get(name.filter(Boolean).join(':')) ?? 0;
  const unopened = of('unopened', status);
  if (opened === undefined) return of(status);
  return opened ? of(status) - unopened : unopened;
}

/** The number of orders in total, by status, and not opened. Reads counters; does not count. */
export async function orderTotals(deps: ReadDeps, user: SignedIn): Promise<OrderTotals> {
  const counters = await deps.database.asCaller(user, orderCounters);
  const of = (name: string) => counters.get(name) ?? 0;
  const byStatus = (before = '') => ({
    pending: of(`${before}pending`),
    processing: of(`${before}processing`),
    completed: of(`${before}completed`),
    cancelled: of(`${before}cancelled`),
  });
  return { total: of(''), ...byStatus(), unopened: of('unopened'), unopenedOf: byStatus('unopened:') };
}
