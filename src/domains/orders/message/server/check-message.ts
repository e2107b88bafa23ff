import { setImmediate as turn } from 'node:timers/promises';
import { type OrderDeps, os } from '../../server/deps.ts';
import { checkerOf, type PreparedMessage, verdictOf } from '../check-message.ts';
import { findOrders, MAX_ORDERS } from '../pasted-orders.ts';
import { listPastMessages, listWrittenOrders, type WrittenOrder } from './past-message.repository.ts';

/** Compares the first MAX_ORDERS orders of a pasted chat with the messages that the shop prepared for it. */
export const checkMessage = ({ database }: OrderDeps) =>
  os.checkMessage.handler(async ({ context: { user }, input: { text } }) => {
    const all = findOrders(text);
    const found = all.slice(0, MAX_ORDERS);
    const { orders, past } = await database.asCaller(user, async (tx) => {
      const written = await listWrittenOrders(tx, {
        ids: found.flatMap(({ orderId }) => orderId ?? []),
        orderNumbers: found.flatMap(({ orderNumber }) => orderNumber ?? []),
      });
      const ids = written.map(({ id }) => id);
      return { orders: written, past: await listPastMessages(tx, ids) };
    });
    const checkers = new Map<string, ReturnType<typeof checkerOf>>();
    const checkerFor = (order: WrittenOrder) => {
      const known = checkers.get(order.id);
      if (known) return known;
      const checker = checkerOf(
        messagesOf(
          order,
          past.filter(({ orderId }) => orderId === order.id),
        ),
      );
      checkers.set(order.id, checker);
      return checker;
    };
    const messages = [];
    for (const { orderNumber, orderId, text: pasted } of found) {
      // Requests of others come between two messages.
      await turn();
      const byLink = orders.find(({ id }) => id === orderId);
      const order = byLink ?? orders.find((one) => one.orderNumber === orderNumber);
      const parts = order ? checkerFor(order)(pasted) : [];
      // Another shop's order may have the number of one of ours.
      const isOurs =
        byLink ||
        verdictOf(parts) === 'cut' ||
        parts.some(
          ({ kind, prepared: line }) =>
            (kind === 'genuine' || kind === 'earlier') && !line?.startsWith('Order #'),
        );
      messages.push(
        order && parts.length > 0 && isOurs
          ? { orderNumber, order, parts }
          : { orderNumber, order: null, parts: [] },
      );
    }
    return { messages, leftOut: all.length - found.length };
  });

/** The messages of an order, newest first. */
function messagesOf(
  order: WrittenOrder,
  past: readonly { whatsappLink: string; replacedAt: Date }[],
): PreparedMessage[] {
  if (order.whatsappLink === null) return [];
  return [{ whatsappLink: order.whatsappLink, replacedAt: null }, ...past].map(
    ({ whatsappLink, replacedAt }) => ({
      text: new URL(whatsappLink).searchParams.get('text') ?? '',
      replacedAt,
    }),
  );
}
