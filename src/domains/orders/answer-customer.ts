import { chatLink, mailLink, oneLine } from '#shared/contact-links.ts';
import type { AdminOrder } from './contract.ts';

type Answered = Pick<AdminOrder, 'orderNumber' | 'customer'>;

/** A `mailto:` link to the customer about their order. */
export const customerMail = ({ orderNumber, customer }: Answered, shopName: string): string =>
  mailLink(customer, `Your order #${orderNumber} at ${shopName}`);

/**
 * A WhatsApp link to the customer about their order; null if the order has no phone number. Numbers are
 * stored with their country code (+234…).
 */
export function customerChat({ orderNumber, customer }: Answered, shopName: string): string | null {
  const digits = customer.phone?.replace(/\D/g, '');
  if (!digits) return null;
  return chatLink(
    digits,
    `Hello ${oneLine(customer.name)}, this is ${shopName} about your order #${orderNumber}.`,
  );
}
