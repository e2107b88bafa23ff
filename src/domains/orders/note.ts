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

// Markers of WhatsApp's formatting: first those between two words or measurements, with a blank on both sides or none.
const MARKERS = /(?<=[\p{L}\p{M}\p{N}]["'”’″′]?)( ?)([*_~`])[*_~`]*\1(?=[\p{L}\p{M}\p{N}])|[*_~`]/gu;
/** What is written between words. An underscore formats only at the edge of a word. */
const BETWEEN_WORDS: Record<string, string> = { '*': '×', '~': '–', '`': "'", _: '_' };

/**
 * Escapes text to one line of a WhatsApp message, where * _ ~ ` would format. Those between words are replaced, so that
 * '2*5 yards', '36~38' and 'EID_10' do not become other numbers and codes.
 */
export const plainLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(MARKERS, (_, blank: string | undefined, inner: string | undefined) =>
      inner ? `${blank}${BETWEEN_WORDS[inner]}${blank}` : '',
    )
    .replace(/ {2,}/g, ' ')
    .trim();
