import { HOME_NUMBERS } from '#brand/locale.ts';
import { chatLink, mailLink, oneLine } from '#shared/contact-links.ts';
import type { Submission } from './contract.ts';

/**
 * The number in WhatsApp's format, digits with the country code first, or null if it is invalid: '0803 123
 * 4567' → '2348031234567', '+44 7700 900123' → '447700900123'.
 */
export function whatsappNumberOf(phone: string, home = HOME_NUMBERS.callingCode): string | null {
  if (/[^\d\s+().\-/]/.test(phone)) return null;
  // '+234 (0) 803 …': the zero is only dialled nationally.
  const plain = phone.replace(/\(0\)/g, '');
  const digits = plain.replace(/\D/g, '');
  const abroad = plain.trim().startsWith('+') ? digits : digits.startsWith('00') ? digits.slice(2) : null;
  const full = abroad ?? fromHome(digits, home);
  // '+234 0803 …' is a common error.
  const mended = full?.startsWith(`${home}0`) ? home + full.slice(home.length + 1) : full;
  return mended && /^[1-9]\d{7,14}$/.test(mended) ? mended : null;
}

function fromHome(digits: string, home: string): string | null {
  if (HOME_NUMBERS.national.test(digits)) return home + digits.slice(1);
  if (HOME_NUMBERS.mobile.test(digits)) return home + digits;
  return digits.startsWith(home) && digits.length >= 12 ? digits : null;
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
