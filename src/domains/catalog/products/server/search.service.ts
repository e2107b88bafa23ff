import type { CloseWords } from '#shared/close-words.ts';
import { STORE_PAGE_SIZE } from '#shared/pages.ts';
import { categoryIndex } from '../../categories/server/category.service.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import type { ApiSort } from '../listing.ts';
import { closeWordsOf, seekClose } from './close-words.ts';
import { type FoundPage, findFirst, findProducts, type SearchRequest } from './find-products.ts';
import { countProducts, countProductsTo, type ListingFilter } from './listing.repository.ts';
import type { SummaryRow } from './product-columns.repository.ts';
import { searchBy } from './search-by.ts';
import { type Sought, seekWords } from './sought-words.ts';

/** Products of words that are close to one of the query's. */
export interface CloseHits extends CloseWords {
  rows: SummaryRow[];
}

export interface SearchPage extends FoundPage {
  close: CloseHits[];
}

/** Products below a heading 'Close to …'. */
const CLOSE_PRODUCTS = 8;

interface SearchQuery {
  sort: ApiSort | 'relevance';
  page: number;
  pageSize: number;
}

/** How many products there are for a search: of all, of the filter, and of categories. */
export async function searchRequest({ database, cachedCounts }: Catalogue, filter: ListingFilter) {
  const countTo = (filtered: ListingFilter, most: number) =>
    cachedCounts(`to ${most} ${JSON.stringify(filtered)}`, () =>
      countProductsTo(database.reads, filtered, undefined, most),
    );
  return {
    filter,
    total: await cachedCounts(JSON.stringify({}), () => countProducts(database.reads, {})),
    countFiltered: (most: number) => countTo(filter, most),
    countNamed: (categoryIds: readonly string[], most: number) => countTo({ categoryIds }, most),
  } satisfies Partial<SearchRequest>;
}

/** Longest key of a cached search. */
const MOST_KEY = 300;

/** One page of the exact hits, and on the first page what is close to the words. Many ask for the same few words. */
export async function searchPage(
  catalogue: Catalogue,
  query: SearchQuery,
  filter: ListingFilter,
  words: readonly string[],
): Promise<SearchPage> {
  const search = () => findPage(catalogue, query, filter, words);
  const key = JSON.stringify([words, query, filter]);
  // Likes change the order without a change of the products.
  const isOrdinary =
    query.pageSize === STORE_PAGE_SIZE && query.sort !== 'most-liked' && key.length <= MOST_KEY;
  if (!isOrdinary) return search();
  // One round trip, so that a search shows every change that was made before it.
  await catalogue.changes?.waitForInvalidation?.();
  return catalogue.cachedSearches(key, search);
}

async function findPage(
  catalogue: Catalogue,
  query: SearchQuery,
  filter: ListingFilter,
  words: readonly string[],
): Promise<SearchPage> {
  const { database } = catalogue;
  const [{ rows: categories }, request] = await Promise.all([
    categoryIndex(catalogue),
    searchRequest(catalogue, filter),
  ]);
  const sought = await seekWords(database.reads, words, categories);
  const closeWords = await closeWordsOf(catalogue, sought, categories);
  const hints = await Promise.all(closeWords.map((close) => seekClose(database.reads, close, categories)));
  const placeOf = (phrase: string): number | undefined => {
    const place = sought.findIndex(({ word }) => word.text === phrase);
    return place < 0 ? undefined : place;
  };
  const ranking = hints.map(
    (hint, at): Sought => ({
      ...hint,
      sought: { ...hint.sought, role: 'rank', standsFor: placeOf(closeWords[at]!.word) },
    }),
  );
  const isIndexed = sought.every((word) => word.isIndexed);
  const [found, close] = await Promise.all([
    searchBy(catalogue, isIndexed, (db) =>
      findProducts(db, { ...request, ...query, words: sought, others: ranking }),
    ),
    Promise.all(
      (query.page === 1 ? closeWords : []).map(async (words, at): Promise<CloseHits> => {
        const others = sought.map((one): Sought => ({ ...one, sought: { ...one.sought, role: 'exclude' } }));
        const place = { sort: 'relevance', page: 1, pageSize: CLOSE_PRODUCTS } as const;
        return {
          ...words,
          rows: await findFirst(database.reads, { ...request, ...place, words: [hints[at]!], others }),
        };
      }),
    ),
  ]);
  return { ...found, close: close.filter(({ rows }) => rows.length > 0) };
}
