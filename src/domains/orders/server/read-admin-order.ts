import type { SignedIn } from '#shared/caller.ts';
import type { Raises } from '#shared/errors.ts';
import type { AdminOrderOut } from '../contract.ts';
import type { OrderDeps } from './deps.ts';
import { findOrder } from './order.repository.ts';
import { listExistingProducts, listOrderEvents } from './order-history.repository.ts';
import { orderOf } from './order-shape.ts';

/** Any order, with its stored customer and all its events. */
export function getOrderForAdmin(
  deps: Pick<OrderDeps, 'database'> & Raises<'NOT_FOUND'>,
  user: SignedIn,
  id: string,
): Promise<AdminOrderOut> {
  return deps.database.asCaller(user, async (tx) => {
    const row = await findOrder(tx, id);
    if (!row) throw deps.errors.NOT_FOUND();
    const events = await listOrderEvents(tx, row.id);
    const order = orderOf(row);
    const inShop = await listExistingProducts(
      tx,
      order.items.map((item) => item.productId),
    );
    return {
      ...order,
      items: order.items.map((item) => ({ ...item, inShop: inShop.has(item.productId) })),
      customer: { name: row.customerName, email: row.customerEmail, phone: row.customerPhone },
      events: events.map(({ id: eventId, kind, actorName, createdAt, detail }) => ({
        id: eventId,
        kind,
        name: actorName,
        at: createdAt.toISOString(),
        detail,
      })),
    };
  });
}
