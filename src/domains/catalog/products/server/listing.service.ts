import type { Queryable } from '#db/client.ts';
import { findStartedPromotion } from '#domains/promotions/server/promotion.service.ts';
import type { Caller } from '#shared/caller.ts';
import { pageCount, placeOfPage, SEARCH_COUNT_LIMIT } from '#shared/pages.ts';
import { wordsOf } from '#shared/words.ts';
import { categoriesNamedLike, findCategory } from '../../categories/server/category.service.ts';
import type { Catalogue, Operation } from '../../server/catalog-deps.ts';
import {
  countProducts,
  hasTrigram,
  type ListingFilter,
  type ListingParams,
  limitScan,
  listProducts as listProductRows,
  type SearchParams,
  searchProducts,
} from './listing.repository.ts';
import { summaryOf } from './product.service.ts';
import type { SummaryRow } from './product-columns.repository.ts';

type ListingQuery = Pick<SearchParams, 'sort' | 'page' | 'pageSize'>;

interface Page {
  rows: SummaryRow[];
  total: number;
  capped: boolean;
  page: number;
}

/** A page of products, filtered, sorted and counted. A page past the end becomes the last. */
export const listProducts: Operation<'listProducts'> = async (catalogue, query) => {
  const { category: requestedCategory, promotion: requestedCode, pageSize } = query;
  const [category, promotion] = await Promise.all([
    requestedCategory ? findCategory(catalogue, requestedCategory) : null,
    requestedCode ? findStartedPromotion(catalogue, requestedCode) : null,
  ]);
  // An unknown category or a promotion that has not started lists nothing rather than everything.
  const nothing = (requestedCategory && !category) || (requestedCode && !promotion);
  const filter: ListingFilter = {
    categoryIds: category?.ids,
    promotionId: promotion?.id,
    featured: query.featured,
    not: query.not,
  };
  const words = wordsOf(query.search ?? '');
  const found = nothing
    ? { rows: [], total: 0, capped: false, page: 1 }
    : words.length > 0
      ? await searchPage(catalogue, query, filter, words)
      : await plainPage(catalogue, query, filter);
  return {
    items: found.rows.map(summaryOf),
    total: found.total,
    capped: found.capped,
    page: found.page,
    pageCount: pageCount(found.total, pageSize),
    category: category?.category ?? null,
    promotion,
    today: catalogue.clock.today(),
  };
};

async function plainPage(
  { database, cachedCounts }: Catalogue,
  { sort, page, pageSize }: ListingQuery,
  filter: ListingFilter,
): Promise<Page> {
  const total = await cachedCounts(JSON.stringify(filter), () => countProducts(database.web, filter));
  const last = Math.min(page, pageCount(total, pageSize));
  const rows = await listProductRows(database.web, {
    ...filter,
    sort,
    ...placeOfPage(last, pageSize, total),
  });
  return { rows, total, capped: false, page: last };
}

/** Runs a search. One that no index serves scans the table: for 2 s at most, and with limited concurrency. */
export const searchBy = <T>(
  { database, scans }: Catalogue,
  isIndexed: boolean,
  work: (db: Queryable) => Promise<T>,
  caller: Caller = null,
): Promise<T> => {
  if (isIndexed) return caller ? database.asCaller(caller, work) : work(database.web);
  return scans(() =>
    database.asCaller(caller, async (tx) => {
      await limitScan(tx);
      return work(tx);
    }),
  );
};

async function searchPage(
  catalogue: Catalogue,
  { sort, page, pageSize }: ListingQuery,
  filter: ListingFilter,
  words: string[],
): Promise<Page> {
  const search = { words, categoryIds: await categoriesNamedLike(catalogue, words) };
  const params = { ...filter, search, sort, page, pageSize };
  return searchBy(catalogue, words.every(hasTrigram), (db) => searchIn(db, params));
}

async function searchIn(db: Queryable, params: SearchParams): Promise<Page> {
  const { page, pageSize } = params;
  const { rows, total } = await searchProducts(db, params);
  const known = Math.min(total, SEARCH_COUNT_LIMIT);
  const last = Math.min(page, pageCount(known, pageSize));
  if (total <= SEARCH_COUNT_LIMIT) return { rows, total, capped: false, page: last };
  // With this many hits an ordered scan finds a page of them quickly.
  const offset = (last - 1) * pageSize;
  const ordered = await listProductRows(db, { ...params, offset, limit: Math.min(pageSize, known - offset) });
  return { rows: ordered, total: known, capped: true, page: last };
}

const firstBy =
  (order: Pick<ListingParams, 'sort' | 'featured'>): Operation<'newestProducts'> =>
  async ({ database }, { limit }) =>
    (await listProductRows(database.web, { ...order, offset: 0, limit })).map(summaryOf);

/** Featured products, newest first. */
export const featuredProducts = firstBy({ sort: 'featured', featured: true });
export const newestProducts = firstBy({ sort: 'newest' });
/** The products that most wishlists have contained. */
export const mostLikedProducts = firstBy({ sort: 'most-liked' });
