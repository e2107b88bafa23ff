import type { SignedIn } from '#shared/caller.ts';
import type { CloseWords } from '#shared/close-words.ts';
import { literally, wordsOf } from '#shared/words.ts';
import { categoryIndex } from '../../categories/server/category.service.ts';
import type { WordSearch } from '../../server/catalog-deps.ts';
import { closeWordsOf, seekClose } from './close-words.ts';
import { hasTrigram } from './listing.repository.ts';
import { listNewestNamed, type NameWord, type NameWords } from './product-names.repository.ts';
import { searchBy } from './search-by.ts';
import { type Sought, seekWords } from './sought-words.ts';

/** Where the words are sought. A short one only begins a name's words if nothing else is read, so that the index serves it. */
type Scope = 'name' | 'name or category';

/** A search of names, in which each word is known as the shop's search knows it. */
export interface NameSearch extends NameWords {
  /** An index finds one of the words. */
  isIndexed: boolean;
  /** The same with what may have been meant, without what is found exactly. */
  close: (CloseWords & NameWords)[];
}

function nameWordOf({ word, sought: { contains, also, whole, categories } }: Sought, scope: Scope): NameWord {
  const isShort = scope === 'name' && !hasTrigram(word.text);
  const begins = [`${literally(word.text)}%`, `% ${literally(word.text)}%`];
  return {
    contains: isShort ? begins : contains,
    also,
    whole,
    categoryIds: scope === 'name' ? [] : categories,
  };
}

/** Looks the words of a text up: with their other forms, with neighbours where they are misspelt, and with synonyms. */
export async function seekNames(catalogue: WordSearch, text: string, scope: Scope): Promise<NameSearch> {
  const typed = wordsOf(text);
  if (typed.length === 0) return { words: [], isIndexed: true, close: [] };
  const { rows: categories } = await categoryIndex(catalogue);
  const db = catalogue.database.web;
  const sought = await seekWords(db, typed, categories);
  const words = sought.map((one) => nameWordOf(one, scope));
  const close = (await closeWordsOf(catalogue, sought, categories)).map(async (meant) => {
    const isMeant = (text: string) => ` ${meant.word} `.includes(` ${text} `);
    const others = words.filter((_, at) => !isMeant(typed[at]!));
    const { contains, also, ...instead } = nameWordOf(await seekClose(db, meant, categories), scope);
    const onlyWhole = { ...instead, contains: [], also: [...contains, ...also] };
    return { ...meant, words: [...others, onlyWhole], except: words };
  });
  const isIndexed = typed.some(
    (word) => hasTrigram(word) || (scope === 'name' && /^[\p{L}\p{N}]/u.test(word)),
  );
  return { words, isIndexed, close: await Promise.all(close) };
}

/** The newest products with each word in their names, and below them those of close words; at most `most` of each. */
export async function findProductsByName(catalogue: WordSearch, user: SignedIn, text: string, most: number) {
  const { words, isIndexed, close } = await seekNames(catalogue, text, 'name');
  if (words.length === 0) return { products: [], close: [] };
  return searchBy(
    catalogue,
    isIndexed,
    async (db) => {
      const products = await listNewestNamed(db, { words }, most);
      const found = [];
      for (const { word, by, ...meant } of close)
        found.push({ word, by, products: await listNewestNamed(db, meant, most) });
      return { products, close: found.filter((one) => one.products.length > 0) };
    },
    user,
  );
}
