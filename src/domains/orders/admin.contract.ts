import { z } from 'zod';
import { raises, raisesWith, route } from '#shared/route.ts';
import { changedBy, id, instantOut, page, paged, selectionOf, sumOut, text } from '#shared/shapes.ts';
import { ORDER_STATUSES, type OrderStatus, STATUS_LABELS } from './order.ts';
import { order, orderItem, status } from './shapes.ts';

/** One row of the list of all orders. */
export const orderSummary = z.object({
  id,
  orderNumber: z.string(),
  status,
  createdAt: instantOut,
  openedAt: instantOut.nullable(),
  /** As stored with the order. */
  customerName: z.string(),
  itemCount: z.int(),
  total: sumOut,
  /** URLs of the first items' images, at most three. */
  images: z.array(z.string()),
});
export type OrderSummary = z.infer<typeof orderSummary>;

/** An event of an order. `detail` depends on the kind: old and new value, the item, and so on. */
export const orderEvent = z.object({
  id,
  kind: z.enum(['submitted', 'opened', 'status', 'note', 'item_removed', 'item_restored']),
  name: z.string(),
  at: instantOut,
  detail: z.record(z.string(), z.string()),
});
export type OrderEvent = z.infer<typeof orderEvent>;

/** An order in the back office, with its customer and its events, oldest first. */
export const adminOrder = order.extend({
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
  /** Orders whose 'Continue to WhatsApp' was never pressed. */
  unopened: z.int(),
  unopenedOf: z.object({ pending: z.int(), processing: z.int(), completed: z.int(), cancelled: z.int() }),
});
export type OrderTotals = z.infer<typeof orderTotals>;

/** The filters of the list of all orders; an absent one does not limit. */
export const ordersFilter = z.object({
  /** An order number, an order id, or words of the customer's name, email or phone number. */
  search: text(20_000).optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  opened: z.stringbool().or(z.boolean()).optional(),
});
export type OrdersFilter = z.infer<typeof ordersFilter>;

const seeAll = () => route('admin', 'view all orders', { signedOut: 'fetch all orders' });

/** Order operations for staff. */
export const ordersAdminContract = {
  /** Orders of all users, newest first. */
  listAll: seeAll()
    .route({ method: 'GET', path: '/admin/orders', summary: 'All orders, newest first' })
    .input(ordersFilter.extend({ page: page.default(1) }))
    .output(paged(orderSummary)),
  getForAdmin: seeAll()
    .route({ method: 'GET', path: '/admin/orders/{id}', summary: 'One order with its customer and history' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(adminOrder),
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
  /** Sets the status of all selected orders in one transaction, whatever it is now. */
  setStatuses: route('admin', 'update order status', {
    signedOut: 'update status',
    change: ({ status }: { status: OrderStatus }) => `Set {orders} to ${STATUS_LABELS[status]}`,
  })
    .route({ method: 'POST', path: '/admin/orders/statuses', summary: 'Set the status of many orders' })
    .input(z.object({ selection: selectionOf(ordersFilter), status }))
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
