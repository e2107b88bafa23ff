import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, selectRows, selectValue } from '#db/rows.ts';
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
import { SUMMARY, summariesOf } from './product-columns.repository.ts';
import { rankProducts, type SoughtWord } from './search.repository.ts';

const patterns = (list: readonly string[]): SQL => sql`${sql.param([...list])}::text[]`;

/**
 * The level at which a product has a word, as find_published() of the database gives it; categories are not searched here.
 * A level that all its words have needs no expression, which costs more than all the rest.
 */
function levelOf({ contains, also, whole, begin, nameLevel, descriptionLevel }: SoughtWord): SQL {
  const every = patterns([...contains, ...also]);
  const some = patterns(contains);
  const inText = (column: SQL, known: number | null, base: number): SQL =>
    known === null
      ? sql`WHEN ${column} LIKE ANY (${every}) AND ${column} ~ ${whole} THEN ${base + 3}::integer
    WHEN ${column} LIKE ANY (${some}) THEN CASE WHEN ${column} ~ ${begin} THEN ${base + 2}::integer ELSE ${base + 1}::integer END`
      : sql`WHEN ${column} LIKE ANY (${some}) THEN ${base + known}::integer`;
  return sql`CASE ${inText(sql`name_key`, nameLevel, 6)} ${inText(sql`search`, descriptionLevel, 0)} ELSE 0 END`;
}

/** Products of the staff's view with the levels of words: at most `most`. */
const leveled = (words: readonly SoughtWord[], terms: SQL[], most: number): SQL =>
  sql`(SELECT id, ARRAY[${sql.join(words.map(levelOf), sql`, `)}]::smallint[] AS levels, row_number() OVER (ORDER BY featured DESC, created_at DESC, id DESC) AS place FROM (
      SELECT id, name_key, search, featured, created_at FROM ${STAFF_PRODUCTS} ${where(terms)} LIMIT ${most}
    ) some_products) AS f`;

export interface StaffSearch {
  filter: ListingFilter;
  search: ListingWords;
  words: readonly SoughtWord[];
}

interface StaffPage extends StaffSearch {
  page: number;
  pageSize: number;
  /** Reads at most so many products. */
  most: number;
}

/** A page of the products that `terms` leave, by relevance. */
const rank = (db: Queryable, { words, page, pageSize, most }: StaffPage, terms: SQL[]) =>
  rankProducts(db, {
    words,
    filter: {},
    sort: null,
    most,
    byRelevance: true,
    page,
    pageSize,
    source: leveled(words, terms, most),
  });

interface HitClass {
  /** What an index finds for each status, and which of it is in the class. */
  indexed: SQL;
  exact: SQL;
}

/** The classes of hits by relevance: all words before some, and in names before anywhere. */
function classesOf({ words, search }: Pick<StaffSearch, 'words' | 'search'>): HitClass[] {
  const deciding = words.filter(({ isStopWord }) => !isStopWord);
  const every = deciding.map(({ contains, also }) => [...contains, ...also]);
  const indexedBy = (list: readonly string[]): SQL => sql`search LIKE ANY (${patterns(list)})`;
  const exactlyIn = (column: SQL, by: SQL): SQL => {
    const one = ({ contains, also, whole }: SoughtWord): SQL =>
      sql`(${column} LIKE ANY (${patterns(contains)}) OR ${column} LIKE ANY (${patterns(also)}) AND ${column} ~ ${whole})`;
    return sql`(${sql.join(deciding.map(one), by)})`;
  };
  // The text with an index includes the name.
  const all = (column: SQL): HitClass => ({
    indexed: sql.join(every.map(indexedBy), sql` AND `),
    exact: exactlyIn(column, sql` AND `),
  });
  const some: HitClass = { indexed: indexedBy(every.flat()), exact: exactlyIn(sql`name_key`, sql` OR `) };
  return [
    ...(deciding.length > 1 ? [all(sql`name_key`), all(sql`search`)] : []),
    ...(deciding.length > 0 ? [some] : []),
    { indexed: matches(search), exact: sql`true` },
  ];
}

/** The number of classes of a search, from the best, 0, on; each is without the products of those before it. */
export const countClasses = (request: Pick<StaffSearch, 'words' | 'search'>): number =>
  classesOf(request).length;

interface ClassOfHits extends StaffSearch {
  at: number;
}

/** In the class, and in none before it. */
function exactTerms(request: ClassOfHits): SQL[] {
  const classes = classesOf(request);
  const before = classes.slice(0, request.at).map(({ exact }) => sql`${exact} IS NOT TRUE`);
  return [classes[request.at]!.exact, ...before];
}

/** Found through the indexes. */
function termsOfClass(request: ClassOfHits): SQL[] {
  const { indexed } = classesOf(request)[request.at]!;
  const found = request.filter.status ? indexed : inEitherStatus(indexed);
  return [found, ...exactTerms(request), ...termsOf(request.filter)];
}

/** How many products are in a class, counted up to `most` + 1. */
export const countClassForStaff = async (
  db: Queryable,
  request: ClassOfHits & { most: number },
): Promise<number> =>
  (await selectValue(
    db,
    integer,
    sql`SELECT count(*)::integer AS value FROM (SELECT FROM ${STAFF_PRODUCTS} ${where(termsOfClass(request))} LIMIT ${request.most + 1}) counted`,
  ))!;

/** One page of a class by relevance, of at most `most` products. */
export const rankClassForStaff = (db: Queryable, request: ClassOfHits & StaffPage) =>
  rank(db, request, termsOfClass(request));

interface ClassPage extends ClassOfHits {
  offset: number;
  limit: number;
}

const NEWEST = sql`created_at DESC, id DESC`;
const MATCHED = sql`id, created_at, name_key, search, category_id`;

const listNewest = (db: Queryable, { offset, limit }: ClassPage, source: SQL) =>
  selectRows(
    db,
    SUMMARY,
    summariesOf(sql`ARRAY(SELECT id FROM ${source} ORDER BY ${NEWEST} LIMIT ${limit} OFFSET ${offset})`),
  );

/** The newest products of a class, through the indexes. */
export const listClassForStaff = (db: Queryable, request: ClassPage) =>
  listNewest(
    db,
    request,
    sql`(SELECT ${MATCHED} FROM ${STAFF_PRODUCTS} ${where(termsOfClass(request))} OFFSET 0) found`,
  );

/** The same of the newest `most` products of the list, whether they are in the class or not. */
export const walkClassForStaff = (db: Queryable, request: ClassPage & { most: number }) =>
  listNewest(
    db,
    request,
    sql`(SELECT ${MATCHED} FROM ${STAFF_PRODUCTS} ${where(termsOf(request.filter))} ORDER BY ${NEWEST} LIMIT ${request.most}) walked
      ${where([classesOf(request)[request.at]!.indexed, ...exactTerms(request)])}`,
  );

/** One page of the staff's search by relevance, as shoppers' searches are ranked. */
export const rankForStaff = (db: Queryable, request: StaffPage) =>
  rank(db, request, [hits(request.search, request.filter), ...termsOf(request.filter)]);

/** The first products that have any of these words as a whole word, without those of the search. */
export const rankCloseForStaff = (db: Queryable, request: StaffPage) => {
  const every = request.words.flatMap(({ contains, also }) => [...contains, ...also]);
  const whole = request.words.map((word) => word.whole).join('|');
  const isClose = sql`search LIKE ANY (${patterns(every)}) AND search ~ ${whole}`;
  const isOther = sql`(${matches(request.search)}) IS NOT TRUE`;
  // Found as whole words: no other level is possible.
  const words = request.words.map((word) => ({ ...word, descriptionLevel: word.also.length > 0 ? null : 3 }));
  return rank(db, { ...request, words }, [inEitherStatus(isClose), isOther, ...termsOf(request.filter)]);
};
