import type { Queryable } from '#db/client.ts';
import { fold } from '#shared/words.ts';
import type { CategoryRow } from '../../categories/server/category.repository.ts';
import type { WordSearch } from '../../server/catalog-deps.ts';
import { containing, numbersOf, phraseOf, type QueryWord, tokensOf, wholePattern } from '../search-words.ts';
import { mistakesAllowed, neighboursOf } from '../spelling.ts';
import { countParts, countWords, listSimilarWords, listSynonyms } from './search.repository.ts';
import { categoriesNamed, type Sought, wordsOfNames } from './sought-words.ts';

/** What stands under one heading: a word or phrase of the query, and what it may stand for. */
export interface CloseWords {
  word: string;
  by: string[];
}

/** Headings below the exact hits. */
const MOST_CLOSE = 3;
/** Words of the shop that are compared with a misspelt one. */
const MOST_COMPARED = 300;

/** The words that may have been meant: those of the same meaning, and of a misspelt word its neighbours. */
export async function closeWordsOf(
  catalogue: Pick<WordSearch, 'database' | 'cachedSynonyms'>,
  sought: readonly Sought[],
  categories: readonly CategoryRow[],
): Promise<CloseWords[]> {
  const words = sought.map(({ word }) => word);
  const forms = new Set(words.flatMap((word) => word.forms));
  // What is found exactly is not close.
  const synonyms = synonymsOf(words, await synonymGroups(catalogue)).map(({ word, by }) => ({
    word,
    by: by.filter((other) => !forms.has(other)),
  }));
  const misspelt = sought.filter(({ isSpelled }) => !isSpelled).map(({ word }) => word.text);
  const isExplained = (text: string) => synonyms.some(({ word }) => word.split(' ').includes(text));
  const corrections = await Promise.all(
    misspelt
      .filter((text) => !isExplained(text))
      .map((text) => correctionsOf(catalogue.database.reads, text, categories)),
  );
  const known = await existing(catalogue.database.reads, synonyms, categories);
  return [...corrections, ...known].filter(({ by }) => by.length > 0).slice(0, MOST_CLOSE);
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
    for (let to = from + 1; to <= Math.min(words.length, from + 4); to++) {
      const phrase = words
        .slice(from, to)
        .map(({ text }) => text)
        .join(' ');
      const end = phrases[to - 1]!;
      const last = [end, ...numbersOf(end)].map((text) => [...phrases.slice(from, to - 1), text].join(' '));
      for (const group of groups.filter((group) => group.some((word) => last.includes(word)))) {
        const others = group.filter((word) => !last.includes(word));
        found.set(phrase, new Set([...(found.get(phrase) ?? []), ...others]));
      }
    }
  }
  return [...found].map(([word, by]) => ({ word, by: [...by] }));
}

/** Leaves out the words that no product and no category has. */
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
  return synonyms.map(({ word, by }) => ({ word, by: by.filter(exists) }));
}

async function correctionsOf(
  db: Queryable,
  text: string,
  categories: readonly CategoryRow[],
): Promise<CloseWords> {
  const word = phraseOf(text);
  const mistakes = mistakesAllowed(word);
  if (mistakes === 0) return { word: text, by: [] };
  const pieces = Array.from({ length: word.length - 2 }, (_, at) => containing(word.slice(at, at + 3)));
  const similar = await listSimilarWords(db, {
    word,
    patterns: [`${word[0]}%`, ...pieces, `%${word.slice(-2)}`],
    shortest: word.length - mistakes,
    longest: word.length + mistakes,
    limit: MOST_COMPARED,
  });
  const named = wordsOfNames(categories).map((word) => ({ word, products: 1 }));
  const known = new Map([...named, ...similar].map((one) => [one.word, one]));
  return { word: text, by: neighboursOf(word, [...known.values()]) };
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
    isSpelled: true,
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
