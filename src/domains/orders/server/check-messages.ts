import { checkMessage, type PreparedMessage, verdictOf } from '../check-message.ts';
import { findOrders, MAX_ORDERS } from '../pasted-orders.ts';
import { type OrderDeps, os } from './deps.ts';
import { listPastMessages, listWrittenOrders, type WrittenOrder } from './past-message.repository.ts';

/** Compares the first MAX_ORDERS orders of a pasted chat with the messages that the shop prepared for it. */
export const checkMessages = ({ database }: OrderDeps) =>
  os.checkMessage.handler(({ context: { user }, input: { text } }) =>
    database.asCaller(user, async (tx) => {
      const all = findOrders(text);
      const found = all.slice(0, MAX_ORDERS);
      const orders = await listWrittenOrders(tx, {
        ids: found.flatMap(({ orderId }) => orderId ?? []),
        orderNumbers: found.flatMap(({ orderNumber }) => orderNumber ?? []),
      });
      const past = await listPastMessages(
        tx,
        orders.map(({ id }) => id),
      );
      return {
        messages: found.map(({ orderNumber, orderId, text: pasted }) => {
          const byLink = orders.find(({ id }) => id === orderId);
          const order = byLink ?? orders.find((one) => one.orderNumber === orderNumber);
          if (!order) return { orderNumber, order: null, parts: [] };
          const prepared = messagesOf(
            order,
            past.filter((message) => message.orderId === order.id),
          );
          const parts = prepared.length > 0 ? checkMessage(pasted, prepared) : [];
          // Another shop's order may have the number of one of ours.
          const isOurs =
            byLink ||
            verdictOf(parts) === 'cut' ||
            parts.some(
              ({ kind, prepared: line }) =>
                (kind === 'genuine' || kind === 'earlier') && !line?.startsWith('Order #'),
            );
          return parts.length > 0 && isOurs
            ? { orderNumber, order, parts }
            : { orderNumber, order: null, parts: [] };
        }),
        leftOut: all.length - found.length,
      };
    }),
  );

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
