import type { CloseWords } from '#shared/close-words.ts';
import { STORE_PAGE_SIZE } from '#shared/pages.ts';
import type { CategoryRow } from '../../categories/server/category.repository.ts';
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
  // Every hit of one word has it, so that no other replaces it.
  const isRanked = sought.length > 1 && query.sort === 'relevance';
  const hinted = isRanked || query.page === 1 ? hintsOf(catalogue, sought, categories) : Promise.resolve([]);
  const find = async () => {
    const others = isRanked ? (await hinted).flatMap((hint) => rankingBy(hint, sought)) : [];
    const isIndexed = sought.every((word) => word.isIndexed);
    return searchBy(catalogue, isIndexed, (db) =>
      findProducts(db, { ...request, ...query, words: sought, others }),
    );
  };
  const findClose = async () => {
    if (query.page > 1) return [];
    const others = sought.map((one) => withRole(one, 'exclude'));
    const place = { sort: 'relevance', page: 1, pageSize: CLOSE_PRODUCTS } as const;
    return Promise.all(
      (await hinted).map(
        async (hint): Promise<CloseHits> => ({
          ...hint.close,
          rows: await findFirst(database.reads, { ...request, ...place, words: [hint.sought], others }),
        }),
      ),
    );
  };
  const [found, close] = await Promise.all([find(), findClose()]);
  return { ...found, close: close.filter(({ rows }) => rows.length > 0) };
}

/** Close words, and how they are sought. */
interface Hint {
  close: CloseWords;
  sought: Sought;
}

/** The words that may have been meant, and how they are sought. */
async function hintsOf(
  catalogue: Catalogue,
  sought: readonly Sought[],
  categories: readonly CategoryRow[],
): Promise<Hint[]> {
  const closeWords = await closeWordsOf(catalogue, sought, categories);
  const { reads } = catalogue.database;
  return Promise.all(
    closeWords.map(async (close) => ({ close, sought: await seekClose(reads, close, categories) })),
  );
}

const withRole = (one: Sought, role: Sought['sought']['role']): Sought => ({
  ...one,
  sought: { ...one.sought, role },
});

/** The same as a word that only ranks, in place of the words of the query that mean the same. */
function rankingBy({ close, sought }: Hint, words: readonly Sought[]): Sought[] {
  // A word that was typed with a hyphen has a blank too.
  const textOf = (first: number, last: number) =>
    words
      .slice(first, last + 1)
      .map(({ word }) => word.text)
      .join(' ');
  for (const first of words.keys()) {
    const last = words.findIndex((_, at) => at >= first && textOf(first, at) === close.word);
    if (last < 0) continue;
    const ranking = withRole(sought, 'rank');
    return [{ ...ranking, sought: { ...ranking.sought, replaces: [first + 1, last + 1] } }];
  }
  return [];
}
