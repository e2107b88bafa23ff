import { EXAMPLE_PHONE } from '#brand/locale.ts';

/** The expected format of a number, shown when one cannot be parsed. */
export const HOW_TO_WRITE_A_NUMBER = `Please enter the number with its country code, such as ${EXAMPLE_PHONE}`;

/**
 * Normalises a typed or pasted phone number to the stored format, such as +2348012345678: removes blanks, a (0),
 * brackets, hyphens, dots and invisible direction marks, and replaces 00 by the plus. Null for anything else, such as
 * a number without a country code, because its country is unknown.
 */
export function phoneNumberOf(text: string): string | null {
  const number = text
    .replace('(0)', '')
    .replace(/[\s().\-‐-―/\p{Cf}]/gu, '')
    .replace(/^00/, '+');
  return /^\+[1-9][0-9]{6,14}$/.test(number) ? number : null;
}
