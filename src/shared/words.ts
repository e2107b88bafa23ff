/** Combining marks: tone marks and the dots below ẹ ọ ṣ. */
const MARKS = /[\u0300-\u036f]/g;
const HYPHENS = /[-\u2010-\u2015]/g;

/** Text for searching and sorting: lower case, without accents, hyphens as blanks. Same as `fold()` in SQL. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(MARKS, '').replace(HYPHENS, ' ').toLowerCase();

/** A search uses the first 100 characters and at most 8 distinct words of them. */
export function wordsOf(query: string): string[] {
  const words = query
    .slice(0, 100)
    .split(/\s+/)
    .map((word) => fold(word).trim())
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
