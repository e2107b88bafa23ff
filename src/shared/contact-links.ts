/** Untrusted text as one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A `mailto:` link to a customer, who is greeted by name. */
export function mailLink({ name, email }: { name: string; email: string }, subject: string): string {
  const recipient = email.split('@').map(encodeURIComponent).join('@');
  const body = `Hello ${oneLine(name)},\r\n\r\n`;
  return `mailto:${recipient}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/**
 * A WhatsApp link with a prepared message, as browsers show it: they escape an apostrophe. The number is digits, with the
 * country code first.
 */
export const chatLink = (digits: string, text: string): string =>
  `https://wa.me/${digits}?text=${encodeURIComponent(text).replaceAll("'", '%27')}`;
