import { z } from 'zod';
import { MAX_LINES, MAX_NOTE, NO_LINES } from '#shared/order-limits.ts';
import { raises, raisesWith, route, routes } from '#shared/route.ts';
import { amountIn, amountOut, id, instantOut, page, raisesStale } from '#shared/shapes.ts';
import { ordersAdminContract } from './admin.contract.ts';
import { customerContract } from './customers/customer.contract.ts';
import { salesContract } from './sales/sales.contract.ts';
import { order } from './shapes.ts';

export type { AdminOrder, CheckedMessage, OrderEvent, OrderSummary, OrderTotals } from './admin.contract.ts';
export type { Customer } from './customers/customer.contract.ts';
export type { Sales } from './sales/sales.contract.ts';
export type { Order, OrderItem, OrderOut } from './shapes.ts';

/** One line of a submission. `shownPrice` is the price that the browser displayed. */
export const submitLine = z.object({
  productId: id,
  note: z.string().max(MAX_NOTE).default(''),
  promotionCode: z.string().max(40).nullable().default(null),
  shownPrice: amountIn,
});

/**
 * A changed line of a refused submission. `after` is null for a product that cannot be ordered: without a name it is
 * deleted or a draft, with its name it is sold out.
 */
export const changedLine = z.object({
  productId: id,
  name: z.string().nullable(),
  before: amountOut,
  after: amountOut.nullable(),
});
export type ChangedLine = z.infer<typeof changedLine>;
/** The same in the server, with kobo. */
export type ChangedLineOut = z.input<typeof changedLine>;

const find = routes('user', 'fetch orders');

export const ordersContract = {
  submit: route('user', 'create order')
    .route({ method: 'POST', path: '/orders', summary: 'Turn the cart into an order' })
    .errors({
      ...raises('PROFILE_NOT_FOUND', 'KEY_REUSED', 'OTHER_ACCOUNT'),
      ...raisesWith('PRICES_CHANGED', z.object({ lines: z.array(changedLine) })),
      ...raisesWith('PRODUCTS_GONE', z.object({ lines: z.array(changedLine) })),
      ...raisesWith('PRODUCTS_SOLD_OUT', z.object({ lines: z.array(changedLine), names: z.string() })),
    })
    .input(
      z.object({
        idempotencyKey: id,
        /** The user who submitted it, where it waited since: refused in the session of another. */
        account: id.optional(),
        lines: z
          .array(submitLine)
          .min(1, NO_LINES)
          .max(MAX_LINES)
          .refine(
            (lines) => new Set(lines.map((line) => line.productId.toLowerCase())).size === lines.length,
            {
              message: 'Each product stands in an order once',
            },
          ),
      }),
    )
    .output(order),
  /**
   * The caller's order with this idempotency key, or null. Tells whether an order was saved although its
   * response was lost.
   */
  findSubmitted: find('GET /orders/by-key/{idempotencyKey}', 'The order of an idempotency key')
    .errors(raises('OTHER_ACCOUNT'))
    .input(
      z.object({
        idempotencyKey: id,
        /** The user whose order it is: refused in the session of another, who could not find it. */
        account: id.optional(),
      }),
    )
    .output(order.nullable()),
  /** The caller's own orders, newest first. */
  listMine: find('GET /orders', 'Own orders, newest first')
    .input(z.object({ page: page.default(1) }))
    .output(z.object({ orders: z.array(order), total: z.int(), page: z.int(), pageCount: z.int() })),
  /** One of the caller's orders; an admin gets any order. */
  get: route('user', 'fetch order details')
    .route({ method: 'GET', path: '/orders/{id}', summary: 'One order' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(order),
  /** Updates the note of an item of the caller's order; an admin may update any. */
  updateNote: route('user', 'update notes', { change: 'Changed a note of {orders}' })
    .route({ method: 'PATCH', path: '/order-items/{id}', summary: 'Change the note of an item' })
    .errors({ ...raises('NOT_FOUND'), ...raisesStale(order) })
    .input(
      z.object({
        id,
        note: z.string().max(MAX_NOTE),
        /** The note the screen displayed. If present and no longer current, the update is refused. */
        shown: z.string().max(MAX_NOTE).nullable().optional(),
      }),
    )
    .output(order),
  /** Records that 'Continue to WhatsApp' was pressed. Idempotent. */
  markOpened: route('user', 'update orders')
    .route({ method: 'POST', path: '/orders/{id}/opened', summary: 'Note that the chat link was opened' })
    .errors(raises('NOT_FOUND', 'OTHER_ACCOUNT'))
    .input(
      z.object({
        id,
        /** The user who opened it: refused in the session of another, who could not find the order. */
        account: id.optional(),
      }),
    )
    .output(z.object({ openedAt: instantOut })),
  ...ordersAdminContract,
  ...salesContract,
  ...customerContract,
};
