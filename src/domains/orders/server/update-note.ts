import { changedByOf } from '#shared/changed-by.ts';
import { noteOf } from '../note.ts';
import { type OrderDeps, os } from './deps.ts';
import {
  insertOrderEvent,
  lockOrderOfItem,
  orderItemExists,
  updateItemNote,
  updateWhatsappLink,
} from './order.repository.ts';
import { findLastEvent } from './order-history.repository.ts';
import { linkOf, maySee, orderOf } from './order-shape.ts';

const HOUR = 3_600;
/** More than a customer changes; each change is an event of the order and a delivery of each webhook. */
const NOTES_PER_HOUR = 60;

/**
 * Updates the note of an item of the caller's order (an admin: of any order) and rewrites the link in the
 * same transaction. NO_PERMISSION for another customer's item, NOT_FOUND for an unknown item, STALE if
 * the note differs from `shown`.
 */
export const updateNote = ({ database, clock, shop, limits }: OrderDeps) =>
  os.updateNote.handler(async ({ context: { user }, input: { id, note: text, shown }, errors }) => {
    if (user.role === 'user') await limits.take(`order-note:${user.userId}`, NOTES_PER_HOUR, HOUR);
    return database.asCaller(user, async (tx) => {
      const note = noteOf(text);
      const order = await lockOrderOfItem(tx, id);
      const item = order?.items.find((one) => one.id === id);
      if (!order || !item || !maySee(order, user)) {
        throw (await orderItemExists(tx, id))
          ? errors.NO_PERMISSION({ data: { action: 'update this order item' } })
          : errors.NOT_FOUND();
      }
      if (item.note === note) return orderOf(order);
      const isOwn = order.userId === user.userId;
      if (shown !== undefined && noteOf(shown) !== item.note) {
        // A note without an event is the one that the customer submitted. The customer does not learn which staff
        // member wrote a note; they are shown the shop's name.
        const event = await findLastEvent(tx, order.id, 'note', item);
        const changedBy =
          event?.detail.after === (item.note ?? '')
            ? changedByOf(
                isOwn && event.actorId !== user.userId ? 'The shop' : event.actorName,
                event.createdAt,
              )
            : changedByOf(order.customerName, order.updatedAt);
        throw errors.STALE({ data: { ...changedBy, current: orderOf(order) } });
      }
      const items = order.items.map((one) => (one === item ? { ...one, note } : one));
      const change = { whatsappLink: linkOf(order, items, shop), updatedAt: clock.now() };
      await updateItemNote(tx, id, note);
      await updateWhatsappLink(tx, order.id, change);
      const detail = { item: item.productName, itemId: id, before: item.note ?? '', after: note ?? '' };
      await insertOrderEvent(tx, { orderId: order.id, kind: 'note', detail, actorId: user.userId });
      return orderOf({ ...order, ...change, items });
    });
  });
