/** Combining marks: tone marks and the dots below ẹ ọ ṣ. */
const MARKS = /[\u0300-\u036f]/g;
const HYPHENS = /[-\u2010-\u2015]/g;

/** The text as it is searched and sorted: lower case, without accents, hyphens as blanks. As `fold()` in SQL. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(MARKS, '').replace(HYPHENS, ' ').toLowerCase();

/** A search looks at the first 100 characters and at most 8 distinct words of them. */
export function wordsOf(query: string): string[] {
  const words = query
    .slice(0, 100)
    .split(/\s+/)
    .map((word) => fold(word).trim())
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, 8);
}

/** A word as a LIKE pattern means it letter by letter: what was typed holds no wildcards. */
export const literally = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

/** 'Iro and Buba' → 'iro-and-buba'. Never empty: a name without a letter or digit gives 'category'. */
export function slugOf(name: string): string {
  const slug = fold(name)
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return slug || 'category';
}
