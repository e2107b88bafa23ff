import { isId } from '#shared/random-id.ts';
import { containing, namesApart, queryWords, wholePattern, withoutHyphens } from '#shared/search-words.ts';
import { fold, literally, wordsOf } from '#shared/words.ts';

interface OtherForms {
  /** LIKE patterns of forms that are found as whole words alone, and the regular expression that tells whole words. */
  also?: string[];
  whole?: string;
  /** LIKE patterns of the word in two, as names of customers are also written. */
  names?: string[];
}

/** A parsed search, as passed to the database. */
export interface OrderSearch {
  /** LIKE patterns for the folded search text, which begins with a space; all must match. */
  patterns: string[];
  /** For each pattern the other forms of its word; left out where no word has one. */
  others?: (OtherForms | null)[];
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
 * `isKnown`: whether a product has a word; only into known ones is a word taken apart.
 */
export function orderSearchOf(
  text: string,
  isKnown: (word: string) => boolean = () => false,
): OrderSearch | null {
  const typed = text.trim();
  const id = ID.exec(typed)?.[1];
  if (id) return { patterns: [], ids: { from: id.toLowerCase(), to: id.toLowerCase() } };
  const ids = ID_BEGIN.test(typed) ? idsFrom(typed) : null;
  if (PHONE.test(typed)) return { patterns: [phonePattern(typed)], ids };
  const words = orderWordsOf(text);
  if (words.length === 0 && !ids) return null;
  const others = queryWords(words, isKnown).map(({ text: word, forms }) => othersOf(word, forms));
  return { patterns: words.map(patternOf), ids, ...(others.some(Boolean) && { others }) };
}

/** LIKE patterns of a word in two. */
const namesOf = (word: string): string[] => namesApart(word).map((name) => `% ${name}%`);

/**
 * The same for customers, each word of whom may also be written in one word or two: for each word LIKE patterns, of which one
 * must match.
 */
export function customerSearchOf(text: string): string[][] {
  const typed = text.trim();
  if (ID.test(typed)) return [];
  if (PHONE.test(typed)) return [[phonePattern(typed)]];
  return orderWordsOf(text).map((word) => [patternOf(word), ...namesOf(word)]);
}

/** The words of a search that is no id and no phone number. */
export const orderWordsOf = (text: string): string[] =>
  withoutHyphens(wordsOf(text.trim().replace(/(^|\s)#+/g, '$1')));

/**
 * Matches national and international notation: 0803…, +234 803…, 00234…. Long order numbers can contain such
 * digits too.
 */
const phonePattern = (typed: string): string => `%${typed.replace(/\D/g, '').replace(/^0+/, '')}%`;

/**
 * Short words and short numbers match at the start of a word, so that '12' does not match inside every
 * number.
 */
const patternOf = (word: string): string => (isBeginning(word) ? `% ${literally(word)}%` : containing(word));

const isBeginning = (word: string): boolean => word.length < 3 || /^\d+$/.test(word);

/** What the pattern of the word does not find and an index does; null without any. An email has none. */
function othersOf(word: string, forms: readonly string[]): OtherForms | null {
  const names = namesOf(word);
  const sought = isBeginning(word) ? ` ${word}` : word;
  const others = word.includes('@')
    ? []
    : forms.filter((form) => form.length > 2 && !` ${form}`.includes(sought));
  if (others.length + names.length === 0) return null;
  // 'asooke' finds 'asookes' too, before whole words are told.
  const least = others.filter((form) => !others.some((part) => part !== form && form.includes(part)));
  return {
    ...(others.length > 0 && { also: least.map(containing), whole: wholePattern(others) }),
    ...(names.length > 0 && { names }),
  };
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
