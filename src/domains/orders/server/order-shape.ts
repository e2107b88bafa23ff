import { type Kobo, sumOfKobo } from '#shared/money.ts';
import type { OrderOut } from '../contract.ts';
import type { MessageOrder } from '../whatsapp.ts';
import type { OrderItemRow, OrderWithItems } from './order.repository.ts';

/** The sum of effective prices. */
export const totalOf = (items: readonly { productPrice: Kobo }[]): Kobo =>
  sumOfKobo(items.map((item) => item.productPrice));

/** Converts a stored order to the contract's type. */
export function orderOf(row: OrderWithItems): OrderOut {
  return {
    id: row.id,
    orderNumber: row.orderNumber,
    whatsappLink: row.whatsappLink,
    status: row.status,
    userId: row.userId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    openedAt: row.openedAt?.toISOString() ?? null,
    total: totalOf(row.items),
    items: row.items.map((item) => ({
      id: item.id,
      productId: item.productId,
      productName: item.productName,
      productPrice: item.productPrice,
      listPrice: item.listPrice,
      promotionCode: item.promotionCode,
      productImage: item.productImage,
      note: item.note,
    })),
  };
}

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
