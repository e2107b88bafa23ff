import { explainPrice } from '#domains/promotions/explain-price.ts';
import { chatLink } from '#shared/contact-links.ts';
import { formatMoney, type Kobo, sumOfKobo } from '#shared/money.ts';
import { plainLine } from '../note.ts';

/** Some phones cut longer messages in WhatsApp links. */
export const MAX_MESSAGE = 1500;

export interface MessageItem {
  name: string;
  /** The effective price. */
  price: Kobo;
  /** Of a price that a promotion reduced. */
  promotion?: { code: string; list: Kobo; percent: Kobo | null } | null;
  note: string | null;
}

export interface MessageOrder {
  id: string;
  orderNumber: string;
  items: readonly MessageItem[];
}

export interface MessageShop {
  name: string;
  publicUrl: string;
  /** The seller's number, digits only. */
  whatsapp: string;
  currency: string;
  /** Eight characters that only this shop can make for this order as it is (server/check-code.ts). */
  checkCodeOf(order: MessageOrder): string;
}

/** The URL of an order's page; it links staff to the back office. */
export const orderUrl = (publicUrl: string, orderId: string): string => `${publicUrl}/orders/${orderId}`;

/**
 * The customer's message to the seller: at most MAX_MESSAGE characters; items that do not fit are counted.
 */
export function orderMessage(order: MessageOrder, shop: MessageShop): string {
  const lines = order.items.map(({ name, price, promotion, note }) => {
    const wish = note === null ? '' : plainLine(note);
    const why =
      promotion && explainPrice({ amount: price, ...promotion, endDate: null }, { currency: shop.currency });
    return `• ${plainLine(name)}: ${formatMoney(price, shop.currency)}${why ? ` (${plainLine(`${why.list} ${why.reason}`)})` : ''}${wish ? ` (Note: ${wish})` : ''}`;
  });
  const head = `Hello ${plainLine(shop.name)}! I would like to place this order.\nOrder #${order.orderNumber}\n\n`;
  const total = formatMoney(sumOfKobo(order.items.map((item) => item.price)), shop.currency);
  const link = orderUrl(shop.publicUrl, order.id);
  const foot = `\n\nTotal: ${total}\n${link}\nCheck code: ${shop.checkCodeOf(order)}`;
  const messageOf = (shown: number): string => {
    const rest = lines.length - shown;
    const body = [...lines.slice(0, shown), ...(rest > 0 ? [`… and ${rest} more in the order`] : [])];
    return head + body.join('\n') + foot;
  };
  let shown = lines.length;
  while (shown > 0 && messageOf(shown).length > MAX_MESSAGE) shown--;
  return messageOf(shown);
}

/** The WhatsApp link with the prepared message. */
export const whatsappLink = (order: MessageOrder, shop: MessageShop): string =>
  chatLink(shop.whatsapp, orderMessage(order, shop));
