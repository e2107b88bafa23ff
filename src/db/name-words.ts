import { type SQL, sql } from 'drizzle-orm';
import { literally } from '#shared/words.ts';

/** Shorter words are not found where only one of both is written apart. */
const SHORTEST_JOINED = 4;

/**
 * Whether a text has each of these folded words: without accents, and 'asooke', 'aso oke' and 'aso-oke' as one. For tables
 * with few rows, because no index serves it.
 */
export const hasWords = (text: SQL, words: readonly string[]): SQL[] =>
  words.map((word) => {
    const joined = word.replaceAll(' ', '');
    return joined.length < SHORTEST_JOINED
      ? sql`fold(${text}) LIKE ${`%${literally(word)}%`}`
      : sql`replace(fold(${text}), ' ', '') LIKE ${`%${literally(joined)}%`}`;
  });
