import type { Queryable } from '#db/client.ts';
import type { CloseWords } from '#shared/close-words.ts';
import {
  containing,
  countedPhrase,
  isListed,
  numbersOf,
  phraseOf,
  type QueryWord,
  stopWordsOf,
  tokensOf,
  wholePattern,
} from '#shared/search-words.ts';
import { type KnownWord, mistakesAllowed, mistakesToAsk, neighboursOf } from '#shared/spelling.ts';
import { fold } from '#shared/words.ts';
import type { CategoryRow } from '../../categories/server/category.repository.ts';
import type { WordSearch } from '../../server/catalog-deps.ts';
import { countParts, countWords, listSimilarWords, listSynonyms } from './search.repository.ts';
import { categoriesNamed, type Sought, wordsOfNames } from './sought-words.ts';

/** Headings below the exact hits. */
const MOST_CLOSE = 3;
/** Words of the shop that are compared with a misspelt one. */
const MOST_COMPARED = 300;

/**
 * The words that may have been meant: those of the same meaning, and of a misspelt word its neighbours: words of the shop, or
 * what words near it mean there.
 */
export async function closeWordsOf(
  catalogue: Pick<WordSearch, 'database' | 'cachedSynonyms'>,
  sought: readonly Sought[],
  categories: readonly CategoryRow[],
): Promise<CloseWords[]> {
  const words = sought.map(({ word }) => word);
  const forms = new Set(words.flatMap((word) => word.forms));
  const groups = await synonymGroups(catalogue);
  // What is found exactly is not close.
  const synonyms = synonymsOf(words, groups).map(({ word, by }) => ({
    word,
    by: by.filter((other) => !forms.has(other)),
  }));
  const misspelt = [...new Set(sought.flatMap((one) => one.misspelt))];
  const known = (await existing(catalogue.database.reads, synonyms, categories)).filter(
    ({ by }) => by.length > 0,
  );
  const isExplained = (text: string) => known.some(({ word }) => word.split(' ').includes(text));
  const corrections = await Promise.all(
    misspelt
      .filter((text) => !isExplained(text))
      .map((text) => meantBy(catalogue.database.reads, text, categories, groups)),
  );
  return [...corrections.filter(({ by }) => by.length > 0), ...known].slice(0, MOST_CLOSE);
}

/** Cached in the process until one changes. */
const synonymGroups = ({
  database,
  cachedSynonyms,
}: Pick<WordSearch, 'database' | 'cachedSynonyms'>): Promise<string[][]> =>
  cachedSynonyms('all', async () =>
    (await listSynonyms(database.reads)).map(({ words }) => words.map((word) => fold(word).trim())),
  );

/** The phrases of a query that mean the same as others: of each, all others of its groups. */
export function synonymsOf(
  words: readonly QueryWord[],
  groups: readonly (readonly string[])[],
): CloseWords[] {
  // Each word without punctuation, as groups have it, or in the other number: 'headties' is 'headtie'.
  const phrases = words.map(({ text }) => phraseOf(text));
  const found = new Map<string, Set<string>>();
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) {
      const phrase = words
        .slice(from, to)
        .map(({ text }) => text)
        .join(' ');
      const end = phrases[to - 1]!;
      const isWhole = to - from === words.length;
      const last = [end, ...numbersOf(end)]
        .map((text) => [...phrases.slice(from, to - 1), text].join(' '))
        // A very long query is stored without its end.
        .map((text) => (isWhole ? countedPhrase(text) : text));
      for (const group of groups.filter((group) => group.some((word) => last.includes(word)))) {
        const others = group.filter((word) => !last.includes(word));
        found.set(phrase, new Set([...(found.get(phrase) ?? []), ...others]));
      }
    }
  }
  return [...found].map(([word, by]) => ({ word, by: [...by] }));
}

/** Leaves out the words that no product and no category has, and phrases that say no more than another. */
async function existing(
  db: Queryable,
  synonyms: readonly CloseWords[],
  categories: readonly CategoryRow[],
): Promise<CloseWords[]> {
  const asked = [...new Set(synonyms.flatMap(({ by }) => by.flatMap(tokensOf)))];
  const rows =
    asked.length > 0
      ? await countWords(
          db,
          asked.flatMap((word) => [word, ...numbersOf(word)]),
        )
      : [];
  const has = new Set(
    rows.filter(({ names, descriptions }) => names + descriptions > 0).map(({ word }) => word),
  );
  const exists = (phrase: string) =>
    tokensOf(phrase).every((token) => [token, ...numbersOf(token)].some((form) => has.has(form))) ||
    categoriesNamed({ text: phrase, forms: [phrase] }, categories).whole.length > 0;
  return synonyms.map(({ word, by }) => ({ word, by: withoutContaining(by.filter(exists)) }));
}

/** Leaves out phrases with a word that is there by itself: 'cap' finds what 'yoruba cap' does. */
const withoutContaining = (by: readonly string[]): string[] =>
  by.filter((phrase) => !by.some((other) => other !== phrase && ` ${phrase} `.includes(` ${other} `)));

/** The words near a misspelt one, of those of the shop and of the groups; in place of a word that the shop has not, its group. */
async function meantBy(
  db: Queryable,
  text: string,
  categories: readonly CategoryRow[],
  groups: readonly (readonly string[])[],
): Promise<CloseWords> {
  const word = phraseOf(text);
  const known = await knownNear(db, word, mistakesAllowed(word), categories);
  const isOfShop = new Set(known.map((one) => one.word));
  const inGroups = [...new Set(groups.flat().map(inOneWord))].filter((one) => !isOfShop.has(one));
  const near = inGroups.includes(word)
    ? [word]
    : neighboursOf(word, [...known, ...inGroups.map((one) => ({ word: one, products: 0 }))]);
  if (near.every((one) => isOfShop.has(one))) return { word: text, by: near };
  const means = near.map((one) => ({
    word: one,
    by: isOfShop.has(one) ? [one] : groups.filter((group) => group.map(inOneWord).includes(one)).flat(),
  }));
  const found = new Set((await existing(db, means, categories)).flatMap(({ by }) => by));
  return { word: text, by: found.size > 0 ? withoutContaining([...found]) : neighboursOf(word, known) };
}

/** 'aso oke' is written 'asooke' too. */
const inOneWord = (phrase: string) => phrase.replaceAll(' ', '');

/** The words of products and categories that may be near a word with so many mistakes. */
async function knownNear(
  db: Queryable,
  word: string,
  mistakes: number,
  categories: readonly CategoryRow[],
): Promise<KnownWord[]> {
  if (mistakes === 0) return [];
  const pieces = Array.from({ length: word.length - 2 }, (_, at) => containing(word.slice(at, at + 3)));
  const similar = await listSimilarWords(db, {
    word,
    patterns: [`${word[0]}%`, ...pieces, `%${word.slice(-2)}`],
    shortest: word.length - mistakes,
    longest: word.length + mistakes,
    limit: MOST_COMPARED,
  });
  const named = wordsOfNames(categories).map((word) => ({ word, products: 1 }));
  return [...new Map([...named, ...similar].map((one) => [one.word, one])).values()];
}

/** A part of a word is a candidate from so many letters on, if it is at least half of it. */
const SHORTEST_PART = 4;

/** The known word that a word begins or ends with, the longest first: 'ankarafabrics' has 'ankara'. */
async function partOf(
  db: Queryable,
  word: string,
  categories: readonly CategoryRow[],
): Promise<string | undefined> {
  const shortest = Math.max(SHORTEST_PART, Math.ceil(word.length / 2));
  const parts = Array.from(
    { length: Math.max(0, word.length - shortest) },
    (_, at) => word.length - 1 - at,
  ).flatMap((length) => [word.slice(0, length), word.slice(-length)]);
  if (parts.length === 0) return undefined;
  const rows = await countWords(db, parts);
  const known = new Set([
    ...wordsOfNames(categories),
    ...rows.filter(({ names, descriptions }) => names + descriptions > 0).map(({ word: one }) => one),
  ]);
  return parts.find((part) => known.has(part));
}

/** Words of a query that are compared for a candidate: the longest. */
const MOST_ASKED = 3;

/**
 * The word of the shop that a query which finds nothing most likely stands for, for someone who decides: one that a word of
 * it contains, or the nearest, with more mistakes than a search forgives. Null if nothing is near.
 */
export async function candidateOf(
  db: Queryable,
  query: string,
  categories: readonly CategoryRow[],
): Promise<string | null> {
  const typed = tokensOf(query);
  const stopWords = stopWordsOf(typed);
  const words = typed
    .filter((word) => isListed(word) && !stopWords.includes(word))
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_ASKED);
  const candidates = await Promise.all(
    words.map(async (word) => {
      const mistakes = mistakesToAsk(word);
      return (
        (await partOf(db, word, categories)) ??
        neighboursOf(word, await knownNear(db, word, mistakes, categories), mistakes)[0]
      );
    }),
  );
  return candidates.find((one) => one !== undefined) ?? null;
}

/** How the products of close words are sought: as whole words alone. */
export async function seekClose(
  db: Queryable,
  { by }: CloseWords,
  categories: readonly CategoryRow[],
): Promise<Sought> {
  const possible = [...new Set(by.flatMap((word) => [word, ...numbersOf(word)]))];
  const tokens = [...new Set(possible.flatMap(tokensOf))];
  const rows = await countParts(
    db,
    tokens.map((part) => ({ part, pattern: containing(part), forms: [part] })),
  );
  const has = (token: string) =>
    rows.some((row) => row.part === token && row.wholeNames + row.wholeDescriptions > 0);
  const forms = possible.filter((form) => tokensOf(form).every(has));
  const counts = new Map(rows.map((row) => [row.part, row]));
  const sum = (count: (row: (typeof rows)[number]) => number) =>
    forms.reduce(
      (total, form) =>
        total +
        Math.min(
          ...tokensOf(form).map((token) => {
            const row = counts.get(token);
            return row ? count(row) : 0;
          }),
        ),
      0,
    );
  const names = sum(({ wholeNames }) => wholeNames);
  const all = sum(({ wholeNames, wholeDescriptions }) => wholeNames + wholeDescriptions);
  // Where no other word of the shop contains them, a pattern alone finds whole words.
  const isPure =
    forms.every((form) => tokensOf(form).length === 1) &&
    rows.every(
      (row) =>
        !has(row.part) ||
        row.insideNames + row.insideDescriptions + row.beginNames + row.beginDescriptions === 0,
    );
  // Also by words that no product has: they cost no pattern.
  const named = categoriesNamed({ text: by[0]!, forms: possible }, categories).whole;
  const patterns = forms.map(containing);
  return {
    word: { text: by[0]!, forms },
    least: 0,
    most: all,
    wholeNames: names,
    names,
    whole: all,
    misspelt: [],
    isIndexed: true,
    sought: {
      role: 'find',
      isStopWord: false,
      contains: isPure ? patterns : [],
      also: isPure ? [] : patterns,
      whole: wholePattern(forms),
      begin: wholePattern([]),
      short: null,
      isScanned: false,
      nameLevel: isPure ? 3 : null,
      descriptionLevel: isPure ? 3 : null,
      categories: named,
      wholeCategories: named,
    },
  };
}
