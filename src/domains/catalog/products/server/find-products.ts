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
  const { words, others, filter, page: requested, pageSize, total } = request;
  const page = Math.min(requested, pageCount(SEARCH_COUNT_LIMIT, pageSize));
  const needed = page * pageSize;
  // Reading all of so many hits costs as much as walking to the last one of the page: neither is ever more.
  const few = Math.max(SEARCH_COUNT_LIMIT, Math.ceil(Math.sqrt(needed * total)));
  const finding: Finding = {
    words: [...words, ...others].map(({ sought }) => sought),
    filter,
    sort: request.sort === 'relevance' ? 'featured' : request.sort,
    most: 2 * few,
  };
  const named = [...new Set(words.flatMap(({ sought }) => sought.categories))];
  const inCategories = named.length > 0 ? await request.countNamed(named, few) : 0;
  const most = words.reduce((sum, word) => sum + word.most, inCategories);
  const isFiltered = filter.categoryIds !== undefined || filter.promotionId !== undefined;
  const isSmall =
    most <= few || total <= few || (isFiltered && (await request.countFiltered(few)) <= few);
  if (isSmall || (await countHits(db, finding, request, few)) <= SEARCH_COUNT_LIMIT) {
    const ranked = await rankProducts(db, { ...finding, byRelevance: request.sort === 'relevance', page, pageSize });
    const known = Math.min(ranked.total, SEARCH_COUNT_LIMIT);
    const last = Math.min(page, pageCount(known, pageSize));
    const rows = ranked.rows.slice(0, known - (last - 1) * pageSize);
    return { rows, total: known, capped: ranked.total > known, page: last };
  }
  const end = Math.min(needed, SEARCH_COUNT_LIMIT);
  const ids = await firstOfMany(db, finding, { request, needed: end, few, inCategories });
  const rows = await listProductsInOrder(db, ids.slice((page - 1) * pageSize, end));
  return { rows, total: SEARCH_COUNT_LIMIT, capped: true, page };
}

/** The number of hits, to one above the limit. */
async function countHits(
  db: Queryable,
  finding: Finding,
  { words, others, filter }: SearchRequest,
  few: number,
): Promise<number> {
  const isWhole = Object.values(filter).every((value) => value === undefined) && others.every(({ sought }) => sought.role !== 'exclude');
  if (isWhole && words.some(({ least }) => least > SEARCH_COUNT_LIMIT)) return SEARCH_COUNT_LIMIT + 1;
  const counting = { ...finding, most: SEARCH_COUNT_LIMIT + 1 };
  const walked = await countFound(db, { ...counting, sort: finding.sort, walk: 4 * few });
  return walked > SEARCH_COUNT_LIMIT ? walked : countFound(db, counting);
}

interface Many {
  request: SearchRequest;
  needed: number;
  few: number;
  inCategories: number;
}

/** The first of very many hits, class after class. */
async function firstOfMany(db: Queryable, finding: Finding, { request, needed, few, inCategories }: Many): Promise<string[]> {
  const { words, sort } = request;
  const classes = sort === 'relevance' ? classesOf(words, inCategories) : [{ finding: {}, most: Number.POSITIVE_INFINITY }];
  const ids: string[] = [];
  for (const one of classes) {
    const next = { ...finding, ...one.finding, most: needed - ids.length, except: ids };
    const walked = one.most > few ? await findIds(db, { ...next, walk: 2 * few }) : [];
    ids.push(...(walked.length === next.most ? walked : await findIds(db, next)));
    if (ids.length === needed) break;
  }
  return ids;
}

interface HitClass {
  finding: Pick<Finding, 'each' | 'scope' | 'whole'>;
  /** At most so many hits. */
  most: number;
}

/** The classes of hits by relevance, the best first, each without those before it. Empty ones are left out. */
function classesOf(words: readonly Sought[], inCategories: number): HitClass[] {
  const classes: HitClass[] = [];
  for (const each of words.length > 1 ? [true, false] : [false]) {
    const of = (count: (word: Sought) => number, more = 0): number => {
      const counts = words.map((word) => count(word) + (more > 0 && word.sought.categories.length > 0 ? more : 0));
      return each ? Math.min(...counts) : counts.reduce((sum, n) => sum + n, 0);
    };
    const add = (most: number, finding: Pick<Finding, 'scope' | 'whole'>) => {
      if (most > 0) classes.push({ finding: { each, ...finding }, most });
    };
    const isMixed = ({ sought }: Sought) => sought.nameLevel !== 3;
    const isMixedBelow = ({ sought }: Sought) => sought.descriptionLevel !== 3 || isMixed({ sought } as Sought);
    if (words.some(isMixed)) add(of(({ wholeNames }) => wholeNames), { scope: 'name', whole: true });
    add(of(({ names }) => names), { scope: 'name' });
    if (inCategories > 0) {
      add(of(({ wholeNames }) => wholeNames, inCategories), { scope: 'category', whole: true });
      add(of(({ names }) => names, inCategories), { scope: 'category' });
    }
    if (words.some(isMixedBelow)) add(of(({ whole }) => whole, inCategories), { whole: true });
    add(of(({ most }) => most, inCategories), {});
  }
  return classes;
}
