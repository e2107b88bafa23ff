import { fold, literally } from '#shared/words.ts';

/** What ends a word: blanks and punctuation, as in search_tokens() of the database. The inside of a class. */
const SEPARATORS = '\\s!-/:-@\\[-`{-~\\u00a0-\\u00bf\\u2000-\\u20cf\\u3000-\\u303f';
const SEPARATOR = new RegExp(`[${SEPARATORS}]+`);

/** The words of a folded text. */
export const tokensOf = (text: string): string[] => text.split(SEPARATOR).filter((token) => token !== '');

/** One word, which the table of words may have: pure numbers are left out there. */
export const isListed = (text: string): boolean =>
  text !== '' && !SEPARATOR.test(text) && /[^0-9]/.test(text) && text.length <= 40;

const escaped = (word: string): string => word.replace(/[^\p{Letter}\p{Number} ]/gu, '\\$&');

/** A regular expression of PostgreSQL for any of these as whole words. Never empty: without a form it matches nothing. */
export const wholePattern = (forms: readonly string[]): string =>
  forms.length === 0 ? '$.^' : `(^|[${SEPARATORS}])(${forms.map(escaped).join('|')})($|[${SEPARATORS}])`;

/** The same for words that begin so. */
export const beginPattern = (word: string): string => `(^|[${SEPARATORS}])${escaped(word)}`;

/** The singular of a plural and the plurals of a singular, where English has them: 'caps' and 'cap', 'dresses' and 'dress'. */
export function numbersOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  if (/(s|x|z|ch|sh)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)];
  if (/[^aeiou]ies$/.test(word)) return [`${word.slice(0, -3)}y`];
  if (/[^s]s$/.test(word)) return word.length > 3 ? [word.slice(0, -1)] : [];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  return /(s|x|z|ch|sh)$/.test(word) ? [`${word}es`] : [`${word}s`];
}

/** The two parts of a word that may be written apart: 'asooke' → 'aso oke'. Each has at least two letters. */
export const splitsOf = (word: string): [string, string][] =>
  /^[\p{Letter}]{4,}$/u.test(word)
    ? Array.from({ length: word.length - 3 }, (_, at) => [word.slice(0, at + 2), word.slice(at + 2)])
    : [];

/** A word of a query. */
export interface QueryWord {
  /** Folded; found anywhere, also within other words. */
  text: string;
  /** Forms that count as this word where they are whole words; with `text`. */
  forms: string[];
}

/**
 * The words of a query with their forms. `isKnown` says whether a product has a word: only known ones are taken apart.
 */
export function queryWords(words: readonly string[], isKnown: (word: string) => boolean): QueryWord[] {
  return words.map((text, at) => {
    const [before, after] = [words[at - 1], words[at + 1]].map((other) =>
      other && isListed(other) ? other : undefined,
    );
    const isOne = isListed(text);
    const forms = [
      text,
      ...numbersOf(text),
      // 'aso-oke' is also written in one word, and 'aso oke' is two.
      ...(text.includes(' ') ? [text.replaceAll(' ', '')] : []),
      ...splitsOf(text)
        .filter((parts) => parts.every(isKnown))
        .map((parts) => parts.join(' ')),
      ...(isOne && before ? [before + text] : []),
      ...(isOne && after ? [text + after] : []),
    ];
    return { text, forms: [...new Set(forms)] };
  });
}

/** The words whose number of products must be known to make forms and to choose how to search. */
export const lookedUpOf = (words: readonly string[]): string[] => [
  ...new Set(words.flatMap((word) => [word, ...numbersOf(word), ...splitsOf(word).flat()])),
];

/** Which categories a word names: in part, and as a whole word. */
export function categoryMatch(word: QueryWord, name: string): 'whole' | 'part' | null {
  const folded = fold(name);
  const padded = ` ${tokensOf(folded).join(' ')} `;
  if (word.forms.some((form) => padded.includes(` ${form} `))) return 'whole';
  return folded.includes(word.text) ? 'part' : null;
}

/** Whether words of a category's name begin with all of these, as while one is being typed. */
export function categoryBegins(words: readonly string[], name: string): boolean {
  const folded = fold(name);
  return words.every(
    (word) => folded.startsWith(word) || tokensOf(folded).some((token) => token.startsWith(word)),
  );
}

/** A LIKE pattern for text that contains this. */
export const containing = (text: string): string => `%${literally(text)}%`;
