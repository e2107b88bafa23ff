import { z } from 'zod';
import { dayText } from '#shared/dates.ts';
import { raises, raisesWith, route } from '#shared/route.ts';
import {
  changedBy,
  day,
  filledText,
  id,
  instantOut,
  page,
  paged,
  progressKey,
  raisesStale,
  selectionOf,
  sumOut,
  text,
} from '#shared/shapes.ts';
import { ORDER_QUEUES, REMINDER_CHANNELS } from './follow-up/handover.ts';
import { MAX_CHAT } from './message/pasted-orders.ts';
import { MAX_STAFF_NOTE, ORDER_SORTS, ORDER_STATUSES, type OrderStatus, STATUS_LABELS } from './order.ts';
import { order, orderItem, status } from './shapes.ts';

/** One row of the list of all orders. */
export const orderSummary = z.object({
  id,
  orderNumber: z.string(),
  status,
  createdAt: instantOut,
  openedAt: instantOut.nullable(),
  confirmedAt: instantOut.nullable(),
  /** The day by which the staff promised it. */
  dueDay: day.nullable(),
  /** As stored with the order. */
  customerName: z.string(),
  itemCount: z.int(),
  total: sumOut,
  /** URLs of the first items' images, at most three. */
  images: z.array(z.string()),
});
export type OrderSummary = z.infer<typeof orderSummary>;

/** An entry of an order's timeline. `detail` depends on the kind: old and new value, the item, and so on. */
export const orderEvent = z.object({
  id,
  kind: z.enum([
    'submitted',
    'opened',
    'status',
    'note',
    'item_removed',
    'item_restored',
    'due',
    'confirmed',
    'reminder',
    'email',
    'staff_note',
    'staff_note_deleted',
  ]),
  /** Who did it; empty for an email. */
  name: z.string(),
  at: instantOut,
  detail: z.record(z.string(), z.string()),
  /** Whether the caller may delete this note of the staff. */
  canDelete: z.boolean(),
});
export type OrderEvent = z.infer<typeof orderEvent>;

/** An order in the back office, with its customer and its timeline, oldest first. */
export const adminOrder = order.extend({
  dueDay: day.nullable(),
  customer: z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() }),
  items: z.array(
    orderItem.extend({
      /** Whether the product still exists. */
      inShop: z.boolean(),
    }),
  ),
  events: z.array(orderEvent),
});
export type AdminOrder = z.infer<typeof adminOrder>;

export const orderTotals = z.object({
  total: z.int(),
  pending: z.int(),
  processing: z.int(),
  completed: z.int(),
  cancelled: z.int(),
  /** Open orders whose due day is over; counted to 1,001. */
  late: z.int(),
  /** Orders of each queue, counted to 1,001. */
  queues: z.object({ unopened: z.int(), unconfirmed: z.int() }),
  /** Orders whose 'Continue to WhatsApp' was never pressed. */
  unopened: z.int(),
  unopenedOf: z.object({ pending: z.int(), processing: z.int(), completed: z.int(), cancelled: z.int() }),
});
export type OrderTotals = z.infer<typeof orderTotals>;

/** One reading of a pasted message; the kinds are those of message/check-message.ts. */
export const checkedPart = z.object({
  kind: z.enum(['genuine', 'earlier', 'other', 'edited', 'added', 'missing', 'cut']),
  prepared: z.string().nullable(),
  pasted: z.string().nullable(),
  /** Until when the shop wrote it so; null for the newest. */
  replacedAt: instantOut.nullable(),
});

/** An order in a pasted chat: as in the shop, or null if the shop has no such order. */
export const checkedMessage = z.object({
  orderNumber: z.string().nullable(),
  order: z
    .object({ id, orderNumber: z.string(), customerName: z.string(), createdAt: instantOut, status })
    .nullable(),
  /** Empty if the shop has no such order, or deleted its message with the account. */
  parts: z.array(checkedPart),
});
export type CheckedMessage = z.infer<typeof checkedMessage>;

/** The filters of the list of all orders; an absent one does not limit. */
export const ordersFilter = z.object({
  /** An order number or id, or words of the customer's name, email or phone number or of the products. */
  search: text(20_000).optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  opened: z.stringbool().or(z.boolean()).optional(),
  /** Pending orders to follow up. */
  queue: z.enum(ORDER_QUEUES).optional(),
  /** The days of the shop on which they were placed, both included. */
  from: day.optional(),
  to: day.optional(),
  /** The account of a customer. */
  customer: id.optional(),
});
export const ordersSelection = selectionOf(ordersFilter);
export type OrdersSelection = z.infer<typeof ordersSelection>;

const seeAll = () =>
  route('admin', 'view all orders', { signedOut: 'fetch all orders', scope: 'orders:read' });

/** Order operations for staff. */
export const ordersAdminContract = {
  /** Orders of all users, newest first. */
  listAll: seeAll()
    .route({ method: 'GET', path: '/admin/orders', summary: 'All orders, newest first' })
    .input(
      ordersFilter.extend({
        /** Longest waiting or next due first; done orders after them, newest first. */
        sort: z.enum(ORDER_SORTS).optional(),
        page: page.default(1),
      }),
    )
    .output(paged(orderSummary)),
  getForAdmin: seeAll()
    .route({ method: 'GET', path: '/admin/orders/{id}', summary: 'One order with its customer and timeline' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(adminOrder),
  /** Compares a pasted chat with the messages that the shop prepared. */
  checkMessage: route('admin', 'view all orders', { signedOut: 'fetch all orders', writes: false })
    .route({
      method: 'POST',
      path: '/admin/orders/check-message',
      summary: 'Whether a pasted message is genuine',
    })
    .input(z.object({ text: z.string().max(MAX_CHAT) }))
    .output(
      z.object({
        /** Of at most 50 orders. */
        messages: z.array(checkedMessage),
        /** How many orders of the text were not compared. */
        leftOut: z.int(),
      }),
    ),
  totals: seeAll()
    .route({
      method: 'GET',
      path: '/admin/order-totals',
      summary: 'How many orders there are of each status',
    })
    .output(orderTotals),
  /**
   * Sets any status from any other. `shown` is the status the screen displayed. Throws STATUS_CHANGED, with
   * the staff member's name, if the order has become 'completed' or 'cancelled' and `shown` is another
   * status. A second call with that status as `shown` succeeds.
   */
  setStatus: route('admin', 'update order status', {
    scope: 'orders:write',
    signedOut: 'update status',
    change: ({ status }: { status: OrderStatus }) => `Set {orders} to ${STATUS_LABELS[status]}`,
  })
    .route({ method: 'PUT', path: '/admin/orders/{id}/status', summary: 'Set the status of an order' })
    .errors({ ...raises('NOT_FOUND'), ...raisesWith('STATUS_CHANGED', changedBy.extend({ status })) })
    .input(z.object({ id, status, shown: status.optional() }))
    .output(
      z.object({
        id,
        status,
        /** The status before this change. */
        before: status,
        /** Who set the previous status, if it differs from `shown`. */
        overtaken: changedBy.nullable(),
      }),
    ),
  /**
   * Sets or, with null, removes the day by which an order is due. Throws STALE, with the staff member's name, if it is
   * no longer the day that the screen displayed, `shown`.
   */
  setDueDay: route('admin', 'plan orders', {
    scope: 'orders:write',
    change: ({ dueDay }: { dueDay: string | null }) =>
      dueDay === null
        ? 'Removed the due day of {orders}'
        : `Set the due day of {orders} to ${dayText(dueDay, { month: 'long', year: 'numeric' })}`,
  })
    .route({ method: 'PUT', path: '/admin/orders/{id}/due-day', summary: 'Set the due day of an order' })
    .errors({ ...raises('NOT_FOUND'), ...raisesStale(z.object({ dueDay: day.nullable() })) })
    .input(z.object({ id, dueDay: day.nullable(), shown: day.nullable().optional() }))
    .output(z.object({ id, dueDay: day.nullable() })),
  /**
   * Records that the customer wrote to the seller. For an order that is confirmed already, nothing changes, and `earlier`
   * says who confirmed it.
   */
  confirmOrder: route('admin', 'confirm orders', { change: 'Confirmed {orders}', scope: 'orders:write' })
    .route({
      method: 'PUT',
      path: '/admin/orders/{id}/confirmation',
      summary: 'Record that the customer of an order wrote',
    })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ id, confirmedAt: instantOut, earlier: changedBy.nullable() })),
  /**
   * Reminds the customer to write: records that the staff open the prepared chat, or sends an email. Within 24 hours of
   * a reminder raises REMINDED with it, unless `after` is its id: the screen showed it. NO_REMINDER for an order that is
   * confirmed, done, or without this contact.
   */
  remindCustomer: route('admin', 'remind customers')
    .route({ method: 'POST', path: '/admin/orders/{id}/reminders', summary: 'Remind the customer to write' })
    .errors({ ...raises('NOT_FOUND', 'NO_REMINDER'), ...raisesWith('REMINDED', changedBy) })
    .input(z.object({ id, channel: z.enum(REMINDER_CHANNELS), after: id.nullable().default(null) }))
    .output(z.object({ id })),
  /**
   * Writes a note that only the staff see. `noteId` is the same on every attempt with this text: the note is written
   * once. KEY_REUSED if there is another note with this id.
   */
  addStaffNote: route('admin', 'write notes on orders', {
    change: 'Wrote a note on {orders}',
    // As oneSetForRetries.
    changeSet: ({ noteId }: { noteId: string }) => noteId,
    scope: 'orders:write',
  })
    .route({ method: 'POST', path: '/admin/orders/{id}/notes', summary: 'Write a note for the staff' })
    .errors(raises('NOT_FOUND', 'KEY_REUSED'))
    .input(z.object({ id, noteId: id, text: filledText(1, MAX_STAFF_NOTE, 'Please write something') }))
    .output(z.object({ noteId: id })),
  /** Deletes a note of the staff: one's own, a super admin any. */
  deleteStaffNote: route('admin', 'delete notes on orders', { change: 'Deleted a note on {orders}' })
    .route({ method: 'DELETE', path: '/admin/order-notes/{id}', summary: 'Delete a note of the staff' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ id })),
  /** Sets the status of all selected orders in one transaction, whatever it is now. */
  setStatuses: route('admin', 'update order status', {
    scope: 'orders:write',
    signedOut: 'update status',
    change: ({ status }: { status: OrderStatus }) => `Set {orders} to ${STATUS_LABELS[status]}`,
  })
    .route({ method: 'POST', path: '/admin/orders/statuses', summary: 'Set the status of many orders' })
    .input(z.object({ key: progressKey, selection: ordersSelection, status }))
    .output(z.object({ changed: z.int() })),
  /** Removes an item. Only a pending order allows it, and never for its last item. */
  deleteItem: route('admin', 'remove order items', { change: 'Removed an item from {orders}' })
    .route({
      method: 'DELETE',
      path: '/admin/order-items/{id}',
      summary: 'Take an item out of a pending order',
    })
    .errors(raises('NOT_FOUND', 'NOT_PENDING', 'LAST_ITEM'))
    .input(z.object({ id }))
    .output(order),
};
