import { EXAMPLE_PHONE, HOME_NUMBERS } from '#brand/locale.ts';

/** The expected format of a number, shown when one cannot be parsed. */
export const HOW_TO_WRITE_A_NUMBER = `Please enter the number with its country code, such as ${EXAMPLE_PHONE}`;

/**
 * Normalises a typed or pasted phone number to the stored format, such as +2348012345678: removes blanks, a (0),
 * brackets, hyphens, dots and invisible direction marks, and replaces 00 by the plus. A number of the shop's country
 * may begin with 0, with the calling code alone, or with both. Null for anything else, such as a number without a
 * country code, because its country is unknown.
 */
export function phoneNumberOf(text: string): string | null {
  const { callingCode, national } = HOME_NUMBERS;
  const typed = text
    .replace('(0)', '')
    .replace(/[\s().\-‐-―/\p{Cf}]/gu, '')
    .replace(/^00/, '+');
  const atHome = typed.replace(new RegExp(`^(\\+?${callingCode})?0?`), '');
  const number = atHome !== typed && national.test(`0${atHome}`) ? `+${callingCode}${atHome}` : typed;
  return /^\+[1-9][0-9]{6,14}$/.test(number) ? number : null;
}
