import type { Submission } from './contract.ts';

/** Where most who write have their number, and how such a number begins there before a country is named. */
export const HOME_CALLING_CODE = '234';

/**
 * The number as WhatsApp takes it, digits with the country first, or null when it is none:
 * '0803 123 4567' → '2348031234567', '+44 7700 900123' → '447700900123'.
 */
export function whatsappNumberOf(phone: string, home = HOME_CALLING_CODE): string | null {
  if (/[^\d\s+().\-/]/.test(phone)) return null;
  // '+234 (0) 803 …': the nought is dialled only at home.
  const plain = phone.replace(/\(0\)/g, '');
  const digits = plain.replace(/\D/g, '');
  const abroad = plain.trim().startsWith('+') ? digits : digits.startsWith('00') ? digits.slice(2) : null;
  const full = abroad ?? fromHome(digits, home);
  // '+234 0803 …' is often written, and wrong.
  const mended = full?.startsWith(`${home}0`) ? home + full.slice(home.length + 1) : full;
  return mended && /^[1-9]\d{7,14}$/.test(mended) ? mended : null;
}

function fromHome(digits: string, home: string): string | null {
  if (/^0\d{10}$/.test(digits)) return home + digits.slice(1);
  // A mobile number whose nought was left out.
  if (/^[789]\d{9}$/.test(digits)) return home + digits;
  return digits.startsWith(home) && digits.length >= 12 ? digits : null;
}

type Answered = Pick<Submission, 'name' | 'email' | 'phone' | 'subject'>;

const greeting = ({ name }: Answered): string => `Hello ${name.replace(/\s+/g, ' ').trim()},`;

/** Writes to her with the subject she gave. */
export function mailLinkOf(message: Answered): string {
  const subject = message.subject.replace(/\s+/g, ' ').trim();
  const answered = /^re:/i.test(subject) ? subject : `Re: ${subject}`;
  const address = message.email.split('@').map(encodeURIComponent).join('@');
  return `mailto:${address}?subject=${encodeURIComponent(answered)}&body=${encodeURIComponent(`${greeting(message)}\r\n\r\n`)}`;
}

/** Opens a chat with her, or null when she left no number that WhatsApp knows. */
export function whatsappReplyOf(message: Answered, shopName: string): string | null {
  const number = message.phone && whatsappNumberOf(message.phone);
  if (!number) return null;
  const text = `${greeting(message)} this is ${shopName}. Thank you for your message.`;
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}
