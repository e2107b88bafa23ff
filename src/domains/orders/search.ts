import { isId } from '#shared/random-id.ts';
import { fold, literally, wordsOf } from '#shared/words.ts';

/** A parsed search, as passed to the database. */
export interface OrderSearch {
  /** LIKE patterns for the folded search text, which begins with a space; all must match. */
  patterns: string[];
  /** The range of ids with the typed prefix, or null. Combined with the patterns by OR. */
  ids: { from: string; to: string } | null;
}

/** What an order is found by besides its number and customer: the names of its products, as the database keeps them. */
export const productNamesOf = (items: readonly { productName: string }[]): string =>
  ` ${items.map(({ productName }) => fold(productName)).join(' ')}`;

/** Alone, or at the end of a URL. */
const ID = /(?:^|\/)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:[/?#]|$)/i;
/** The prefix of an id, with enough digits to tell it from a name or an order number. */
const ID_BEGIN = /^[0-9a-f]{8}-?[0-9a-f-]{0,27}$/i;
/** At least seven digits, optionally grouped. */
const PHONE = /^\+?(?:[\s()/-]*\d){7,15}[\s()/-]*$/;

/**
 * Parses a search: an order number (with or without #), an order's id or URL, a name, an email, a phone
 * number, the name of a product, or several words of these, all of which must match. Null if there is nothing to search for.
 */
export function orderSearchOf(text: string): OrderSearch | null {
  const typed = text.trim();
  const id = ID.exec(typed)?.[1];
  if (id) return { patterns: [], ids: { from: id.toLowerCase(), to: id.toLowerCase() } };
  const ids = ID_BEGIN.test(typed) ? idsFrom(typed) : null;
  const patterns = PHONE.test(typed)
    ? [phonePattern(typed)]
    : wordsOf(typed.replace(/(^|\s)#+/g, '$1')).map(patternOf);
  return patterns.length === 0 && !ids ? null : { patterns, ids };
}

/**
 * Matches national and international notation: 0803…, +234 803…, 00234…. Long order numbers can contain such
 * digits too.
 */
const phonePattern = (typed: string): string => `%${typed.replace(/\D/g, '').replace(/^0+/, '')}%`;

/**
 * Short words and short numbers match at the start of a word, so that '12' does not match inside every
 * number.
 */
function patternOf(word: string): string {
  const literal = literally(word);
  const begins = word.length < 3 || /^\d+$/.test(word);
  return begins ? `% ${literal}%` : `%${literal}%`;
}

function idsFrom(begin: string): OrderSearch['ids'] {
  const hex = begin.replace(/-/g, '').toLowerCase();
  const padded = (filler: string) =>
    hex
      .padEnd(32, filler)
      .slice(0, 32)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const [from, to] = [padded('0'), padded('f')];
  return isId(from) && isId(to) ? { from, to } : null;
}
