import { z } from 'zod';
import { raises, route } from '#shared/route.ts';
import { id, instantOut, sumOut } from '#shared/shapes.ts';

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

/** The back office's page of a customer. */
export const customerContract = {
  /** NOT_FOUND for an account without an order, as for an unknown id. */
  getCustomer: route('admin', 'view all orders', { signedOut: 'fetch all orders', scope: 'orders:read' })
    .route({ method: 'GET', path: '/admin/customers/{id}', summary: 'A customer, from their orders' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(customer),
};
