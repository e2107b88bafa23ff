import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import {
  hits,
  inEitherStatus,
  type ListingFilter,
  type ListingWords,
  matches,
  STAFF_PRODUCTS,
  termsOf,
  where,
} from './listing.repository.ts';
import { rankProducts, type SoughtWord } from './search.repository.ts';

const patterns = (list: readonly string[]): SQL => sql`${sql.param([...list])}::text[]`;

/** The level at which a product has a word, as find_published() of the database gives it; categories are not searched here. */
function levelOf({ contains, also, whole, begin }: SoughtWord): SQL {
  const every = patterns([...contains, ...also]);
  const some = patterns(contains);
  return sql`CASE WHEN name_key LIKE ANY (${every}) AND name_key ~ ${whole} THEN 9
    WHEN name_key LIKE ANY (${some}) THEN CASE WHEN name_key ~ ${begin} THEN 8 ELSE 7 END
    WHEN search LIKE ANY (${every}) AND search ~ ${whole} THEN 3
    WHEN search LIKE ANY (${some}) THEN CASE WHEN search ~ ${begin} THEN 2 ELSE 1 END ELSE 0 END`;
}

/** Products of the staff's view with the levels of words: at most `most`. */
const leveled = (words: readonly SoughtWord[], terms: SQL[], most: number): SQL =>
  sql`(SELECT id, ARRAY[${sql.join(words.map(levelOf), sql`, `)}]::smallint[] AS levels, row_number() OVER (ORDER BY featured DESC, created_at DESC, id DESC) AS place FROM (
      SELECT id, name_key, search, featured, created_at FROM ${STAFF_PRODUCTS} ${where(terms)} LIMIT ${most}
    ) some_products) AS f`;

interface StaffSearch {
  filter: ListingFilter;
  search: ListingWords;
  words: readonly SoughtWord[];
  page: number;
  pageSize: number;
  /** Reads at most so many products. */
  most: number;
}

/** A page of the products that `terms` leave, by relevance. */
const rank = (db: Queryable, { filter, words, page, pageSize, most }: StaffSearch, terms: SQL[]) =>
  rankProducts(db, {
    words,
    filter: {},
    sort: null,
    most,
    byRelevance: true,
    page,
    pageSize,
    source: leveled(words, [...terms, ...termsOf(filter)], most),
  });

/** One page of the staff's search by relevance, as shoppers' searches are ranked. */
export const rankForStaff = (db: Queryable, request: StaffSearch) =>
  rank(db, request, [hits(request.search, request.filter)]);

/** The first products that have any of these words as a whole word, without those of the search. */
export const rankCloseForStaff = (db: Queryable, request: StaffSearch) => {
  const every = request.words.flatMap(({ contains, also }) => [...contains, ...also]);
  const whole = request.words.map((word) => word.whole).join('|');
  const isClose = sql`search LIKE ANY (${patterns(every)}) AND search ~ ${whole}`;
  return rank(db, request, [inEitherStatus(isClose), sql`(${matches(request.search)}) IS NOT TRUE`]);
};
