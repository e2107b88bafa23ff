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

/**
 * A search uses the first 100 characters and at most 8 distinct words of them. An apostrophe alone is a word, which no
 * folded text has: without it the query would be empty, and find everything.
 */
export function wordsOf(query: string): string[] {
  const words = query
    .slice(0, 100)
    .split(/\s+/)
    .map((word) => fold(word).trim() || (word.match(/['`\u00b4\u2018\u2019]/)?.[0] ?? ''))
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, 8);
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
