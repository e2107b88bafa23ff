/** A mail ready to be sent; the sender's address is the transport's. */
export interface MailMessage {
  to: string;
  subject: string;
  /** What it is about, without any code that the subject may hold: for the list of what was not delivered. */
  about?: string;
  text: string;
  /** Made from the text when it is missing. */
  html?: string;
  /** Whom an answer reaches, when it is not the shop. */
  replyTo?: string;
}

/** A mail about an order, which the worker writes from the order as it is then. */
export interface OrderMail {
  order: string;
  /** The customer's id. */
  user: string;
  reader: 'shop' | 'customer';
}
