import { isId } from '#shared/random-id.ts';
import { literally, wordsOf } from '#shared/words.ts';

/** How a search among all orders is asked of the database. */
export interface OrderSearch {
  /** LIKE patterns on the folded search text, which begins with a blank; all must match. */
  patterns: string[];
  /** The span of ids that begin with what was typed, or null. Stands beside the patterns with OR. */
  ids: { from: string; to: string } | null;
}

/** Alone, or as the end of an address. */
const ID = /(?:^|\/)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:[/?#]|$)/i;
/** The beginning of an id, of as many digits as tell it from a name or an order number. */
const ID_BEGIN = /^[0-9a-f]{8}-?[0-9a-f-]{0,27}$/i;
/** At least seven digits, perhaps in groups. */
const PHONE = /^\+?(?:[\s()/-]*\d){7,15}[\s()/-]*$/;

/**
 * What a person typed: an order's number (with or without #), its id or its address, a name, a mail address or
 * a phone number, or several words of these, all of which must match. Null when there is nothing to look for.
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

/** As it is written down at home or from abroad: 0803…, +234 803…, 00234… Long order numbers hold such digits too. */
const phonePattern = (typed: string): string => `%${typed.replace(/\D/g, '').replace(/^0+/, '')}%`;

/** Few letters and few digits begin a word, so that '12' is not in the middle of every number. */
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
