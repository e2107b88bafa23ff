/** An email ready to be sent; the transport sets the sender. */
export interface MailMessage {
  to: string;
  subject: string;
  /** The topic, without codes that the subject may contain: for the list of undelivered messages. */
  about?: string;
  text: string;
  /** Generated from the text if missing. */
  html?: string;
  /** Where replies go, if not to the shop. */
  replyTo?: string;
}

/** An email about an order; the worker writes it from the current order. */
export interface OrderMail {
  order: string;
  /** The customer's id. */
  user: string;
  reader: 'shop' | 'customer';
  /** The event of the reminder, if it is one: to the customer. */
  reminder?: string;
}
