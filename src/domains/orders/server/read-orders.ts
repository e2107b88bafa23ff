import type { SignedIn } from '#shared/caller.ts';
import type { Raises } from '#shared/errors.ts';
import { ADMIN_PAGE_SIZE, pageCount } from '#shared/pages.ts';
import type { OrderOut } from '../contract.ts';
import type { OrderDeps } from './deps.ts';
import { countOrdersOf, findOrder, findOrderByKey, listOrdersOf } from './order.repository.ts';
import { orderOf } from './order-shape.ts';

type ReadDeps = Pick<OrderDeps, 'database'>;

/** The caller's order with this idempotency key, or null. */
export async function findSubmitted(deps: ReadDeps, user: SignedIn, key: string): Promise<OrderOut | null> {
  const row = await deps.database.asCaller(user, (tx) => findOrderByKey(tx, user.userId, key));
  return row && orderOf(row);
}

/** One of the caller's orders; an admin gets any. NOT_FOUND also for another customer's order. */
export async function getOrder(
  deps: ReadDeps & Raises<'NOT_FOUND'>,
  user: SignedIn,
  id: string,
): Promise<OrderOut> {
  const row = await deps.database.asCaller(user, (tx) => findOrder(tx, id));
  if (!row) throw deps.errors.NOT_FOUND();
  return orderOf(row);
}

/** One page of the caller's own orders, newest first; a page past the end becomes the last. */
export function listOwnOrders(deps: ReadDeps, user: SignedIn, requestedPage: number) {
  return deps.database.asCaller(user, async (tx) => {
    const total = await countOrdersOf(tx, user.userId);
    const pages = pageCount(total, ADMIN_PAGE_SIZE);
    const page = Math.min(requestedPage, pages);
    const rows = await listOrdersOf(tx, user.userId, {
      limit: ADMIN_PAGE_SIZE,
      offset: (page - 1) * ADMIN_PAGE_SIZE,
    });
    return { orders: rows.map(orderOf), total, page, pageCount: pages };
  });
}
