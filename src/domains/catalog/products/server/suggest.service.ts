import type { CloseWords } from '#shared/close-words.ts';
import { categoryBegins, categoryMatch, phraseOf, searchWordsOf } from '#shared/search-words.ts';
import { activeOf } from '../../categories/categories.ts';
import { categoryIndex } from '../../categories/server/category.service.ts';
import type { Operation } from '../../server/catalog-deps.ts';
import { closeWordsOf } from './close-words.ts';
import { findProducts } from './find-products.ts';
import { summaryOf } from './product.service.ts';
import { searchRequest } from './search.service.ts';
import { seekWords } from './sought-words.ts';

const MOST_PRODUCTS = 6;
const MOST_CATEGORIES = 3;
const MOST_MEANT = 3;

/**
 * What a search box suggests for a text that is being typed: the first exact hits, categories whose names begin so or have all words, and,
 * if a word is not one of the shop and none begins with it, the text with words that are. The table is never scanned.
 */
export const suggest: Operation<'suggest'> = (catalogue, { search }) => {
  // Punctuation alone is no word that is being typed.
  const words = searchWordsOf(search).filter((word) => phraseOf(word) !== '');
  // Cached by the words that are sought, so that all spellings of them share an answer. 'head-tie' is one word, not 'head tie'.
  return catalogue.cachedSuggestions(JSON.stringify(words), async () => {
    const { rows: all } = await categoryIndex(catalogue);
    const sought = await seekWords(catalogue.database.reads, words, all);
    if (sought.length === 0 || sought.some(({ isIndexed }) => !isIndexed))
      return { products: [], categories: [], meant: [] };
    const misspelt = sought.flatMap((one) => one.misspelt);
    const [{ rows: products }, close] = await Promise.all([
      searchRequest(catalogue, {}).then((request) =>
        findProducts(catalogue.database.reads, {
          ...{ ...request, words: sought, others: [] },
          ...{ sort: 'relevance', page: 1, pageSize: MOST_PRODUCTS },
        }),
      ),
      misspelt.length === 0 ? [] : closeWordsOf(catalogue, sought, all),
    ]);
    return {
      products: products.map((row) => {
        const { id, name, price, soldOut, image } = summaryOf(row);
        return { id, name, price, soldOut, image };
      }),
      categories: activeOf(all)
        .filter(
          ({ name }) =>
            categoryBegins(words, name) || sought.every(({ word }) => categoryMatch(word, name) === 'whole'),
        )
        .slice(0, MOST_CATEGORIES)
        .map(({ id, name, slug }) => ({ id, name, slug })),
      meant: meantTexts(words.join(' '), misspelt, close).slice(0, MOST_MEANT),
    };
  });
};

/** The text with a word of the shop for each misspelt one: the first that is close to it, then of one word another. */
function meantTexts(text: string, misspelt: readonly string[], close: readonly CloseWords[]): string[] {
  // What means the same as a word that is right corrects nothing.
  const corrections = close.filter(({ word }) => word.split(' ').some((one) => misspelt.includes(one)));
  const meant = corrections.flatMap((varied) =>
    varied.by.map((other) =>
      corrections
        .reduce(
          (changed, one) => changed.replace(` ${one.word} `, () => ` ${one === varied ? other : one.by[0]} `),
          ` ${text} `,
        )
        .trim(),
    ),
  );
  return [...new Set(meant)];
}
