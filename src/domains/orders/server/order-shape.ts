import { sumOfKobo } from '#shared/money.ts';
import type { OrderOut } from '../contract.ts';
import type { MessageOrder } from '../whatsapp.ts';
import type { OrderItemRow, OrderWithItems } from './order.repository.ts';

/** A stored order as the contract returns it, which leaves out the columns that it does not name. */
export const orderOf = (row: OrderWithItems): OrderOut => ({
  ...row,
  total: sumOfKobo(row.items.map((item) => item.productPrice)),
});

/** The part of an order that its WhatsApp message needs. */
export const messageOf = (
  order: { id: string; orderNumber: string },
  items: readonly Pick<OrderItemRow, 'productName' | 'productPrice' | 'note'>[],
): MessageOrder => ({
  id: order.id,
  orderNumber: order.orderNumber,
  items: items.map(({ productName, productPrice, note }) => ({
    name: productName,
    price: productPrice,
    note,
  })),
});
