import { type SQL, sql } from 'drizzle-orm';
import { numbersOf, phraseOf, wholePattern } from '#shared/search-words.ts';
import { literally } from '#shared/words.ts';

/** Shorter words are not found where only one of both is written apart. */
const SHORTEST_JOINED = 4;

/**
 * Whether a text has each of these folded words: without accents, 'asooke', 'aso oke' and 'aso-oke' as one, and of a plural
 * the singular. For tables with few rows, because no index serves it.
 */
export const hasWords = (text: SQL, words: readonly string[]): SQL[] =>
  words.map((word) => {
    const joined = word.replaceAll(' ', '');
    const contains =
      joined.length < SHORTEST_JOINED
        ? sql`fold(${text}) LIKE ${`%${literally(word)}%`}`
        : sql`replace(fold(${text}), ' ', '') LIKE ${`%${literally(joined)}%`}`;
    const others = numbersOf(phraseOf(word)).filter((form) => !form.includes(word));
    return others.length > 0 ? sql`(${contains} OR ${hasWhole(text, others)})` : contains;
  });

/** Whether a text has one of these folded phrases as whole words. */
export const hasWhole = (text: SQL, phrases: readonly string[]): SQL =>
  sql`fold(${text}) ~ ${wholePattern(phrases)}`;
