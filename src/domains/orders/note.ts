// Characters that are not text: control characters except line breaks, bidirectional marks and zero-width
// characters.
const INVISIBLE = /(?!\n)\p{Cc}|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Normalizes a note for storage: line breaks as LF, no control characters (PostgreSQL refuses U+0000),
 * trimmed; null if nothing is left.
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

/** Escapes text to one line of a WhatsApp message, where * _ ~ ` would format. */
export const plainLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/[*_~`]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
