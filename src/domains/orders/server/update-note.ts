import { v7 as uuidv7 } from 'uuid';
import type { SignedIn } from '#shared/caller.ts';
import { changedByOf } from '#shared/changed-by.ts';
import type { Raises } from '#shared/errors.ts';
import type { ChangedBy } from '#shared/shapes.ts';
import type { OrderOut } from '../contract.ts';
import { noteOf } from '../note.ts';
import { whatsappLink } from '../whatsapp.ts';
import type { OrderDeps } from './deps.ts';
import {
  findCustomer,
  lockOrderOfItem,
  type OrderItemRow,
  type OrderTransaction,
  type OrderWithItems,
  orderItemExists,
  updateItemNote,
  updateWhatsappLink,
} from './order.repository.ts';
import { findLastEvent, insertLaterEvent } from './order-history.repository.ts';
import { messageOf, orderOf } from './order-shape.ts';

/**
 * Updates the note of an item of the caller's order (an admin: of any order) and rewrites the link in the
 * same transaction. NO_PERMISSION for another customer's item, NOT_FOUND for an unknown item, STALE if
 * the note differs from `shown`.
 */
export function updateNote(
  deps: Pick<OrderDeps, 'database' | 'clock' | 'shop'> &
    Raises<'NOT_FOUND' | 'NO_PERMISSION', { STALE: ChangedBy & { current: OrderOut } }>,
  user: SignedIn,
  { id, note: text, shown }: { id: string; note: string; shown?: string | null | undefined },
): Promise<OrderOut> {
  const note = noteOf(text);
  return deps.database.asCaller(user, async (tx) => {
    const order = await lockOrderOfItem(tx, id);
    const item = order?.items.find((one) => one.id === id);
    if (!order || !item) {
      if (await orderItemExists(tx, id)) {
        throw deps.errors.NO_PERMISSION({ data: { action: 'update this order item' } });
      }
      throw deps.errors.NOT_FOUND();
    }
    if (item.note === note) return orderOf(order);
    if (shown !== undefined && noteOf(shown) !== item.note) {
      throw deps.errors.STALE({
        data: {
          ...(await lastNotedBy(tx, order, item, user)),
          current: orderOf(order),
        },
      });
    }
    const updatedAt = deps.clock.now();
    const items = order.items.map((one) => (one === item ? { ...one, note } : one));
    const link = whatsappLink(messageOf(order, items), deps.shop);
    await updateItemNote(tx, id, note);
    await updateWhatsappLink(tx, order.id, { whatsappLink: link, updatedAt });
    if (order.userId !== user.userId) {
      await insertLaterEvent(tx, {
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

/**
 * Finds the author of the current note. Customers' changes record no event: a note that differs from the last
 * event is the customer's. The customer does not learn which staff member wrote a note; they are shown the
 * shop's name.
 */
async function lastNotedBy(tx: OrderTransaction, order: OrderWithItems, item: OrderItemRow, user: SignedIn) {
  const event = await findLastEvent(tx, order.id, 'note', item.productName);
  return event && event.detail.after === (item.note ?? '')
    ? changedByOf(order.userId === user.userId ? 'The shop' : event.actorName, event.createdAt)
    : changedByOf(order.customerName, order.updatedAt);
}
