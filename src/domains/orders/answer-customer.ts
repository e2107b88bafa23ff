import type { AdminOrder } from './contract.ts';

type Answered = Pick<AdminOrder, 'orderNumber' | 'customer'>;

/** A name is typed by a stranger: in a message it is one line. */
const plain = (name: string): string => name.replace(/\s+/g, ' ').trim();

/** Writes to the customer about her order. */
export function customerMail({ orderNumber, customer }: Answered, shopName: string): string {
  const address = customer.email.split('@').map(encodeURIComponent).join('@');
  const subject = `Your order #${orderNumber} at ${shopName}`;
  const body = `Hello ${plain(customer.name)},\r\n\r\n`;
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/** Opens a chat with her about it; null when the order knows no number. Numbers are kept with their country (+234…). */
export function customerChat({ orderNumber, customer }: Answered, shopName: string): string | null {
  const digits = customer.phone?.replace(/\D/g, '');
  if (!digits) return null;
  const text = `Hello ${plain(customer.name)}, this is ${shopName} about your order #${orderNumber}.`;
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
}
