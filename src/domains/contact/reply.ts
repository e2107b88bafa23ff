import { HOME_NUMBERS } from '#brand/locale.ts';
import { chatLink, mailLink, oneLine } from '#shared/contact-links.ts';
import { phoneNumberOf } from '#shared/phone-number.ts';
import type { Submission } from './contract.ts';

/**
 * The number in WhatsApp's format, digits with the country code first, or null if it is invalid. Here, where a wrong
 * guess is seen, a mobile number of the shop's country may lack its zero too.
 */
export function whatsappNumberOf(phone: string): string | null {
  const plain = phone.replace('(0)', '').replace(/[\s().\-/]/g, '');
  return phoneNumberOf(HOME_NUMBERS.mobile.test(plain) ? `0${plain}` : phone)?.slice(1) ?? null;
}

type Answered = Pick<Submission, 'name' | 'email' | 'phone' | 'subject'>;

/** A `mailto:` link with the subject of the message. */
export function mailLinkOf(message: Answered): string {
  const subject = oneLine(message.subject);
  return mailLink(message, /^re:/i.test(subject) ? subject : `Re: ${subject}`);
}

/** A WhatsApp link, or null without a valid phone number. */
export function whatsappReplyOf({ name, phone }: Answered, shopName: string): string | null {
  const number = phone && whatsappNumberOf(phone);
  return number
    ? chatLink(number, `Hello ${oneLine(name)}, this is ${shopName}. Thank you for your message.`)
    : null;
}
