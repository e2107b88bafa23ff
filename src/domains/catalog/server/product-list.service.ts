import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, pageCount, placeOfPage } from '#shared/pages.ts';
import { wordsOf } from '#shared/words.ts';
import { type ProductSort, SORT_OF, UNCATEGORISED } from '../product-list.ts';
import type { ProductSummary } from '../shapes.ts';
import type { Catalogue } from './catalogue.ts';
import { findCategory } from './category.service.ts';
import {
  countProducts,
  countProductsTo,
  type ListingFilter,
  type ListingWords,
  limitScan,
  listProducts,
  searchProducts,
} from './listing.repository.ts';
import { hasTrigram } from './listing.service.ts';
import type { Queryable } from './product.repository.ts';
import { summaryOf } from './product.service.ts';
import type { SummaryRow } from './product-columns.repository.ts';

export interface ProductListQuery {
  search?: string;
  category?: string;
  sort: ProductSort;
  page: number;
}

export interface ProductList {
  items: ProductSummary[];
  total: number;
  capped: boolean;
  page: number;
  pageCount: number;
  all: number;
  category: { id: string; name: string; slug: string } | null;
}

/** One page of all products, hidden categories included. A page past the end becomes the last. */
export async function listForAdmin(catalogue: Catalogue, query: ProductListQuery): Promise<ProductList> {
  const { database, keptCounts } = catalogue;
  const uncategorised = query.category === UNCATEGORISED;
  const found = query.category && !uncategorised ? await findCategory(catalogue, query.category) : null;
  const words = wordsOf(query.search ?? '');
  const asked = {
    filter: { categoryIds: found?.ids, uncategorised },
    search: words.length > 0 ? { words, categoryIds: [] } : undefined,
  };
  const all = await keptCounts('all', () => countProducts(database.web, {}));
  const isUnknown = query.category !== undefined && !uncategorised && !found;
  const read = (db: Queryable) => pageOf(db, catalogue, { ...query, ...asked, all });
  const page = isUnknown
    ? { rows: [], total: 0, capped: false, page: 1 }
    : words.every(hasTrigram)
      ? await read(database.web)
      : await catalogue.scans(() =>
          database.asCaller(null, async (tx) => {
            await limitScan(tx);
            return read(tx);
          }),
        );
  const { rows, ...counts } = page;
  return {
    items: rows.map(summaryOf),
    ...counts,
    pageCount: pageCount(counts.total, ADMIN_PAGE_SIZE),
    all,
    category: found?.category ?? null,
  };
}

interface Asked {
  filter: ListingFilter;
  search: ListingWords | undefined;
  sort: ProductSort;
  page: number;
  all: number;
}

async function pageOf(
  db: Queryable,
  { keptCounts }: Catalogue,
  { filter, search, page: askedPage, all, ...asked }: Asked,
): Promise<{ rows: SummaryRow[]; total: number; capped: boolean; page: number }> {
  const sort = SORT_OF[asked.sort];
  const isFiltered = search !== undefined || filter.categoryIds !== undefined || filter.uncategorised;
  const counted = isFiltered
    ? await keptCounts(`to ${ADMIN_COUNT_LIMIT} ${JSON.stringify([filter, search?.words])}`, () =>
        countProductsTo(db, filter, search, ADMIN_COUNT_LIMIT),
      )
    : all;
  const capped = Boolean(isFiltered) && counted > ADMIN_COUNT_LIMIT;
  const total = capped ? ADMIN_COUNT_LIMIT : counted;
  const page = Math.min(askedPage, pageCount(total, ADMIN_PAGE_SIZE));
  const offset = (page - 1) * ADMIN_PAGE_SIZE;
  const place = capped ? { offset, limit: ADMIN_PAGE_SIZE } : placeOfPage(page, ADMIN_PAGE_SIZE, total);
  if (!search) return { rows: await listProducts(db, { ...filter, sort, ...place }), total, capped, page };
  // Rare words: the hits, then their order. Frequent ones: the order, until it has met a page of hits.
  const toWalk = ((offset + ADMIN_PAGE_SIZE) * all) / Math.max(1, counted);
  const rows =
    capped || toWalk < counted
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
  return { rows, total, capped, page };
}
