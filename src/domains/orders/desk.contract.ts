import { z } from 'zod';
import { raises, route } from '#shared/route.ts';
import { day, id, instantOut, sumOut } from '#shared/shapes.ts';

const seeAll = () =>
  route('admin', 'view all orders', { signedOut: 'fetch all orders', scope: 'orders:read' });

/** What was sold. Cancelled orders do not count; days are days of the shop. */
export const sales = z.object({
  today: day,
  /** The last 60 days on which something was sold, oldest first. */
  days: z.array(z.object({ day, orders: z.int(), money: sumOut })),
  /** Of the last 30 days, at most five. */
  bestSellers: z.array(
    z.object({
      productId: id,
      name: z.string(),
      /** The URL of an image; null if none is left. */
      image: z.string().nullable(),
      /** Whether the product still exists. */
      inShop: z.boolean(),
      items: z.int(),
      money: sumOut,
    }),
  ),
  /** The pending order that waits longest. */
  oldestPending: z
    .object({ id, orderNumber: z.string(), customerName: z.string(), createdAt: instantOut })
    .nullable(),
  /** Of the promotions of the last 30 days the ten that brought most, each counted over its own days. */
  promotions: z.array(
    z.object({
      id,
      name: z.string(),
      code: z.string(),
      startDate: day,
      endDate: day,
      items: z.int(),
      money: sumOut,
      /** By how much the items were cheaper than their list price. */
      reduction: sumOut,
    }),
  ),
});
export type Sales = z.infer<typeof sales>;

/** A note about a customer's order: of the staff, or about an item, by the user who wrote it last. */
export const customerNote = z.object({
  id,
  orderId: id,
  orderNumber: z.string(),
  /** The staff member; null for the customer. */
  author: z.string().nullable(),
  /** Null for a note of the staff about the whole order. */
  item: z.string().nullable(),
  text: z.string(),
  at: instantOut,
});

/** A customer as their orders have them; their account is not read. */
export const customer = z.object({
  id,
  /** As on the newest order. */
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** What earlier orders had instead, newest first, at most ten. */
  earlier: z.array(z.string()),
  /** All orders, and those of them that were cancelled. */
  orders: z.int(),
  cancelled: z.int(),
  /** The sum of all but the cancelled ones. */
  total: sumOut,
  firstOrderAt: instantOut,
  lastOrderAt: instantOut,
  /** Newest first, at most 50. */
  notes: z.array(customerNote),
});
export type Customer = z.infer<typeof customer>;

/** The reads of the back office's dashboard and of its page of a customer. */
export const deskContract = {
  sales: seeAll()
    .route({ method: 'GET', path: '/admin/sales', summary: 'Orders and money by day, product and promotion' })
    .output(sales),
  /** NOT_FOUND for an account without an order, as for an unknown id. */
  getCustomer: seeAll()
    .route({ method: 'GET', path: '/admin/customers/{id}', summary: 'A customer, from their orders' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(customer),
};
