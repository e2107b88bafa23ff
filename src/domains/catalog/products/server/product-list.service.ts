import type { Queryable } from '#db/client.ts';
import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, type CountedPage, countedPage } from '#shared/pages.ts';
import { wordsOf } from '#shared/words.ts';
import { type CategoryCache, findCategory } from '../../categories/server/category.service.ts';
import type { Catalogue, Operation } from '../../server/catalog-deps.ts';
import type { ProductsFilter } from '../product-admin.contract.ts';
import { type ProductSort, type ProductState, SORT_OF, UNCATEGORISED } from '../product-list.ts';
import {
  countProductsTo,
  hasTrigram,
  type ListingFilter,
  type ListingWords,
  listProducts,
  searchProducts,
} from './listing.repository.ts';
import { summaryOf } from './product.service.ts';
import { findProductTotals, type ProductTotals } from './product-admin.repository.ts';
import type { SummaryRow } from './product-columns.repository.ts';
import { searchBy } from './search-by.ts';

const STATES: Record<ProductState | 'all', Pick<ListingFilter, 'status' | 'soldOut'>> = {
  all: {},
  published: { status: 'published' },
  draft: { status: 'draft' },
  'sold-out': { soldOut: true },
};

/** What a filter of the back office's list means; `isNowhere` if its category does not exist. */
export async function readProductsFilter(
  catalogue: CategoryCache,
  { category, search: text = '', status }: ProductsFilter,
) {
  const uncategorised = category === UNCATEGORISED;
  const found = category && !uncategorised ? await findCategory(catalogue, category) : null;
  const words = wordsOf(text);
  return {
    filter: { forStaff: true, categoryIds: found?.ids, uncategorised, ...STATES[status ?? 'all'] },
    search: words.length > 0 ? { words, categoryIds: [] } : undefined,
    category: found?.category ?? null,
    isNowhere: category !== undefined && !uncategorised && !found,
  };
}

/** One page of all products, drafts and hidden categories included. A page past the end becomes the last. */
export const listForAdmin: Operation<'listForAdmin'> = async (catalogue, query, { user }) => {
  const { filter, search, category, isNowhere } = await readProductsFilter(catalogue, query);
  const { sort, page: requested } = query;
  const read = async (db: Queryable) => {
    const totals = await catalogue.cachedCounts('totals', () => findProductTotals(db));
    const page = isNowhere
      ? { rows: [], ...countedPage(1, ADMIN_PAGE_SIZE, 0) }
      : await pageOf(db, catalogue, { sort, page: requested, filter, search, totals });
    return { ...page, all: totals.total };
  };
  const isIndexed = search?.words.every(hasTrigram) ?? true;
  const { rows, place: _, ...counts } = await searchBy(catalogue, isIndexed, read, user);
  return { items: rows.map(summaryOf), ...counts, category };
};

/** The number of products of a state, as the database keeps it. */
const totalOf = ({ total, drafts, soldOut }: ProductTotals, filter: ListingFilter): number => {
  if (filter.soldOut) return soldOut;
  if (!filter.status) return total;
  return filter.status === 'draft' ? drafts : total - drafts;
};

interface ListRequest {
  filter: ListingFilter;
  search: ListingWords | undefined;
  sort: ProductSort;
  page: number;
  totals: ProductTotals;
}

async function pageOf(
  db: Queryable,
  { cachedCounts }: Catalogue,
  { filter, search, page: requestedPage, totals, ...request }: ListRequest,
): Promise<CountedPage & { rows: SummaryRow[] }> {
  const sort = SORT_OF[request.sort];
  const isFiltered = search !== undefined || filter.categoryIds !== undefined || filter.uncategorised;
  const counted = isFiltered
    ? await cachedCounts(`to ${ADMIN_COUNT_LIMIT} ${JSON.stringify([filter, search?.words])}`, () =>
        countProductsTo(db, filter, search, ADMIN_COUNT_LIMIT),
      )
    : totalOf(totals, filter);
  const found = countedPage(
    requestedPage,
    ADMIN_PAGE_SIZE,
    counted,
    isFiltered ? ADMIN_COUNT_LIMIT : undefined,
  );
  const { page } = found;
  if (!search) return { rows: await listProducts(db, { ...filter, sort, ...found.place }), ...found };
  const offset = (page - 1) * ADMIN_PAGE_SIZE;
  // Rare words: find the hits, then sort them. Frequent ones: walk the order until a page of hits is found.
  const toWalk = ((offset + ADMIN_PAGE_SIZE) * totalOf(totals, filter)) / Math.max(1, counted);
  const rows =
    found.capped || toWalk < counted
      ? await listProducts(db, { ...filter, sort, search, offset, limit: ADMIN_PAGE_SIZE })
      : (
          await searchProducts(db, {
            ...filter,
            sort,
            search,
            page,
            pageSize: ADMIN_PAGE_SIZE,
            countTo: ADMIN_COUNT_LIMIT,
          })
        ).rows;
  return { rows, ...found };
}
