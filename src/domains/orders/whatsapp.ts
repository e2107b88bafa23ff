import { formatMoney, type Kobo, sumOfKobo } from '#shared/money.ts';
import { plainLine } from './note.ts';

/** Longer messages are cut by WhatsApp's own address handling on some phones. */
export const MAX_MESSAGE = 1500;

export interface MessageItem {
  name: string;
  /** What is to be paid for it. */
  price: Kobo;
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
}

/** Where an order is read; the seller is led on from there to the back office. */
export const orderAddress = (publicUrl: string, orderId: string): string => `${publicUrl}/orders/${orderId}`;

/** What the shopper sends to the seller: at most MAX_MESSAGE characters, the items that do not fit counted. */
export function orderMessage(order: MessageOrder, shop: MessageShop): string {
  const lines = order.items.map(({ name, price, note }) => {
    const wish = note === null ? '' : plainLine(note);
    return `• ${plainLine(name)}: ${formatMoney(price, shop.currency)}${wish ? ` (Note: ${wish})` : ''}`;
  });
  const head = `Hello ${plainLine(shop.name)}! I would like to place this order.\nOrder #${order.orderNumber}\n\n`;
  const total = formatMoney(sumOfKobo(order.items.map((item) => item.price)), shop.currency);
  const foot = `\n\nTotal: ${total}\n${orderAddress(shop.publicUrl, order.id)}`;
  const messageOf = (shown: number): string => {
    const rest = lines.length - shown;
    const body = [...lines.slice(0, shown), ...(rest > 0 ? [`… and ${rest} more in the order`] : [])];
    return head + body.join('\n') + foot;
  };
  let shown = lines.length;
  while (shown > 0 && messageOf(shown).length > MAX_MESSAGE) shown--;
  return messageOf(shown);
}

/** The chat link with the message written. */
export const whatsappLink = (order: MessageOrder, shop: MessageShop): string =>
  `https://wa.me/${shop.whatsapp}?text=${encodeURIComponent(orderMessage(order, shop))}`;
