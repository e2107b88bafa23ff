/** How a number is written; said wherever one cannot be read. */
export const HOW_TO_WRITE_A_NUMBER = 'Please enter the number with its country code, such as +2348012345678';

/**
 * A telephone number as it is kept, such as +2348012345678, from what people type or paste: with blanks, a (0), brackets,
 * hyphens, dots, invisible marks of direction, and 00 for the plus. Null for anything else, such as a number without
 * its country code: whose country it would be is not known.
 */
export function phoneNumberOf(text: string): string | null {
  const number = text
    .replace('(0)', '')
    .replace(/[\s().\-‐-―/\p{Cf}]/gu, '')
    .replace(/^00/, '+');
  return /^\+[1-9][0-9]{6,14}$/.test(number) ? number : null;
}
