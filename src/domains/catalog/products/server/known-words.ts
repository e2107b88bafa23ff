import type { Queryable } from '#db/client.ts';
import { phraseOf, splitsOf } from '#shared/search-words.ts';
import { countWords } from './search.repository.ts';

/** Whether products have the parts that these words may be taken apart into. */
export async function knownParts(
  db: Queryable,
  words: readonly string[],
): Promise<(word: string) => boolean> {
  const parts = [...new Set(words.map(phraseOf).flatMap(splitsOf).flat())];
  const rows = parts.length > 0 ? await countWords(db, parts) : [];
  const known = new Set(
    rows.filter(({ names, descriptions }) => names + descriptions > 0).map(({ word }) => word),
  );
  return (word) => known.has(word);
}
