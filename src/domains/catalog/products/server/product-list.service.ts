import type { Queryable } from '#db/client.ts';
import type { CloseWords } from '#shared/close-words.ts';
import {
  ADMIN_COUNT_LIMIT,
  ADMIN_PAGE_SIZE,
  type CountedPage,
  countedPage,
  SEARCH_COUNT_LIMIT,
} from '#shared/pages.ts';
import { searchWordsOf, wholePattern } from '#shared/search-words.ts';
import type { CategoryRow } from '../../categories/server/category.repository.ts';
import { type CategoryCache, categoryIndex, findCategory } from '../../categories/server/category.service.ts';
import type { Catalogue, Operation } from '../../server/catalog-deps.ts';
import type { ProductsFilter } from '../product-admin.contract.ts';
import { type ProductSort, type ProductState, SORT_OF, UNCATEGORISED } from '../product-list.ts';
import { closeWordsOf, seekClose } from './close-words.ts';
import { breakEvenOf } from './find-products.ts';
import {
  avoidScans,
  countProductsTo,
  isIndexed,
  type ListingFilter,
  type ListingWords,
  limitScan,
  listProducts,
  searchProducts,
} from './listing.repository.ts';
import { summaryOf } from './product.service.ts';
import { findProductTotals, type ProductTotals } from './product-admin.repository.ts';
import type { SummaryRow } from './product-columns.repository.ts';
import { searchBy } from './search-by.ts';
import { type Sought, seekWords } from './sought-words.ts';
import {
  countClasses,
  countClassForStaff,
  listClassForStaff,
  lookupOfWords,
  rankClassForStaff,
  rankCloseForStaff,
  rankForStaff,
  type StaffSearch,
  walkClassForStaff,
} from './staff-search.repository.ts';

const STATES: Record<ProductState | 'all', Pick<ListingFilter, 'status' | 'soldOut'>> = {
  all: {},
  published: { status: 'published' },
  draft: { status: 'draft' },
  'sold-out': { soldOut: true },
};

/** What a search finds exactly, as in the shop: the words anywhere, and their other forms as whole words. */
function listingWordsOf(sought: readonly Sought[]): ListingWords {
  const patterns = sought.flatMap(({ sought: { also } }) => also);
  const forms = sought.flatMap(({ word }) => word.forms.filter((form) => !form.includes(word.text)));
  return {
    words: sought.map(({ word }) => word.text),
    also: patterns.length > 0 ? { patterns, whole: wholePattern(forms) } : undefined,
    lookup: lookupOfWords(sought.map((one) => one.sought)),
  };
}

/** What a filter of the back office's list means; `isNowhere` if its category does not exist. */
export async function readProductsFilter(
  catalogue: CategoryCache,
  { category, search: text = '', status }: ProductsFilter,
) {
  const uncategorised = category === UNCATEGORISED;
  const found = category && !uncategorised ? await findCategory(catalogue, category) : null;
  const words = searchWordsOf(text);
  const { rows: categories } = await categoryIndex(catalogue);
  const sought = words.length > 0 ? await seekWords(catalogue.database.web, words, categories) : [];
  return {
    filter: { forStaff: true, categoryIds: found?.ids, uncategorised, ...STATES[status ?? 'all'] },
    search: words.length > 0 ? listingWordsOf(sought) : undefined,
    sought,
    category: found?.category ?? null,
    isNowhere: category !== undefined && !uncategorised && !found,
  };
}

/** One page of all products, drafts and hidden categories included. A page past the end becomes the last. */
export const listForAdmin: Operation<'listForAdmin'> = async (catalogue, query, { user }) => {
  const { filter, search, sought, category, isNowhere } = await readProductsFilter(catalogue, query);
  const { sort, page: requested } = query;
  const { rows: categories } = await categoryIndex(catalogue);
  const closeWords = isNowhere || requested > 1 ? [] : await closeWordsOf(catalogue, sought, categories);
  const read = async (db: Queryable) => {
    if (search) await avoidScans(db);
    // Of which all drafts are compared.
    if (search?.lookup) await limitScan(db);
    const totals = await catalogue.cachedCounts('totals', () => findProductTotals(db));
    const page = isNowhere
      ? { rows: [], ...countedPage(1, ADMIN_PAGE_SIZE, 0) }
      : await pageOf(db, catalogue, { sort, page: requested, filter, search, sought, totals });
    return {
      ...page,
      all: totals.total,
      close: search ? await closeHits(db, categories, { filter, search, closeWords }) : [],
    };
  };
  const { rows, place: _, ...counts } = await searchBy(catalogue, isIndexed(search), read, user);
  return { items: rows.map(summaryOf), ...counts, category };
};

/** Products below a heading 'Close to …', how many are compared for them, and how many of its words are read for those. */
const CLOSE_PRODUCTS = 8;
const CLOSE_COMPARED = 250;
const CLOSE_FOUND = 500;

/** The first products of close words that the search does not find exactly. */
async function closeHits(
  db: Queryable,
  categories: readonly CategoryRow[],
  { filter, search, closeWords }: { filter: ListingFilter; search: ListingWords; closeWords: CloseWords[] },
) {
  const place = { page: 1, pageSize: CLOSE_PRODUCTS, most: CLOSE_COMPARED, mostFound: CLOSE_FOUND };
  const close = [];
  for (const one of closeWords) {
    const { sought } = await seekClose(db, one, categories);
    const { rows } = await rankCloseForStaff(db, { filter, search, words: [sought], ...place });
    if (rows.length > 0) close.push({ ...one, items: rows.map(summaryOf) });
  }
  return close;
}

/** The number of products of a state, as the database keeps it. */
const totalOf = ({ total, drafts, soldOut }: ProductTotals, filter: ListingFilter): number => {
  if (filter.soldOut) return soldOut;
  if (!filter.status) return total;
  return filter.status === 'draft' ? drafts : total - drafts;
};

interface ListRequest {
  filter: ListingFilter;
  search: ListingWords | undefined;
  sought: readonly Sought[];
  /** Without one, by relevance where words are searched; else the newest first. */
  sort: ProductSort | undefined;
  page: number;
  totals: ProductTotals;
}

interface RelevancePage extends StaffSearch {
  page: number;
  /** The number of hits, and of products of the list without the search. */
  counted: number;
  listed: number;
}

/**
 * One page by relevance. So many hits that ranking them all would be slow are read class by class: those of a class with few
 * are ranked, of one with many the newest are first.
 */
async function byRelevance(
  db: Queryable,
  { cachedCounts }: Pick<Catalogue, 'cachedCounts'>,
  { page, counted, listed, ...request }: RelevancePage,
): Promise<SummaryRow[]> {
  const few = { pageSize: ADMIN_PAGE_SIZE, most: SEARCH_COUNT_LIMIT };
  if (counted === 0) return [];
  if (counted <= few.most) return (await rankForStaff(db, { ...request, ...few, page })).rows;
  const rows: SummaryRow[] = [];
  let offset = (page - 1) * ADMIN_PAGE_SIZE;
  for (let at = 0; at < countClasses(request); at++) {
    const one = { ...request, at };
    const limit = ADMIN_PAGE_SIZE - rows.length;
    const end = offset + limit;
    const most = Math.max(few.most, end);
    const hits = await cachedCounts(`class ${at} to ${most} ${JSON.stringify(request)}`, () =>
      countClassForStaff(db, { ...one, most }),
    );
    if (hits <= offset) {
      offset -= hits;
      continue;
    }
    if (hits <= few.most) {
      const ranked = await rankClassForStaff(db, { ...one, ...few, page: 1, pageSize: end });
      rows.push(...ranked.rows.slice(offset));
    } else {
      const place = { ...one, offset, limit };
      const walked = await walkClassForStaff(db, { ...place, most: 2 * breakEvenOf(end, listed) });
      const isWhole = walked.length === Math.min(limit, hits - offset);
      rows.push(...(isWhole ? walked : await listClassForStaff(db, place)));
    }
    if (rows.length === ADMIN_PAGE_SIZE) break;
    offset = 0;
  }
  return rows;
}

/** Whether the table of words has more products than are counted, and no filter leaves one out. */
const hasMoreForCertain = ({ filter, sought }: Pick<ListRequest, 'filter' | 'sought'>): boolean =>
  filter.status !== 'draft' &&
  filter.soldOut === undefined &&
  filter.categoryIds === undefined &&
  !filter.uncategorised &&
  sought.some(({ least }) => least > ADMIN_COUNT_LIMIT);

async function pageOf(
  db: Queryable,
  catalogue: Catalogue,
  { filter, search, sought, page: requestedPage, totals, ...request }: ListRequest,
): Promise<CountedPage & { rows: SummaryRow[] }> {
  const sort = SORT_OF[request.sort ?? 'newest'];
  const isFiltered = search !== undefined || filter.categoryIds !== undefined || filter.uncategorised;
  const counted = hasMoreForCertain({ filter, sought })
    ? ADMIN_COUNT_LIMIT + 1
    : isFiltered
      ? await catalogue.cachedCounts(`to ${ADMIN_COUNT_LIMIT} ${JSON.stringify([filter, search])}`, () =>
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
  if (!request.sort) {
    const words = sought.map((one) => one.sought);
    const listed = totalOf(totals, filter);
    const asked = { filter, search, words, page, counted, listed };
    return { rows: await byRelevance(db, catalogue, asked), ...found };
  }
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
