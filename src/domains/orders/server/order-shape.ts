import { isAdmin, type SignedIn } from '#shared/caller.ts';
import { sumOfKobo } from '#shared/money.ts';
import type { OrderOut } from '../contract.ts';
import { type MessageOrder, type MessageShop, whatsappLink } from '../message/whatsapp.ts';
import type { NewOrderItem, OrderWithItems } from './order.repository.ts';

/** A stored order as the contract returns it, which leaves out the columns that it does not name. */
export const orderOf = (row: OrderWithItems): OrderOut => ({
  ...row,
  total: sumOfKobo(row.items.map((item) => item.productPrice)),
});

/** Whether a user may see an order: their own, or as staff. */
export const maySee = (order: { userId: string | null }, user: SignedIn): boolean =>
  order.userId === user.userId || isAdmin(user);

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

/** The chat link of a stored order; null once its account was deleted, since the message has what the customer wrote. */
export const linkOf = (
  order: { id: string; orderNumber: string; userId: string | null },
  items: readonly MessagedItem[],
  shop: MessageShop,
): string | null => (order.userId === null ? null : whatsappLink(messageOf(order, items), shop));
