import { sumOfKobo } from '#shared/money.ts';
import type { OrderOut } from '../contract.ts';
import type { MessageOrder } from '../whatsapp.ts';
import type { NewOrderItem, OrderWithItems } from './order.repository.ts';

/** A stored order as the contract returns it, which leaves out the columns that it does not name. */
export const orderOf = (row: OrderWithItems): OrderOut => ({
  ...row,
  total: sumOfKobo(row.items.map((item) => item.productPrice)),
});

type MessagedItem = Pick<
  NewOrderItem,
  'productName' | 'productPrice' | 'listPrice' | 'promotionCode' | 'promotionPercent' | 'note'
>;

/** The part of an order that its WhatsApp message needs. */
export const messageOf = (
  order: { id: string; orderNumber: string },
  items: readonly MessagedItem[],
): MessageOrder => ({
  id: order.id,
  orderNumber: order.orderNumber,
  items: items.map(
    ({ productName, productPrice, listPrice, promotionCode: code, promotionPercent, note }) => ({
      name: productName,
      price: productPrice,
      promotion: code ? { code, list: listPrice, percent: promotionPercent ?? null } : null,
      note: note ?? null,
    }),
  ),
});
