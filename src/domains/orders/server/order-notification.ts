import type { OrderNotification } from '#domains/notifications/topic.ts';
import type { PushJob } from '#platform/jobs/queues.ts';
import { formatMoney, sumOfKobo } from '#shared/money.ts';
import type { OrderDeps, OrderShop } from './deps.ts';
import { findOrder } from './order.repository.ts';

/** What a customer reads about each status; of the other statuses nothing is sent. */
const TITLES: Readonly<Record<string, string>> = {
  processing: 'Your order is being worked on',
  completed: 'Your order is ready',
};

/**
 * A notification from the order's current state, read on behalf of its recipient. A lock screen shows it to everybody:
 * it has the number, and for staff the total, but no name, item or note. Null if the recipient cannot read the order,
 * or its status is another one by now.
 */
export async function orderNotification(
  { database, shop }: Pick<OrderDeps, 'database'> & { shop: Pick<OrderShop, 'name' | 'currency'> },
  { order: id, user, topic, status }: PushJob,
): Promise<OrderNotification | null> {
  const order = await database.asCaller({ userId: user, role: 'user' }, (tx) => findOrder(tx, id));
  if (!order) return null;
  if (topic === 'new_orders') {
    const total = formatMoney(sumOfKobo(order.items.map((item) => item.productPrice)), shop.currency);
    return {
      title: 'New order',
      body: `#${order.orderNumber} · ${total}`,
      tag: `new-order-${id}`,
      path: `/admin/orders/${id}`,
    };
  }
  const title = TITLES[order.status];
  if (!title || order.status !== status || order.userId !== user) return null;
  return {
    title,
    body: `Order #${order.orderNumber} · ${shop.name}`,
    tag: `order-${id}`,
    path: `/orders/${id}`,
  };
}
