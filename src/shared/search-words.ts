import { cleanText } from './clean-text.ts';
import { fold, literally, wordsOf } from './words.ts';

/** What ends a word: blanks and punctuation, as in search_tokens() of the database. The inside of a class. */
const SEPARATORS = '\\s!-/:-@\\[-`{-~\\u00a0-\\u00bf\\u2000-\\u20cf\\u3000-\\u303f';
const SEPARATOR = new RegExp(`[${SEPARATORS}]+`);

/** The words of a folded text. */
export const tokensOf = (text: string): string[] => text.split(SEPARATOR).filter((token) => token !== '');

/** The same as a phrase: a folded text without its punctuation. */
export const phraseOf = (text: string): string => tokensOf(text).join(' ');

/** Characters of a query as it is counted. */
export const LONGEST_QUERY = 100;

/** A folded query or synonym as both are stored and compared: a phrase, of a very long one the beginning. */
export const countedPhrase = (text: string): string =>
  cleanText(phraseOf(text).slice(0, LONGEST_QUERY)).trim();

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

/** The two parts of a word that may be written apart: 'asooke' → 'aso oke', 'iroandbuba' → 'iro buba'. Each has at least two letters. */
export const splitsOf = (word: string): [string, string][] =>
  /^[\p{Letter}]{4,}$/u.test(word)
    ? Array.from({ length: word.length - 3 }, (_, at) => at + 2).flatMap((at): [string, string][] => [
        [word.slice(0, at), word.slice(at)],
        ...(word.startsWith('and', at) && word.length - at >= 5
          ? [[word.slice(0, at), word.slice(at + 3)] as [string, string]]
          : []),
      ])
    : [];

/** How words written apart may also be written: 'iro and buba', and in the other number, 'half shoes' and 'half shoe'. */
function phrasesOf(parts: readonly string[]): string[] {
  const others = numbersOf(parts.at(-1)!).map((last) => [...parts.slice(0, -1), last].join(' '));
  return [parts.join(' '), ...others, ...(parts.length === 2 ? [parts.join(' and ')] : [])];
}

/** How a word with hyphens, which are folded to blanks, may also be written: 'aso-oke' in one word, or as two. */
function apartOf(text: string): string[] {
  const parts = tokensOf(text);
  if (!text.includes(' ') || parts.length < 2) return [];
  const joined = parts.join('');
  return [joined, ...numbersOf(joined), ...phrasesOf(parts)];
}

/** Words with what a hyphen joined as words of their own, which texts without it have too: 'aso-oke' as 'aso oke'. */
export const withoutHyphens = (words: readonly string[]): string[] => [
  ...new Set(
    words.flatMap((word) => (/^\p{Letter}+( \p{Letter}+){1,2}$/u.test(word) ? word.split(' ') : word)),
  ),
];

/** The two words in which a name may also be written. The first may be a letter: 'obrien' as 'o brien'. */
export const namesApart = (word: string): string[] =>
  /^\p{Letter}{4,20}$/u.test(word)
    ? Array.from({ length: word.length - 2 }, (_, at) => `${word.slice(0, at + 1)} ${word.slice(at + 1)}`)
    : [];

/** A word of a query. */
export interface QueryWord {
  /** Folded, with its punctuation; found anywhere, also within other words. */
  text: string;
  /** Forms that count as this word where they are whole words; with `text`. */
  forms: string[];
}

/**
 * The words of a query with their forms. `isKnown` says whether a product or category has a word: only known ones are taken apart.
 */
export function queryWords(words: readonly string[], isKnown: (word: string) => boolean): QueryWord[] {
  // Punctuation does not count, but what are wildcards elsewhere are ordinary characters: '100%' is not '100'.
  const phrases = words.map((word) => (/[%_*\\]/.test(word) ? word : phraseOf(word)));
  return words.map((text, at) => {
    const phrase = phrases[at]!;
    const [before, after] = [phrases[at - 1], phrases[at + 1]].map((other) =>
      other && isListed(other) ? other : undefined,
    );
    const isOne = isListed(phrase);
    const forms = [
      text,
      // Of punctuation alone nothing is left.
      ...(phrase === '' ? [] : [phrase]),
      ...numbersOf(phrase),
      ...apartOf(phrase),
      ...splitsOf(phrase)
        .filter((parts) => parts.every(isKnown))
        .flatMap(phrasesOf),
      ...(isOne && before ? [before + phrase] : []),
      ...(isOne && after ? [phrase + after] : []),
    ];
    return { text, forms: [...new Set(forms)] };
  });
}

/** The words whose number of products must be known to make forms and to choose how to search. */
export const lookedUpOf = (words: readonly string[]): string[] => [
  ...new Set(
    words
      .map(phraseOf)
      .flatMap((word) => [
        ...tokensOf(word),
        ...numbersOf(word),
        ...[...apartOf(word), ...splitsOf(word).flatMap(phrasesOf)].flatMap(tokensOf),
      ]),
  ),
];

/** Words around what is sought, in English and Pidgin. They find products as all words do, and do not decide their order. */
const STOP_WORDS = new Set(
  `a abeg affordable am an and any are at available be best biko buy by call can cheap clothes clothing color colour colours
  cost could de dem design designs dey do does e fit for from get give go good got has hello hi how i im in is it its
  latest like look looking make me morning much my na need nice of on online or order original our outfit outfits please
  pls plz price prices quality sale sell show sir some something style styles that the them these they thing this to u
  una wan want wear wearing wetin wey what where which will with you your`.split(/\s+/),
);

const isStopWord = (word: string): boolean => STOP_WORDS.has(phraseOf(word));

/** The words by which products are searched: of a long query rather those that are no stop words. */
export const searchWordsOf = (query: string): string[] => wordsOf(query, isStopWord);

/** The stop words of a query; none if it has no other. */
export const stopWordsOf = (words: readonly string[]): string[] =>
  words.every(isStopWord) ? [] : words.filter(isStopWord);

/** Which categories a word names: in part, and as a whole word. */
export function categoryMatch(word: QueryWord, name: string): 'whole' | 'part' | null {
  const folded = fold(name);
  const padded = ` ${tokensOf(folded).join(' ')} `;
  if (word.forms.some((form) => padded.includes(` ${form} `))) return 'whole';
  return folded.includes(word.text) ? 'part' : null;
}

/** Whether words of a category's name begin with all of these, as while one is being typed. Punctuation does not count. */
export function categoryBegins(words: readonly string[], name: string): boolean {
  const phrase = phraseOf(fold(name));
  const begins = words.map(phraseOf).filter((word) => word !== '');
  return begins.length > 0 && begins.every((word) => ` ${phrase}`.includes(` ${word}`));
}

/** A LIKE pattern for text that contains this. */
export const containing = (text: string): string => `%${literally(text)}%`;
