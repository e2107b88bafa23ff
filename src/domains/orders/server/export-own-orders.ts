import type { SignedIn } from '#shared/caller.ts';
import { order } from '../shapes.ts';
import type { OrderDeps } from './deps.ts';
import { listOrdersAfter } from './order.repository.ts';
import { orderOf } from './order-shape.ts';

/** Orders per query, which bounds the memory for customers with many orders. */
const AT_ONCE = 100;

/**
 * All orders of a customer, newest first, with items, notes and the customer details stored with each. An order that is
 * sent during the export is left out.
 */
export async function* exportOrders({ database }: Pick<OrderDeps, 'database'>, user: SignedIn) {
  let last: { place: string; id: string } | undefined;
  while (true) {
    const rows = await database.asCaller(user, (tx) =>
      listOrdersAfter(tx, user.userId, { ...last, limit: AT_ONCE }),
    );
    for (const row of rows) {
      const { userId: _, ...exported } = order.parse(orderOf(row));
      yield {
        ...exported,
        customer: { name: row.customerName, email: row.customerEmail, phone: row.customerPhone },
      };
    }
    last = rows.at(-1);
    if (rows.length < AT_ONCE) return;
  }
}
