import type { Queryable } from '#db/client.ts';
import {
  beginPattern,
  categoryMatch,
  containing,
  isListed,
  lookedUpOf,
  phraseOf,
  type QueryWord,
  queryWords,
  stopWordsOf,
  tokensOf,
  wholePattern,
} from '#shared/search-words.ts';
import { mistakesAllowed } from '#shared/spelling.ts';
import { fold } from '#shared/words.ts';
import { descendantsOf } from '../../categories/categories.ts';
import type { CategoryRow } from '../../categories/server/category.repository.ts';
import { hasTrigram } from './listing.repository.ts';
import { countWordsAndParts, type SoughtWord } from './search.repository.ts';

/** A word of a query, how it is sought, and how many products it finds: bounds, from the table of words. */
export interface Sought {
  word: QueryWord;
  sought: SoughtWord;
  /** At least and at most so many products have it in their texts. */
  least: number;
  most: number;
  /** At most so many have it in their names: as a whole word, and at all. */
  wholeNames: number;
  names: number;
  /** At most so many have it as a whole word in name or description. */
  whole: number;
  /** It, or words that a hyphen joins in it, if it is no whole word of a product or category, and none begins so. */
  misspelt: readonly string[];
  /** An index finds it. */
  isIndexed: boolean;
}

type PartCounts = Awaited<ReturnType<typeof countWordsAndParts>>['parts'][number];

/** The one word of a query's word by which products are counted: itself, or the longest within it. */
const partOf = (text: string): string | undefined =>
  tokensOf(text)
    .filter(isListed)
    .sort((a, b) => b.length - a.length)[0];

/** Most words that hyphens join which are looked up one by one. */
const MOST_JOINED = 4;

/** The words that hyphens join in a query's word, of those that may be misspelt. */
function joinedIn(text: string): string[] {
  const tokens = tokensOf(text);
  const isJoined = tokens.length > 1 && tokens.length <= MOST_JOINED && text === tokens.join(' ');
  return isJoined ? tokens.filter((token) => mistakesAllowed(token) > 0) : [];
}

/** The words of the names of categories. */
export const wordsOfNames = (categories: readonly CategoryRow[]): string[] =>
  categories.flatMap(({ name }) => tokensOf(fold(name)));

/** Reads what the shop knows about the words of a query. */
export async function seekWords(
  db: Queryable,
  words: readonly string[],
  categories: readonly CategoryRow[],
): Promise<Sought[]> {
  const typed = queryWords(words, () => false);
  const within = typed.flatMap(({ text }) => [partOf(text) ?? [], joinedIn(text)].flat());
  const whole = typed.filter(({ text }) => partOf(text) === phraseOf(text));
  // A word by itself counts its forms too.
  const formsOf = new Map<string, string[]>([
    ...within.map((part): [string, string[]] => [part, [part]]),
    ...whole.map(({ text, forms }): [string, string[]] => [phraseOf(text), forms]),
  ]);
  const parts = [...formsOf].map(([part, forms]) => ({ part, pattern: containing(part), forms }));
  const counted = await countWordsAndParts(db, lookedUpOf(words), parts);
  const counts = new Map(counted.words.map((row) => [row.word, row]));
  const partCounts = new Map(counted.parts.map((row) => [row.part, row]));
  const named = new Set(wordsOfNames(categories));
  const isKnown = (word: string) => {
    const row = counts.get(word);
    return named.has(word) || (row !== undefined && row.names + row.descriptions > 0);
  };
  const stopWords = stopWordsOf(words);
  return queryWords(words, isKnown).map((word) => {
    const others = word.forms
      .filter((form) => !form.includes(word.text))
      .map((form) => {
        // A phrase is in no more products than the rarest of its words.
        const rows = tokensOf(form).map((token) => counts.get(token) ?? { names: 0, descriptions: 0 });
        const [row] = rows;
        return {
          least: rows.length === 1 ? Math.max(row!.names, row!.descriptions) : 0,
          names: Math.min(...rows.map(({ names }) => names)),
          all: Math.min(...rows.map(({ names, descriptions }) => names + descriptions)),
        };
      });
    const isStopWord = stopWords.includes(word.text);
    const unknown = joinedIn(word.text).filter(
      (token) => !named.has(token) && !isBegun(partCounts.get(token)!),
    );
    const around = { others, categories, isStopWord, unknown };
    return soughtOf(word, partCounts.get(partOf(word.text) ?? ''), around);
  });
}

interface Around {
  /** At least and at most so many products have the other forms. */
  others: { least: number; names: number; all: number }[];
  categories: readonly CategoryRow[];
  isStopWord: boolean;
  /** Of the words that hyphens join in it: those that the shop has not. */
  unknown: readonly string[];
}

/** A word of a product is this one, or begins so. */
const isBegun = (c: PartCounts): boolean =>
  c.wholeNames + c.wholeDescriptions + c.beginNames + c.beginDescriptions > 0;

function soughtOf(
  word: QueryWord,
  counts: PartCounts | undefined,
  { others, categories, isStopWord, unknown }: Around,
): Sought {
  const { text, forms } = word;
  const isExact = counts?.part === text;
  // Punctuation around a word hides no mistake in it.
  const isOneWord = counts?.part === phraseOf(text);
  const also = forms.filter((form) => !form.includes(text));
  const named = categoriesNamed(word, categories);
  // For these the table of words says which contain them.
  const isShort = !hasTrigram(text) && isExact && [...text].length < 3;
  const sum = (list: number[]) => list.reduce((total, n) => total + n, 0);
  const inOthers = sum(others.map(({ all }) => all));
  const inOtherNames = sum(others.map(({ names }) => names));
  const c = counts;
  const uncounted = Number.POSITIVE_INFINITY;
  const namesHave = c ? c.wholeNames + c.beginNames + c.insideNames : uncounted;
  const descriptionsHave = c ? c.wholeDescriptions + c.beginDescriptions + c.insideDescriptions : uncounted;
  const wholeNames = (isExact ? c!.wholeNames : namesHave) + inOtherNames;
  const whole = (isExact ? c!.wholeNames + c!.wholeDescriptions : uncounted) + inOthers;
  const isKnown = inOthers > 0 || named.whole.length > 0;
  return {
    word,
    least: Math.max(isExact ? c!.least : 0, ...others.map(({ least }) => least)),
    most: namesHave + descriptionsHave + inOthers,
    wholeNames,
    names: namesHave + inOtherNames,
    whole,
    misspelt: isKnown ? [] : !isOneWord ? unknown : isBegun(c!) ? [] : [text],
    isIndexed: hasTrigram(text) || isShort,
    sought: {
      role: 'find',
      isStopWord,
      contains: [containing(text)],
      also: also.map(containing),
      whole: wholePattern(forms),
      begin: beginPattern(text),
      short: isShort ? shortOf(c!.words) : null,
      isScanned: !hasTrigram(text) && !isShort,
      nameLevel: isExact && also.length === 0 ? levelOf(c!.wholeNames, c!.beginNames, c!.insideNames) : null,
      descriptionLevel:
        isExact && also.length === 0
          ? levelOf(c!.wholeDescriptions, c!.beginDescriptions, c!.insideDescriptions)
          : null,
      categories: named.all,
      wholeCategories: named.whole,
    },
  };
}

function shortOf(words: readonly string[]) {
  const short = words.filter((word) => !hasTrigram(word));
  return {
    contains: words.filter(hasTrigram).map(containing),
    whole: short.length > 0 ? wholePattern(short) : null,
  };
}

/** The level that all occurrences have; null if they differ. */
function levelOf(whole: number, begin: number, inside: number): number | null {
  const levels = [inside, begin, whole].flatMap((count, at) => (count > 0 ? [at + 1] : []));
  return levels.length > 1 ? null : (levels[0] ?? 3);
}

/** The ids of the categories that a word names. One that has it as a whole word names those below it too. */
export function categoriesNamed(word: QueryWord, categories: readonly CategoryRow[]) {
  const matches = categories.map((category) => ({
    id: category.id,
    match: categoryMatch(word, category.name),
  }));
  const whole = matches
    .filter(({ match }) => match === 'whole')
    .flatMap(({ id }) => descendantsOf(categories, id));
  const part = matches.filter(({ match }) => match === 'part').map(({ id }) => id);
  return { whole: [...new Set(whole)], all: [...new Set([...whole, ...part])] };
}
