import { z } from 'zod';
import { raises, route } from '#shared/route.ts';
import { changedBy, id, instant, nairaSum, page, paged, text } from '#shared/shapes.ts';
import { ORDER_STATUSES } from './order.ts';
import { order, orderItem, status } from './shapes.ts';

/** One row of all orders. */
export const orderSummary = z.object({
  id,
  orderNumber: z.string(),
  status,
  createdAt: instant,
  openedAt: instant.nullable(),
  /** As kept on the order. */
  customerName: z.string(),
  itemCount: z.int(),
  total: nairaSum,
  /** Addresses of the first items' images, at most three. */
  images: z.array(z.string()),
});
export type OrderSummary = z.infer<typeof orderSummary>;

/** What happened to an order. `detail` holds before and after, the item and so on, by kind. */
export const orderEvent = z.object({
  id,
  kind: z.enum(['submitted', 'opened', 'status', 'note', 'item_removed']),
  who: z.string(),
  at: instant,
  detail: z.record(z.string(), z.string()),
});
export type OrderEvent = z.infer<typeof orderEvent>;

/** An order as the back office reads it: with whom to answer, and all that happened to it, oldest first. */
export const adminOrder = order.extend({
  customer: z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() }),
  items: z.array(
    orderItem.extend({
      /** Whether the product is still in the shop. */
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
  /** 'Continue to WhatsApp' was never pressed. */
  unopened: z.int(),
  unopenedOf: z.object({ pending: z.int(), processing: z.int(), completed: z.int(), cancelled: z.int() }),
});
export type OrderTotals = z.infer<typeof orderTotals>;

const seeAll = () => route('admin', 'view all orders', 'fetch all orders');

/** Orders as the shop's people see and move them. */
export const ordersAdminContract = {
  /** Orders of all users, newest first. */
  listAll: seeAll()
    .route({ method: 'GET', path: '/admin/orders', summary: 'All orders, newest first' })
    .input(
      z.object({
        /** An order number, an id, or words of the customer's name, address or phone. */
        search: text(20_000).optional(),
        status: z.enum(ORDER_STATUSES).optional(),
        opened: z.stringbool().or(z.boolean()).optional(),
        page: page.default(1),
      }),
    )
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
   * Any status from any other. `shown`: what the screen said before. When it is 'completed' or 'cancelled' by now and
   * the screen did not show that, STATUS_CHANGED says who did it; sent again with that status as `shown`, it is set.
   */
  setStatus: route('admin', 'update order status', 'update status')
    .route({ method: 'PUT', path: '/orders/{id}/status', summary: 'Set the status of an order' })
    .errors(raises('NOT_FOUND'))
    .errors({
      STATUS_CHANGED: { ...raises('STATUS_CHANGED').STATUS_CHANGED, data: changedBy.extend({ status }) },
    })
    .input(z.object({ id, status, shown: status.optional() }))
    .output(
      z.object({
        id,
        status,
        /** What it was when it was set. */
        before: status,
        /** Who had set that meanwhile, when it was not what the screen said. */
        overtaken: changedBy.nullable(),
      }),
    ),
  /** Takes an item out: only while the order is pending, and never the last one. */
  deleteItem: route('admin', 'remove order items')
    .route({ method: 'DELETE', path: '/order-items/{id}', summary: 'Take an item out of a pending order' })
    .errors(raises('NOT_FOUND', 'NOT_PENDING', 'LAST_ITEM'))
    .input(z.object({ id }))
    .output(order),
};
