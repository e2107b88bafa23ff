import { z } from 'zod';
import { amountOut, id, instantOut, sumOut } from '#shared/shapes.ts';
import { ORDER_STATUSES } from './order.ts';

export const status = z.enum(ORDER_STATUSES);

export const orderItem = z.object({
  id,
  productId: id,
  productName: z.string(),
  /** The effective price. */
  productPrice: amountOut,
  listPrice: amountOut,
  promotionCode: z.string().nullable(),
  /** Of a promotion that took a share. */
  promotionPercent: amountOut.nullable(),
  /** The URL of the original image. */
  productImage: z.string(),
  note: z.string().nullable(),
});
export type OrderItem = z.infer<typeof orderItem>;

export const order = z.object({
  id,
  orderNumber: z.string(),
  whatsappLink: z.string().nullable(),
  status,
  /** Null after the customer deleted their account. */
  userId: id.nullable(),
  createdAt: instantOut,
  updatedAt: instantOut,
  /** When 'Continue to WhatsApp' was pressed; whether the message was sent is unknown. */
  openedAt: instantOut.nullable(),
  /** When the seller confirmed that the customer wrote to them. */
  confirmedAt: instantOut.nullable(),
  total: sumOut,
  items: z.array(orderItem),
});
export type Order = z.infer<typeof order>;
/** The same in the server, with kobo and Dates. */
export type OrderOut = z.input<typeof order>;
