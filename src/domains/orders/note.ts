// Everything that is not text: control characters but line breaks, and marks that turn or hide text.
const INVISIBLE = /(?!\n)\p{Cc}|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * A note as it is kept: line breaks as LF, no control characters (PostgreSQL refuses U+0000), trimmed;
 * null when nothing is left.
 */
export function noteOf(text: string | null | undefined): string | null {
  const clean = (text ?? '')
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(INVISIBLE, '')
    .trim();
  return clean === '' ? null : clean;
}

/** Any text as one plain line of a WhatsApp message, where * _ ~ ` would format. */
export const plainLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/[*_~`]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
