import { textOfKobo } from '#shared/money.ts';
import { type OrderDeps, os } from './deps.ts';
import { insertOrderEvent, lockOrderOfItem, updateWhatsappLink } from './order.repository.ts';
import { deleteOrderItem } from './order-history.repository.ts';
import { linkOf, orderOf } from './order-shape.ts';

/** Removes an item from a pending order, records the user, and rewrites the chat link, in one transaction. */
export const deleteItem = (deps: OrderDeps) =>
  os.deleteItem.handler(async ({ context: { user }, input: { id }, errors }) => {
    return deps.database.asCaller(user, async (tx) => {
      // Lock the order before its items are read, so that two concurrent removals of two items leave one of
      // them.
      const order = await lockOrderOfItem(tx, id);
      const item = order?.items.find((one) => one.id === id);
      if (!order || !item) throw errors.NOT_FOUND();
      if (order.status !== 'pending') throw errors.NOT_PENDING();
      const items = order.items.filter((one) => one !== item);
      if (items.length === 0) throw errors.LAST_ITEM();
      const change = {
        whatsappLink: linkOf(order, items, deps.shop),
        updatedAt: deps.clock.now(),
      };
      await deleteOrderItem(tx, id);
      await updateWhatsappLink(tx, order.id, change);
      await insertOrderEvent(tx, {
        orderId: order.id,
        kind: 'item_removed',
        detail: {
          item: item.productName,
          itemId: id,
          price: textOfKobo(item.productPrice),
          note: item.note ?? '',
        },
        actorId: user.userId,
      });
      return orderOf({ ...order, ...change, items });
    });
  });
