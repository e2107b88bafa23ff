import { findStartedPromotion } from '#domains/promotions/server/promotion.service.ts';
import { pageCount, placeOfPage } from '#shared/pages.ts';
import { searchWordsOf } from '#shared/search-words.ts';
import { findCategory } from '../../categories/server/category.service.ts';
import type { Catalogue, Operation } from '../../server/catalog-deps.ts';
import type { ApiSort } from '../listing.ts';
import {
  countProducts,
  type ListingFilter,
  type ListingParams,
  listProducts as listProductRows,
} from './listing.repository.ts';
import { summaryOf } from './product.service.ts';
import { type SearchPage, searchPage } from './search.service.ts';

const NOTHING: SearchPage = { rows: [], total: 0, capped: false, page: 1, close: [] };

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
    soldOut: query.soldOut,
    not: query.not,
  };
  const words = searchWordsOf(query.search ?? '');
  const place = { page: query.page, pageSize };
  const sort = query.sort ?? 'relevance';
  const found = nothing
    ? NOTHING
    : words.length > 0
      ? await searchPage(catalogue, { ...place, sort }, filter, words)
      : await plainPage(catalogue, { ...place, sort: sort === 'relevance' ? 'featured' : sort }, filter);
  return {
    items: found.rows.map(summaryOf),
    close: found.close.map(({ rows, ...words }) => ({ ...words, items: rows.map(summaryOf) })),
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
  { sort, page, pageSize }: { sort: ApiSort; page: number; pageSize: number },
  filter: ListingFilter,
): Promise<SearchPage> {
  const total = await cachedCounts(JSON.stringify(filter), () => countProducts(database.reads, filter));
  const last = Math.min(page, pageCount(total, pageSize));
  const rows = await listProductRows(database.reads, {
    ...filter,
    sort,
    ...placeOfPage(last, pageSize, total),
  });
  return { rows, total, capped: false, page: last, close: [] };
}

const firstBy =
  (order: Pick<ListingParams, 'sort' | 'featured'>): Operation<'newestProducts'> =>
  async ({ database }, { limit }) =>
    (await listProductRows(database.reads, { ...order, offset: 0, limit })).map(summaryOf);

/** Featured products, newest first. */
export const featuredProducts = firstBy({ sort: 'featured', featured: true });
export const newestProducts = firstBy({ sort: 'newest' });
/** The products that most wishlists have contained. */
export const mostLikedProducts = firstBy({ sort: 'most-liked' });
