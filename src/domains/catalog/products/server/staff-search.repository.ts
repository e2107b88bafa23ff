import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, selectRows, selectValue } from '#db/rows.ts';
import {
  foundForStaff,
  isIndexed,
  type ListingFilter,
  type ListingWords,
  matches,
  PUBLISHED,
  STAFF_PRODUCTS,
  staffProducts,
  termsOf,
  where,
} from './listing.repository.ts';
import { SUMMARY, summariesOf } from './product-columns.repository.ts';
import { rankProducts, type SoughtWord } from './search.repository.ts';

const patterns = (list: readonly string[]): SQL => sql`${sql.param([...list])}::text[]`;

/**
 * The level at which a product has a word, as find_published() of the database gives it, but from 9 down: categories are not
 * searched here.
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

const RANKED = sql`id, name_key, search, featured, created_at`;

/** Products with the levels of words: at most `most`. */
const leveled = (words: readonly SoughtWord[], found: SQL, most: number): SQL =>
  sql`(SELECT id, ARRAY[${sql.join(words.map(levelOf), sql`, `)}]::smallint[] AS levels, row_number() OVER (ORDER BY featured DESC, created_at DESC, id DESC) AS place FROM (
      SELECT ${RANKED} FROM ${found} LIMIT ${most}
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

/** A page of what is found, by relevance. */
const rank = (db: Queryable, { words, page, pageSize, most }: StaffPage, found: SQL) =>
  rankProducts(db, {
    words,
    filter: {},
    sort: null,
    most,
    byRelevance: true,
    page,
    pageSize,
    source: leveled(words, found, most),
  });

interface HitClass {
  /** What is looked up, and which of it is in the class. */
  condition: SQL;
  exact: SQL;
  /** An index serves the condition. */
  isIndexed: boolean;
}

/** No index finds short words here: the table of words has those of published products alone. */
const isIndexedWord = ({ short, isScanned }: SoughtWord): boolean => !isScanned && short === null;

/** The classes of hits by relevance: all words before some, and in names before anywhere. */
function classesOf({ words, search }: Pick<StaffSearch, 'words' | 'search'>): HitClass[] {
  const deciding = words.filter(({ isStopWord }) => !isStopWord);
  const containing = (list: readonly SoughtWord[]): SQL =>
    sql`search LIKE ANY (${patterns(list.flatMap(({ contains, also }) => [...contains, ...also]))})`;
  const exactlyIn = (column: SQL, by: SQL): SQL => {
    const one = ({ contains, also, whole }: SoughtWord): SQL =>
      sql`(${column} LIKE ANY (${patterns(contains)}) OR ${column} LIKE ANY (${patterns(also)}) AND ${column} ~ ${whole})`;
    return sql`(${sql.join(deciding.map(one), by)})`;
  };
  // Of all words, those that an index finds are looked up, and the others compared. The text with an index includes the name.
  const lookedUp = deciding.filter(isIndexedWord);
  const all = (column: SQL): HitClass => ({
    condition:
      lookedUp.length > 0
        ? sql.join(
            lookedUp.map((word) => containing([word])),
            sql` AND `,
          )
        : sql`true`,
    exact: exactlyIn(column, sql` AND `),
    isIndexed: lookedUp.length > 0,
  });
  const some: HitClass = {
    condition: containing(deciding),
    exact: exactlyIn(sql`name_key`, sql` OR `),
    isIndexed: deciding.every(isIndexedWord),
  };
  return [
    ...(deciding.length > 1 ? [all(sql`name_key`), all(sql`search`)] : []),
    ...(deciding.length > 0 ? [some] : []),
    { condition: matches(search), exact: sql`true`, isIndexed: isIndexed(search) },
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

const productsOfClass = (request: ClassOfHits): SQL =>
  staffProducts({
    ...classesOf(request)[request.at]!,
    filter: request.filter,
    exact: exactTerms(request),
  });

/** How many products are in a class, counted up to `most` + 1. */
export const countClassForStaff = async (
  db: Queryable,
  request: ClassOfHits & { most: number },
): Promise<number> =>
  (await selectValue(
    db,
    integer,
    sql`SELECT count(*)::integer AS value FROM (SELECT FROM ${productsOfClass(request)} LIMIT ${request.most + 1}) counted`,
  ))!;

/** One page of a class by relevance, of at most `most` products. */
export const rankClassForStaff = (db: Queryable, request: ClassOfHits & StaffPage) =>
  rank(db, request, productsOfClass(request));

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

/** The newest products of a class, of all that are looked up. */
export const listClassForStaff = (db: Queryable, request: ClassPage) =>
  listNewest(db, request, sql`(SELECT ${MATCHED} FROM ${productsOfClass(request)} OFFSET 0) found`);

/** The same of the newest `most` products of the list, whether they are in the class or not. */
export const walkClassForStaff = (db: Queryable, request: ClassPage & { most: number }) =>
  listNewest(
    db,
    request,
    sql`(SELECT ${MATCHED} FROM ${STAFF_PRODUCTS} ${where(termsOf(request.filter))} ORDER BY ${NEWEST} LIMIT ${request.most}) walked
      ${where([classesOf(request)[request.at]!.condition, ...exactTerms(request)])}`,
  );

/** One page of the staff's search by relevance, as shoppers' searches are ranked except by categories. */
export const rankForStaff = (db: Queryable, request: StaffPage) =>
  rank(db, request, foundForStaff(request.search, request.filter));

/**
 * The first products that have any of these words as a whole word, without those of the search; of such words at most
 * `mostFound` products are read, which bounds it where the search finds nearly all.
 */
export const rankCloseForStaff = (db: Queryable, request: StaffPage & { mostFound: number }) => {
  const every = request.words.flatMap(({ contains, also }) => [...contains, ...also]);
  const whole = request.words.map((word) => word.whole).join('|');
  // Where the table of words has them as whole words alone, all published products do; drafts are not in the table.
  const arePure = request.words.every(({ also }) => also.length === 0);
  const isWhole = arePure ? sql`(${PUBLISHED} OR search ~ ${whole})` : sql`search ~ ${whole}`;
  const isClose = sql`search LIKE ANY (${patterns(every)}) AND ${isWhole}`;
  const isOther = sql`(${matches(request.search)}) IS NOT TRUE`;
  // Found as whole words: no other level is possible.
  const words = request.words.map((word) => ({ ...word, descriptionLevel: word.also.length > 0 ? null : 3 }));
  const found = staffProducts({ filter: request.filter, condition: isClose, isIndexed: true });
  const others = sql`(SELECT ${RANKED}, category_id FROM ${found} LIMIT ${request.mostFound}) found WHERE ${isOther}`;
  return rank(db, { ...request, words }, others);
};
