import type { AdminOrder } from './contract.ts';

type Answered = Pick<AdminOrder, 'orderNumber' | 'customer'>;

/** Names are untrusted input: reduce them to one line. */
const plain = (name: string): string => name.replace(/\s+/g, ' ').trim();

/** A `mailto:` link to the customer about their order. */
export function customerMail({ orderNumber, customer }: Answered, shopName: string): string {
  const recipient = customer.email.split('@').map(encodeURIComponent).join('@');
  const subject = `Your order #${orderNumber} at ${shopName}`;
  const body = `Hello ${plain(customer.name)},\r\n\r\n`;
  return `mailto:${recipient}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/**
 * A WhatsApp link to the customer about their order; null if the order has no phone number. Numbers are
 * stored with their country code (+234…).
 */
export function customerChat({ orderNumber, customer }: Answered, shopName: string): string | null {
  const digits = customer.phone?.replace(/\D/g, '');
  if (!digits) return null;
  const text = `Hello ${plain(customer.name)}, this is ${shopName} about your order #${orderNumber}.`;
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
}
