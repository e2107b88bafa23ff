import type { Queryable } from '#db/client.ts';
import type { CloseWords } from '#shared/close-words.ts';
import { phraseOf } from '#shared/search-words.ts';
import { neighboursOf } from '#shared/spelling.ts';
import { listPromotionPage, listPromotionWords, type PromotionFilter } from './promotion.repository.ts';

type Place = Parameters<typeof listPromotionPage>[2];

/** Headings below the exact hits. */
const MOST_CLOSE = 3;

/** The words that a search which finds nothing may have meant, with the promotions that have them in its place. */
export async function listClosePromotions(db: Queryable, filter: PromotionFilter, place: Place) {
  const known = filter.words.length > 0 ? await listPromotionWords(db) : [];
  const close: (CloseWords & { items: Awaited<ReturnType<typeof listPromotionPage>> })[] = [];
  for (const word of filter.words.filter((one) => !known.some((it) => it.word.startsWith(phraseOf(one))))) {
    const by = neighboursOf(phraseOf(word), known);
    if (by.length === 0 || close.length === MOST_CLOSE) continue;
    const words = filter.words.filter((other) => other !== word);
    const items = await listPromotionPage(db, { ...filter, words, by }, place);
    if (items.length > 0) close.push({ word, by, items });
  }
  return close;
}

/** The newest promotions with all of these folded words in their title or code. */
export const findPromotionsByName = async (db: Queryable, words: readonly string[], most: number) =>
  words.length > 0 ? listPromotionPage(db, { words }, { offset: 0, limit: most }) : [];

/** Where there is none: those of close words. */
export async function findPromotionsCloseTo(db: Queryable, words: readonly string[], most: number) {
  const close = await listClosePromotions(db, { words }, { offset: 0, limit: most });
  return close.map(({ items, ...meant }) => ({ ...meant, promotions: items }));
}
