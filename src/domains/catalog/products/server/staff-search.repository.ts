import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, selectRows, selectValue } from '#db/rows.ts';
import {
  compared,
  conditionOfWords,
  foundForStaff,
  type ListingFilter,
  type ListingWords,
  type Lookup,
  lookedUp,
  matches,
  PUBLISHED,
  patterns,
  STAFF_PRODUCTS,
  type StaffCondition,
  staffProducts,
  termsOf,
  termsOfCondition,
  where,
} from './listing.repository.ts';
import { SUMMARY, summariesOf } from './product-columns.repository.ts';
import { rankProducts, type SoughtWord } from './search.repository.ts';

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

/** More patterns than this are compared with each product instead: each of them is one with every product that is found. */
const MOST_PATTERNS = 100;

/** What an index finds of published products for a word; undefined where none does. */
function lookupOf({ short, isScanned, contains, also }: SoughtWord): Lookup | undefined {
  if (isScanned || (short && short.contains.length > MOST_PATTERNS)) return undefined;
  return { contains: [...(short ? short.contains : contains), ...also], whole: short ? short.whole : null };
}

function mergedLookup(words: readonly SoughtWord[]): Lookup | undefined {
  const found = words.map(lookupOf);
  if (!found.every((one) => one !== undefined)) return undefined;
  const whole = found.flatMap((one) => one.whole ?? []);
  return {
    contains: found.flatMap(({ contains }) => contains),
    whole: whole.length > 0 ? whole.join('|') : null,
  };
}

/** What an index finds of published products for words of which some have no trigram; undefined where none does. */
export const lookupOfWords = (words: readonly SoughtWord[]): Lookup | undefined =>
  words.some(({ short, isScanned }) => short || isScanned) ? mergedLookup(words) : undefined;

/** The classes of hits by relevance: all words before some, and in names before anywhere. */
function classesOf({ words, search }: Pick<StaffSearch, 'words' | 'search'>): StaffCondition[] {
  const deciding = words.filter(({ isStopWord }) => !isStopWord);
  const foundIn = (column: SQL, word: SoughtWord): SQL => lookedUp(column, lookupOf(word)!);
  const exactlyIn = (column: SQL, by: SQL): SQL[] => {
    const one = ({ contains, also, whole }: SoughtWord): SQL =>
      sql`(${column} LIKE ANY (${patterns(contains)}) OR ${column} LIKE ANY (${patterns(also)}) AND ${column} ~ ${whole})`;
    return [compared(sql.join(deciding.map(one), by))];
  };
  // Of all words, those that an index finds are looked up, and the others compared. The text with an index includes the name.
  const indexed = deciding.filter((word) => lookupOf(word) !== undefined);
  const each = (terms: SQL[]) => (terms.length > 0 ? sql.join(terms, sql` AND `) : sql`true`);
  const all = (column: SQL): StaffCondition => ({
    condition: each(indexed.filter(({ short }) => !short).map((word) => foundIn(sql`search`, word))),
    published: each(indexed.map((word) => foundIn(sql`search`, word))),
    exact: exactlyIn(column, sql` AND `),
    isIndexed: indexed.length > 0,
  });
  const any = mergedLookup(deciding);
  const areLong = deciding.every(({ short }) => !short);
  const some: StaffCondition = {
    condition: any && areLong ? lookedUp(sql`search`, any) : sql`true`,
    published: any && !areLong ? lookedUp(sql`name_key`, any) : undefined,
    exact: exactlyIn(sql`name_key`, sql` OR `),
    isIndexed: any !== undefined,
  };
  return [
    ...(deciding.length > 1 ? [all(sql`name_key`), all(sql`search`)] : []),
    ...(deciding.length > 0 ? [some] : []),
    conditionOfWords(search),
  ];
}

/** The number of classes of a search, from the best, 0, on; each is without the products of those before it. */
export const countClasses = (request: Pick<StaffSearch, 'words' | 'search'>): number =>
  classesOf(request).length;

interface ClassOfHits extends StaffSearch {
  at: number;
}

/** In the class, and in none before it. */
function conditionOfClass(request: ClassOfHits): StaffCondition {
  const classes = classesOf(request);
  const before = classes
    .slice(0, request.at)
    .flatMap(({ exact = [] }) => exact.map((term) => sql`NOT ${term}`));
  const own = classes[request.at]!;
  return { ...own, exact: [...(own.exact ?? []), ...before] };
}

const productsOfClass = (request: ClassOfHits): SQL =>
  staffProducts(conditionOfClass(request), request.filter);

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
const MATCHED = sql`id, created_at, name_key, search, status`;

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
      ${where(termsOfCondition(conditionOfClass(request), request.filter))}`,
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
  const found = staffProducts({ condition: isClose, isIndexed: true }, request.filter);
  const others = sql`(SELECT ${RANKED} FROM ${found} LIMIT ${request.mostFound}) found WHERE ${isOther}`;
  return rank(db, { ...request, words }, others);
};
