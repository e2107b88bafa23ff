/**
 * Letters that texts leave out or put in: tone marks and the dots below ẹ ọ ṣ (combining marks), apostrophes, soft hyphens
 * and marks of the direction of writing.
 */
const IGNORED =
  /[\u0300-\u036f'`\u00b4\u2018\u2019\u201b\u02b9-\u02bf\u2032\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const HYPHENS = /[-\u2010-\u2015]/g;
/** Hausa letters, which many keyboards lack. */
const HOOKED: Record<string, string> = { Ɓ: 'b', ɓ: 'b', Ɗ: 'd', ɗ: 'd', Ƙ: 'k', ƙ: 'k', Ƴ: 'y', ƴ: 'y' };

/**
 * Text for searching and sorting: lower case, without accents, hooks and apostrophes, hyphens as blanks. Same as `fold()`
 * in SQL.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(IGNORED, '')
    .replace(HYPHENS, ' ')
    .replace(/[ƁɓƊɗƘƙƳƴ]/g, (hooked) => HOOKED[hooked]!)
    .toLowerCase();

/** Different words that a search uses, and the characters of each that it compares. */
export const MOST_WORDS = 8;
const LONGEST_WORD = 100;

/**
 * The distinct words of a query, in its order. Of more than eight those that are minor are left out first, and of a very
 * long one the beginning is used, which every text with that word contains. Of apostrophes, hyphens or marks alone one is a
 * word, which no folded text has: without it the query would be empty, and find everything.
 */
export function wordsOf(query: string, isMinor: (word: string) => boolean = () => false): string[] {
  const all = query
    .split(/\s+/)
    .map((word) => fold(word).trim())
    .filter((word) => word !== '')
    // By code points: half of a surrogate pair is in no text.
    .map((word) => (word.length > LONGEST_WORD ? [...word].slice(0, LONGEST_WORD).join('').trim() : word));
  const words = all.length > 0 ? [...new Set(all)] : [...query.trim()].slice(0, 1);
  if (words.length <= MOST_WORDS) return words;
  const byImportance = [...words.filter((word) => !isMinor(word)), ...words.filter(isMinor)];
  const used = new Set(byImportance.slice(0, MOST_WORDS));
  return words.filter((word) => used.has(word));
}

/** Escapes the wildcards of a LIKE pattern. */
export const literally = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

/** 'Iro and Buba' → 'iro-and-buba'. Never empty: a name without letters or digits gives 'category'. */
export function slugOf(name: string): string {
  const slug = fold(name)
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return slug || 'category';
}
