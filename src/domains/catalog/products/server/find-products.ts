import type { Queryable } from '#db/client.ts';
import { pageCount, SEARCH_COUNT_LIMIT } from '#shared/pages.ts';
import type { ApiSort } from '../listing.ts';
import type { ListingFilter } from './listing.repository.ts';
import type { SummaryRow } from './product-columns.repository.ts';
import { countFound, type Finding, findIds, listProductsInOrder, rankProducts } from './search.repository.ts';
import type { Sought } from './sought-words.ts';

/**
 * Reads one page of a search. PostgreSQL cannot know how many products have a word, and a plan that is right for a rare
 * one reads a million rows for a common one, or the other way round. So the table of words says how many there are at
 * most, and each statement is of one of two kinds that read little whatever was estimated: all of few hits, through an
 * index; or the first of many hits, along the order of the list, giving up after a number of rows.
 */
export interface SearchRequest {
  words: readonly Sought[];
  /** Words that only improve the order of few hits, and words whose products are left out. */
  others: readonly Sought[];
  filter: ListingFilter;
  sort: ApiSort | 'relevance';
  page: number;
  pageSize: number;
  /** The number of published products, and of those that the filter or a named category leaves, up to `most`. */
  total: number;
  countFiltered(most: number): Promise<number>;
  countNamed(categoryIds: readonly string[], most: number): Promise<number>;
}

export interface FoundPage {
  rows: SummaryRow[];
  total: number;
  capped: boolean;
  page: number;
}

export async function findProducts(db: Queryable, request: SearchRequest): Promise<FoundPage> {
  const { page: requested, pageSize, sort } = request;
  const page = Math.min(requested, pageCount(SEARCH_COUNT_LIMIT, pageSize));
  const end = Math.min(page * pageSize, SEARCH_COUNT_LIMIT);
  const many = await measure(request, end);
  const { finding, few } = many;
  if (!(await hasMore(db, many))) {
    const ranked = await rankProducts(db, {
      ...finding,
      most: few + 1,
      byRelevance: sort === 'relevance',
      page,
      pageSize,
    });
    if (ranked.total <= few) {
      const known = Math.min(ranked.total, SEARCH_COUNT_LIMIT);
      const last = Math.min(page, pageCount(known, pageSize));
      return {
        rows: ranked.rows.slice(0, known - (last - 1) * pageSize),
        total: known,
        capped: ranked.total > known,
        page: last,
      };
    }
  }
  const ids = await firstOfMany(db, many);
  const rows = await listProductsInOrder(db, ids.slice((page - 1) * pageSize, end));
  return { rows, total: SEARCH_COUNT_LIMIT, capped: true, page };
}

/** The first products of a search, without their number. */
export const findFirst = async (db: Queryable, request: SearchRequest): Promise<SummaryRow[]> =>
  listProductsInOrder(db, await firstOfMany(db, await measure(request, request.pageSize)));

/**
 * Reading all of so many hits costs as much as walking to the last one that is `needed`, if they are spread evenly over all
 * products: neither is ever more.
 */
export const breakEvenOf = (needed: number, total: number): number => Math.ceil(Math.sqrt(needed * total));

/** Up to so many hits are all read where they are also counted. */
const fewOf = (needed: number, total: number): number =>
  Math.max(SEARCH_COUNT_LIMIT, breakEvenOf(needed, total));

interface Many {
  request: SearchRequest;
  finding: Finding;
  /** Hits to read. */
  needed: number;
  /** Up to so many hits are all read. */
  few: number;
  /** The products of the categories that words name, to one above `few`. */
  inCategories: number;
}

/** Without an index all of few hits are a scan; and of what the table of words does not have, nothing is known. */
const isKnown = (words: readonly Sought[]): boolean =>
  words.every(({ isIndexed, most }) => isIndexed && most < Number.POSITIVE_INFINITY);

async function measure(request: SearchRequest, needed: number): Promise<Many> {
  const { words, others, filter, sort, total, pageSize } = request;
  // The same for all pages of a search: few hits have another order than many.
  const few = isKnown(words) ? fewOf(pageSize, total) : SEARCH_COUNT_LIMIT;
  const named = [...new Set(words.flatMap(({ sought }) => sought.categories))];
  return {
    request,
    finding: {
      words: [...words, ...others].map(({ sought }) => sought),
      filter,
      sort: sort === 'relevance' ? 'featured' : sort,
      most: needed,
    },
    needed,
    few,
    inCategories: named.length > 0 ? await request.countNamed(named, few) : 0,
  };
}

/** Whether there are more hits than are counted, for certain and found out by reading less than all of them with their ranks. */
async function hasMore(db: Queryable, { request, finding, few, inCategories }: Many): Promise<boolean> {
  const { words, filter, total } = request;
  const most = words.reduce((sum, word) => sum + word.most, inCategories);
  const least = Math.max(inCategories, ...words.map((word) => word.least));
  if (most <= few) return false;
  if (least <= SEARCH_COUNT_LIMIT) {
    // Counting them costs half of ranking them.
    return isKnown(words) && (await countFound(db, { ...finding, most: few + 1 })) > few;
  }
  if (Object.values(filter).every((value) => value === undefined)) return true;
  if (filter.categoryIds ?? filter.promotionId) {
    if ((await request.countFiltered(few)) <= few) return false;
  }
  const walk = Math.ceil((1.5 * SEARCH_COUNT_LIMIT * total) / least);
  if (walk > 8 * few) return false;
  return (await countFound(db, { ...finding, most: SEARCH_COUNT_LIMIT + 1, walk })) > SEARCH_COUNT_LIMIT;
}

/** The first of very many hits, class after class. */
async function firstOfMany(
  db: Queryable,
  { request: { words, sort, total }, finding, needed, few, inCategories }: Many,
): Promise<string[]> {
  const deciding = words.filter(({ sought }) => !sought.isStopWord);
  // More than are counted may be any number.
  const named = inCategories > few ? Number.POSITIVE_INFINITY : inCategories;
  const ranked = sort === 'relevance' ? classesOf(deciding, named) : [];
  const classes = deciding.length < words.length || ranked.length === 0 ? [...ranked, ANY] : ranked;
  const isIndexed = words.every((word) => word.isIndexed);
  // Without an index only the last class is read to the end, so the others are cut at the same place for all pages.
  const breakEven = isIndexed ? breakEvenOf(needed, total) : SEARCH_COUNT_LIMIT;
  const ids: string[] = [];
  for (const one of classes) {
    const next = {
      ...finding,
      ...one.finding,
      words: one === ANY ? finding.words : finding.words.filter(({ isStopWord }) => !isStopWord),
      most: needed - ids.length,
      except: ids,
    };
    const isLast = one === classes.at(-1);
    const walk = isLast && !isIndexed ? total : 2 * breakEven;
    const walked = one.most > breakEven ? await findIds(db, { ...next, walk }) : [];
    ids.push(...(walked.length === next.most || !isIndexed ? walked : await findIds(db, next)));
    if (ids.length === needed) break;
  }
  return ids;
}

interface HitClass {
  finding: Pick<Finding, 'each' | 'scope' | 'whole'>;
  /** At most so many hits. */
  most: number;
}

const ANY: HitClass = { finding: {}, most: Number.POSITIVE_INFINITY };

/** The classes of hits by relevance, the best first, each without those before it. Empty ones are left out. */
function classesOf(words: readonly Sought[], inCategories: number): HitClass[] {
  const classes: HitClass[] = [];
  for (const each of words.length > 1 ? [true, false] : [false]) {
    const of = (count: (word: Sought) => number, more = 0): number => {
      const counts = words.map(
        (word) => count(word) + (more > 0 && word.sought.categories.length > 0 ? more : 0),
      );
      return each ? Math.min(...counts) : counts.reduce((sum, n) => sum + n, 0);
    };
    const add = (most: number, finding: Pick<Finding, 'scope' | 'whole'>) => {
      if (most > 0) classes.push({ finding: { each, ...finding }, most });
    };
    const isMixed = ({ sought }: Sought) => sought.nameLevel !== 3;
    const isMixedBelow = (word: Sought) => word.sought.descriptionLevel !== 3 || isMixed(word);
    if (words.some(isMixed))
      add(
        of(({ wholeNames }) => wholeNames),
        { scope: 'name', whole: true },
      );
    add(
      of(({ names }) => names),
      { scope: 'name' },
    );
    if (inCategories > 0) {
      add(
        of(({ wholeNames }) => wholeNames, inCategories),
        { scope: 'category', whole: true },
      );
      add(
        of(({ names }) => names, inCategories),
        { scope: 'category' },
      );
    }
    if (words.some(isMixedBelow))
      add(
        of(({ whole }) => whole, inCategories),
        { whole: true },
      );
    add(
      of(({ most }) => most, inCategories),
      {},
    );
  }
  return classes;
}
