import { renderMail } from '#platform/mail/layout.ts';
import type { MailMessage, OrderMail } from '#platform/mail/message.ts';
import { oneLine } from '#shared/contact-links.ts';
import { formatMoney, type Kobo, sumOfKobo } from '#shared/money.ts';
import { canRemind } from '../follow-up/handover.ts';
import { orderUrl } from '../message/whatsapp.ts';
import type { OrderDeps, OrderShop } from './deps.ts';
import { findOrder } from './order.repository.ts';
import { messageOf } from './order-shape.ts';

export interface MailedOrder {
  id: string;
  orderNumber: string;
  whatsappLink: string | null;
  customer: { name: string; email: string; phone: string | null };
  items: readonly { name: string; price: Kobo; note: string | null }[];
}

/**
 * Creates an email from the order's current state, read on behalf of its customer. Null if the order was
 * deleted or has no customer any more, and for a reminder of an order that needs none any more.
 */
export async function orderMail(
  { database, shop }: Pick<OrderDeps, 'database'> & { shop: OrderShop },
  { order: id, user, reader, reminder }: OrderMail,
): Promise<MailMessage | null> {
  const order = await database.asCaller({ userId: user, role: 'user' }, (tx) => findOrder(tx, id));
  if (!order || (reminder && !canRemind(order))) return null;
  const mailed = {
    ...messageOf(order, order.items),
    whatsappLink: order.whatsappLink,
    customer: { name: order.customerName, email: order.customerEmail, phone: order.customerPhone },
  };
  if (reminder) return reminderToCustomer(mailed, shop);
  return reader === 'shop' ? mailToShop(mailed, shop) : mailToCustomer(mailed, shop);
}

function rowsOf(order: MailedOrder, currency: string): [string, string][] {
  const items = order.items.map(({ name, price, note }): [string, string] => [
    note ? `${name}\nNote: ${note}` : name,
    formatMoney(price, currency),
  ]);
  const total = sumOfKobo(order.items.map((item) => item.price));
  return [...items, ['Total', formatMoney(total, currency)]];
}

/** The email to the shop: what was ordered, and by whom. */
export function mailToShop(order: MailedOrder, shop: OrderShop): MailMessage {
  const { name, email, phone } = order.customer;
  return {
    to: shop.ordersEmail,
    replyTo: email,
    subject: oneLine(`Order #${order.orderNumber} from ${name}`),
    ...renderMail({
      shopName: shop.name,
      title: `New order #${order.orderNumber}`,
      blocks: [
        { text: `${[name, email, phone].filter(Boolean).join('\n')}` },
        { rows: rowsOf(order, shop.currency), total: true },
        { button: 'Open the order', href: orderUrl(shop.publicUrl, order.id) },
        { text: 'The customer may still write on WhatsApp. An answer to this mail goes to the customer.' },
      ],
      footer: 'You get this mail because orders are sent to this address.',
    }),
  };
}

/** None for an order whose link is gone. */
const chatButton = ({ whatsappLink }: MailedOrder) =>
  whatsappLink ? [{ button: 'Continue to WhatsApp', href: whatsappLink }] : [];

/** The email to the customer: what they ordered, and the next steps. */
export function mailToCustomer(order: MailedOrder, shop: OrderShop): MailMessage {
  return {
    to: order.customer.email,
    subject: oneLine(`Your order #${order.orderNumber} at ${shop.name}`),
    ...renderMail({
      shopName: shop.name,
      title: `We have your order #${order.orderNumber}`,
      blocks: [
        { text: `Dear ${order.customer.name},\nthank you. This is what you chose:` },
        { rows: rowsOf(order, shop.currency), total: true },
        { text: 'We settle sizes, payment and delivery with you on WhatsApp. If you have not written yet:' },
        ...chatButton(order),
        { button: 'See your order', href: orderUrl(shop.publicUrl, order.id) },
      ],
      footer: 'You get this mail because an order was sent from your account.',
    }),
  };
}

/** The email to a customer of whom the shop has an order and no message. */
export function reminderToCustomer(order: MailedOrder, shop: OrderShop): MailMessage {
  return {
    to: order.customer.email,
    subject: oneLine(`Your order #${order.orderNumber} at ${shop.name} waits for your message`),
    ...renderMail({
      shopName: shop.name,
      title: `Please write to us about your order #${order.orderNumber}`,
      blocks: [
        {
          text: `Dear ${order.customer.name},\nwe have your order, but no message from you on WhatsApp yet. We begin when we have heard from you. If you have written already, please ignore this email.`,
        },
        { rows: rowsOf(order, shop.currency), total: true },
        ...chatButton(order),
        { button: 'See your order', href: orderUrl(shop.publicUrl, order.id) },
      ],
      footer: 'You get this mail because an order was sent from your account.',
    }),
  };
}
