import { v7 as uuidv7 } from 'uuid';
import type { SignedIn } from '#shared/caller.ts';
import { DomainError } from '#shared/errors.ts';
import type { Order } from '../contract.ts';
import { noteOf } from '../note.ts';
import { whatsappLink } from '../whatsapp.ts';
import type { OrderDeps } from './deps.ts';
import {
  findCustomer,
  insertOrderEvent,
  lockOrderOfItem,
  orderItemExists,
  updateItemNote,
  updateWhatsappLink,
} from './order.repository.ts';
import { messageOf, orderOf } from './order-shape.ts';

/**
 * Changes the note of an own item, or as an admin of any, and writes the link anew in the same transaction.
 * Throws NO_PERMISSION for another customer's item, NOT_FOUND for one that does not exist.
 */
export function updateNote(
  deps: Pick<OrderDeps, 'database' | 'clock' | 'shop'>,
  user: SignedIn,
  { id, note: text }: { id: string; note: string },
): Promise<Order> {
  const itemId = id.toLowerCase();
  const note = noteOf(text);
  return deps.database.asCaller(user, async (tx) => {
    const order = await lockOrderOfItem(tx, itemId);
    const item = order?.items.find((one) => one.id === itemId);
    if (!order || !item) {
      if (await orderItemExists(tx, itemId)) {
        throw new DomainError('NO_PERMISSION', { action: 'update this order item' });
      }
      throw new DomainError('NOT_FOUND');
    }
    if (item.note === note) return orderOf(order);
    const updatedAt = deps.clock.now();
    const items = order.items.map((one) => (one === item ? { ...one, note } : one));
    const link = whatsappLink(messageOf(order, items), deps.shop);
    await updateItemNote(tx, itemId, note);
    await updateWhatsappLink(tx, order.id, { whatsappLink: link, updatedAt });
    if (order.userId !== user.userId) {
      await insertOrderEvent(tx, {
        id: uuidv7(),
        orderId: order.id,
        kind: 'note',
        detail: { item: item.productName, before: item.note ?? '', after: note ?? '' },
        actorId: user.userId,
        actorName: (await findCustomer(tx, user.userId))?.name ?? '',
      });
    }
    return orderOf({ ...order, items, whatsappLink: link, updatedAt });
  });
}
