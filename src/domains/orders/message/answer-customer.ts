import { chatLink, mailLink, oneLine } from '#shared/contact-links.ts';
import type { AdminOrder } from '../contract.ts';
import { orderUrl } from './whatsapp.ts';

type Answered = Pick<AdminOrder, 'orderNumber' | 'customer'>;

/** A `mailto:` link to the customer about their order. */
export const customerMail = ({ orderNumber, customer }: Answered, shopName: string): string =>
  mailLink(customer, `Your order #${orderNumber} at ${shopName}`);

/** A WhatsApp link to the customer; null if the order has no phone number. Numbers are stored with their country code (+234…). */
function chatWith({ customer }: Answered, text: string): string | null {
  const digits = customer.phone?.replace(/\D/g, '');
  return digits ? chatLink(digits, text) : null;
}

/** The WhatsApp link to the customer about their order. */
export const customerChat = (order: Answered, shopName: string): string | null =>
  chatWith(
    order,
    `Hello ${oneLine(order.customer.name)}, this is ${shopName} about your order #${order.orderNumber}.`,
  );

type Reminded = Answered & Pick<AdminOrder, 'id'>;
type Shop = { name: string; publicUrl: string };

/** What the staff send to a customer who has not written. */
export const reminderText = ({ id, orderNumber, customer }: Reminded, shop: Shop): string =>
  `Hello ${oneLine(customer.name)}, this is ${shop.name}. We have your order #${orderNumber}, but no message from you yet. Shall we begin? Please answer here.\n${orderUrl(shop.publicUrl, id)}`;

/** The WhatsApp link that reminds the customer. */
export const reminderChat = (order: Reminded, shop: Shop): string | null =>
  chatWith(order, reminderText(order, shop));
