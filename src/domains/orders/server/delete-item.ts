import { v7 as uuidv7 } from 'uuid';
import { removeImages } from '#platform/images/store-image.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { Raises } from '#shared/errors.ts';
import { textOfKobo } from '#shared/money.ts';
import type { OrderOut } from '../contract.ts';
import { whatsappLink } from '../whatsapp.ts';
import type { OrderDeps } from './deps.ts';
import { findCustomer, lockOrderOfItem, updateWhatsappLink } from './order.repository.ts';
import { deleteOrderItem, insertLaterEvent, isImageNamed } from './order-history.repository.ts';
import { messageOf, orderOf } from './order-shape.ts';

/**
 * Removes an item from a pending order, records the user, and rewrites the chat link, in one transaction. If
 * the product is deleted and this was the last item that shows its image, the image file is deleted as well.
 */
export async function deleteItem(
  deps: Pick<OrderDeps, 'database' | 'clock' | 'shop' | 'storage' | 'log'> &
    Raises<'NOT_FOUND' | 'NOT_PENDING' | 'LAST_ITEM'>,
  user: SignedIn,
  id: string,
): Promise<OrderOut> {
  const { database, errors } = deps;
  const { left, image } = await database.asCaller(user, async (tx) => {
    // Lock the order before its items are read, so that two concurrent removals of two items leave one of
    // them.
    const order = await lockOrderOfItem(tx, id);
    const item = order?.items.find((one) => one.id === id);
    if (!order || !item) throw errors.NOT_FOUND();
    if (order.status !== 'pending') throw errors.NOT_PENDING();
    const items = order.items.filter((one) => one !== item);
    if (items.length === 0) throw errors.LAST_ITEM();
    const updatedAt = deps.clock.now();
    const link = whatsappLink(messageOf(order, items), deps.shop);
    await deleteOrderItem(tx, id);
    await updateWhatsappLink(tx, order.id, { whatsappLink: link, updatedAt });
    await insertLaterEvent(tx, {
      id: uuidv7(),
      orderId: order.id,
      kind: 'item_removed',
      detail: { item: item.productName, price: textOfKobo(item.productPrice), note: item.note ?? '' },
      actorId: user.userId,
      actorName: (await findCustomer(tx, user.userId))?.name ?? '',
    });
    return { left: orderOf({ ...order, items, whatsappLink: link, updatedAt }), image: item.productImage };
  });
  await removeImages(deps, [image], (url) => database.asCaller(user, (tx) => isImageNamed(tx, url)));
  return left;
}
