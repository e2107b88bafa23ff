import type { ContractRouterClient } from '@orpc/contract';
import type { QueryClient } from '@tanstack/react-query';
import { ADMIN_PAGE_SIZE, pageCount } from '#shared/pages.ts';
import { readQuery } from '#shared/read-query.ts';
import type { AdminOrder, Order, OrderSummary, ordersContract } from '../../contract.ts';
import type { OrderQueue } from '../../follow-up/handover.ts';
import type { OrderSort, OrderStatus } from '../../order.ts';
import { ORDERS } from '../order.queries.ts';

export type AdminOrdersApi = { orders: ContractRouterClient<typeof ordersContract> };

/** The list's search parameters. */
export interface OrdersSearch {
  search?: string;
  status?: OrderStatus;
  /** Whether 'Continue to WhatsApp' was pressed. */
  opened?: 'yes' | 'no';
  /** Pending orders to follow up. */
  queue?: OrderQueue;
  /** The days of the shop on which they were placed. */
  from?: string;
  to?: string;
  sort?: OrderSort;
  page?: number;
}

/** Prefix of all query keys of the back office's orders. */
export const ADMIN_ORDERS = ['admin', 'orders'] as const;

/** The search parameters as the operation takes them. */
const inputOf = ({ opened, ...search }: OrdersSearch) => ({
  ...search,
  ...(opened ? { opened: opened === 'yes' } : {}),
});

/** Orders enter the queues as time passes, without a change. This often, ms, the queues are read again. */
export const QUEUE_INTERVAL_MS = 60_000;

export const allOrdersQuery = ({ orders }: AdminOrdersApi, search: OrdersSearch) => ({
  ...readQuery([...ADMIN_ORDERS, 'list', search], (call) => orders.listAll(inputOf(search), call)),
  ...(search.queue && { refetchInterval: QUEUE_INTERVAL_MS }),
});

/** The ids of all orders that match, but for `except`. */
export async function readOrderIds(
  { orders }: AdminOrdersApi,
  search: OrdersSearch,
  except: readonly string[],
): Promise<string[]> {
  const first = await orders.listAll({ ...inputOf(search), page: 1 });
  const others = Array.from({ length: pageCount(first.total, ADMIN_PAGE_SIZE) - 1 }, (_, at) =>
    orders.listAll({ ...inputOf(search), page: at + 2 }),
  );
  const pages = [first, ...(await Promise.all(others))];
  const ids = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)));
  return [...ids].filter((id) => !except.includes(id));
}

export const adminOrderQuery = ({ orders }: AdminOrdersApi, id: string) =>
  readQuery([...ADMIN_ORDERS, 'one', id], (call) => orders.getForAdmin({ id }, call));

export const orderTotalsQuery = ({ orders }: AdminOrdersApi) =>
  readQuery([...ADMIN_ORDERS, 'totals'], (call) => orders.totals(undefined, call));

/** One page of the orders of a customer's account. */
export const customerOrdersQuery = ({ orders }: AdminOrdersApi, customer: string, page = 1) =>
  readQuery([...ADMIN_ORDERS, 'list', { customer, page }], (call) =>
    orders.listAll({ customer, page }, call),
  );

export const customerQuery = ({ orders }: AdminOrdersApi, id: string) =>
  readQuery([...ADMIN_ORDERS, 'customer', id], (call) => orders.getCustomer({ id }, call));

export const salesQuery = ({ orders }: AdminOrdersApi) =>
  readQuery([...ADMIN_ORDERS, 'sales'], (call) => orders.sales(undefined, call));

type AllOrders = Awaited<ReturnType<AdminOrdersApi['orders']['listAll']>>;

/** What of an order can be changed in a row. */
type Change = { id: string } & Partial<Pick<OrderSummary, 'status' | 'dueDay' | 'confirmedAt'>>;

/** Updates the cached list and detail, and with them every open screen. */
export function showChange(queryClient: QueryClient, change: Change): void {
  queryClient.setQueriesData<AllOrders>(
    { queryKey: [...ADMIN_ORDERS, 'list'] },
    (page) =>
      page && {
        ...page,
        items: page.items.map((row) => (row.id === change.id ? { ...row, ...change } : row)),
      },
  );
  queryClient.setQueryData<AdminOrder>(
    [...ADMIN_ORDERS, 'one', change.id],
    (order) => order && { ...order, ...change },
  );
}

/** Updates the cached detail with the response of a change of items or notes. */
export function showOrder(queryClient: QueryClient, { items, ...changed }: Order): void {
  queryClient.setQueryData<AdminOrder>([...ADMIN_ORDERS, 'one', changed.id], (order) => {
    if (!order) return order;
    const known = new Map(order.items.map((item) => [item.id, item]));
    return {
      ...order,
      ...changed,
      items: items.map((item) => ({ ...item, inShop: known.get(item.id)?.inShop ?? true })),
    };
  });
}

/** Invalidates all orders, including the customer's own queries. */
export const readOrdersAgain = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ADMIN_ORDERS }),
    queryClient.invalidateQueries({ queryKey: ORDERS }),
  ]);
