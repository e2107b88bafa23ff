import type { SignedIn } from '#shared/caller.ts';
import { order } from '../shapes.ts';
import type { OrderDeps } from './deps.ts';
import { listOrdersOf } from './order.repository.ts';
import { orderOf } from './order-shape.ts';

/** Orders per query, which bounds the memory for customers with many orders. */
const AT_ONCE = 100;

/** All orders of a customer, newest first, with items, notes and the customer details stored with each. */
export async function* exportOrders({ database }: Pick<OrderDeps, 'database'>, user: SignedIn) {
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = await database.asCaller(user, (tx) =>
      listOrdersOf(tx, user.userId, { limit: AT_ONCE, offset }),
    );
    for (const row of rows) {
      const { userId: _, ...exported } = order.parse(orderOf(row));
      yield {
        ...exported,
        customer: { name: row.customerName, email: row.customerEmail, phone: row.customerPhone },
      };
    }
    if (rows.length < AT_ONCE) return;
  }
}
