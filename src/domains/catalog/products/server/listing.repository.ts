import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, selectRows, selectValue } from '#db/rows.ts';
import { literally } from '#shared/words.ts';
import type { ApiSort } from '../listing.ts';
import type { ProductStatus } from '../product-list.ts';
import { columnsOf, orderOf, uncategorisedOrderOf } from './listing-order.repository.ts';
import { COUNTED_SUMMARIES, HITS, hitsOf, SUMMARY, summariesOf } from './product-columns.repository.ts';

/** Where a list by creation continues. */
export interface Place {
  createdAt: string;
  id: string;
}

/** The conditions on products; an absent one does not limit, but drafts are listed for staff alone. */
export interface ListingFilter {
  /** Reads all products, in a transaction of staff; for others there are none. */
  forStaff?: boolean;
  /** Only for staff. */
  status?: ProductStatus | undefined;
  /** In shoppers' lists not of a search. */
  soldOut?: boolean | undefined;
  /** Any of these categories; descendants are listed by the caller. */
  categoryIds?: readonly string[];
  /** Only products without a category. */
  uncategorised?: boolean;
  promotionId?: string;
  featured?: boolean;
  /** Leaves this product out. */
  not?: string;
  /** Only older ones than this product, by its time of creation as text and its id. */
  before?: Place | undefined;
}

/** Folded words of a search of the staff. */
export interface ListingWords {
  words: readonly string[];
  /** Patterns of other forms of the words, which are found as whole words, and the expression that tells those. */
  also?: { patterns: readonly string[]; whole: string } | undefined;
  /** What an index finds of published products, if one serves this and not the words. */
  lookup?: Lookup | undefined;
}

/** Patterns and an expression that the index of trigrams serves, for words that have none. */
export interface Lookup {
  contains: readonly string[];
  whole: string | null;
}

export interface ListingParams extends ListingFilter {
  sort: ApiSort;
  offset: number;
  limit: number;
  /** Reads in reverse: the offset counts from the end. The result is in the sort's order. */
  fromEnd?: boolean;
  /**
   * Only for words with many hits: an ordered scan reads all rows before the page. Others: `searchStatement`.
   */
  search?: ListingWords;
}

/** A Postgres array as one parameter, so that a statement's text does not depend on its length. */
export const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;

/** Escapes wildcards in typed text. */
export const likeOf = (word: string): string => `%${literally(word)}%`;

/** `condition` on `search`, for staff: each status has a trigram index of its own. */
export const inEitherStatus = (condition: SQL, published = condition): SQL =>
  sql`(${PUBLISHED} AND ${published} OR ${DRAFT} AND ${condition})`;

export const patterns = (list: readonly string[]): SQL => sql`${sql.param([...list])}::text[]`;

export function matches({ words, also }: ListingWords): SQL {
  const contains = sql`search LIKE ANY (${patterns(words.map(likeOf))})`;
  return also
    ? sql`(${contains} OR search LIKE ANY (${patterns(also.patterns)}) AND search ~ ${also.whole})`
    : contains;
}

/** What an index finds of published products, in a column that has one. */
export const lookedUp = (column: SQL, { contains, whole }: Lookup): SQL =>
  whole === null
    ? sql`${column} LIKE ANY (${patterns(contains)})`
    : sql`(${column} LIKE ANY (${patterns(contains)}) OR ${column} ~ ${whole})`;

/** Compared with what an index finds: in this form PostgreSQL looks no part of it up. */
export const compared = (condition: SQL): SQL => sql`(${condition}) IS TRUE`;

/** The condition of shoppers' lists, which their indexes imply. */
export const PUBLISHED: SQL = sql`status = 'published'`;
const DRAFT: SQL = sql`status = 'draft'`;

/** What is looked up, and compared with what that finds. */
export interface StaffCondition {
  /** Found by an index, if one serves it, and compared with the rest. */
  condition: SQL;
  /** Of published products instead, where the drafts are compared one by one. */
  published?: SQL | undefined;
  exact?: readonly SQL[];
  isIndexed: boolean;
}

const conditionOf = ({ condition, published }: StaffCondition, { status }: ListingFilter): SQL => {
  if (!status) return inEitherStatus(condition, published);
  return status === 'draft' ? condition : (published ?? condition);
};

/** What staff's search finds. */
export const conditionOfWords = (search: ListingWords): StaffCondition =>
  search.lookup
    ? {
        condition: sql`true`,
        published: lookedUp(sql`search`, search.lookup),
        exact: [compared(matches(search))],
        isIndexed: true,
      }
    : { condition: matches(search), isIndexed: isIndexed(search) };

/** The terms of a condition, for a list of products that has those of the filter. */
export const termsOfCondition = (found: StaffCondition, filter: ListingFilter): SQL[] => [
  conditionOf(found, filter),
  ...(found.exact ?? []),
];

/** The terms of a search of staff. */
export const hits = (search: ListingWords | undefined, filter: ListingFilter): SQL[] =>
  search ? termsOfCondition(conditionOfWords(search), filter) : [];

/**
 * Products of the staff's view, as what follows FROM. What no index serves is compared with all of the list, the newest first:
 * for a word without a trigram, PostgreSQL would read the whole index of them.
 */
export function staffProducts(found: StaffCondition, filter: ListingFilter): SQL {
  const terms = termsOf(filter);
  if (found.isIndexed) return sql`${STAFF_PRODUCTS} ${where([...termsOfCondition(found, filter), ...terms])}`;
  const order = filter.uncategorised ? uncategorisedOrderOf('newest') : orderOf('newest');
  return sql`(SELECT * FROM ${STAFF_PRODUCTS} ${where(terms)} ORDER BY ${order} OFFSET 0) walked ${where([found.condition, ...(found.exact ?? [])])}`;
}

/** Products that staff's search finds. */
export const foundForStaff = (search: ListingWords, filter: ListingFilter): SQL =>
  staffProducts(conditionOfWords(search), filter);

export function termsOf(filter: ListingFilter): SQL[] {
  const terms: SQL[] = [];
  const status = filter.forStaff ? filter.status : 'published';
  if (status) terms.push(status === 'draft' ? DRAFT : PUBLISHED);
  if (filter.soldOut !== undefined) terms.push(filter.soldOut ? sql`sold_out` : sql`NOT sold_out`);
  const [first, ...more] = filter.categoryIds ?? [];
  // A single category keeps the order of its index.
  if (first && more.length === 0) terms.push(sql`category_id = ${first}::uuid`);
  else if (filter.categoryIds) terms.push(sql`category_id = ANY (${uuids(filter.categoryIds)})`);
  if (filter.uncategorised) terms.push(sql`category_id IS NULL`);
  if (filter.promotionId) terms.push(sql`promotion_id = ${filter.promotionId}::uuid`);
  if (filter.featured !== undefined) terms.push(filter.featured ? sql`featured` : sql`NOT featured`);
  if (filter.before)
    terms.push(sql`(created_at, id) < (${filter.before.createdAt}::timestamptz, ${filter.before.id}::uuid)`);
  if (filter.not) terms.push(sql`id <> ${filter.not}::uuid`);
  return terms;
}

export const where = (terms: SQL[]): SQL =>
  terms.length > 0 ? sql`WHERE ${sql.join(terms, sql` AND `)}` : sql``;

/** The staff's view has no policy, under which no index would serve a search. */
export const STAFF_PRODUCTS: SQL = sql`staff_products`;
const sourceOf = ({ forStaff }: ListingFilter): SQL => (forStaff ? STAFF_PRODUCTS : sql`products`);

/** The ids of one page, through the index of the order. */
function pageOf({ categoryIds, sort, offset, limit, fromEnd, search, ...filter }: ListingParams): SQL {
  const from = sourceOf(filter);
  const order = orderOf(sort, { reversed: fromEnd });
  const terms = termsOf(search ? { ...filter, categoryIds } : filter);
  if (search) {
    // The offset keeps the planner from looking up all hits: it walks the order until the page is full.
    return sql`SELECT id FROM (
        SELECT ${columnsOf(sort)}, search FROM ${from} ${where(terms)} ORDER BY ${order} OFFSET 0
      ) walked
      WHERE ${matches(search)} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
  }
  if (filter.uncategorised) {
    return sql`SELECT id FROM ${from} ${where(terms)} ORDER BY ${uncategorisedOrderOf(sort, fromEnd)} LIMIT ${limit} OFFSET ${offset}`;
  }
  if (!categoryIds || categoryIds.length === 1 || sort === 'category') {
    const all = termsOf({ ...filter, categoryIds });
    // With the columns of the index, in its order, PostgreSQL computes none for the rows before the page.
    return sql`SELECT id FROM (
        SELECT ${columnsOf(sort)} FROM ${from} ${where(all)} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
      ) ordered`;
  }
  // In any other order than theirs, `= ANY` of several categories would lose the index's order: each is read in order.
  const ofCategory = (id: SQL, most = sql``) => sql`(SELECT ${columnsOf(sort)} FROM ${from}
      ${where([sql`category_id = ${id}`, ...terms])} ORDER BY ${order} ${most})`;
  const found =
    offset < MERGED_FROM
      ? sql`unnest(${uuids(categoryIds)}) AS wanted (category)
    CROSS JOIN LATERAL ${ofCategory(sql`wanted.category`, sql`LIMIT ${offset + limit}`)} one`
      : sql`(${sql.join(
          categoryIds.map((id) => ofCategory(sql`${id}::uuid`)),
          sql` UNION ALL `,
        )}) one`;
  return sql`SELECT one.id FROM ${found} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
}

/**
 * From this offset on PostgreSQL merges the categories while it reads, so that a page in the middle costs its offset once.
 * Before it, sorting as many rows of each (some 1.2 µs a row) costs less than planning each of them (160 µs).
 */
const MERGED_FROM = 200;

/** One page of products with category, promotion and image: ids first, the rows joined to those alone. */
export const listingStatement = (params: ListingParams): SQL =>
  summariesOf(sql`ARRAY(${pageOf(params)})`, params.fromEnd);

export const listProducts = (db: Queryable, params: ListingParams) =>
  selectRows(db, SUMMARY, listingStatement(params));

/** The exact number of published products that match. */
export async function countProducts(db: Queryable, filter: ListingFilter): Promise<number> {
  const terms = termsOf(filter);
  const statement =
    terms.length === 1
      ? sql`SELECT product_total()::integer AS value`
      : sql`SELECT count(*)::integer AS value FROM products ${where(terms)}`;
  return (await selectValue(db, integer, statement))!;
}

/** The number of matches, counted up to `most` + 1. */
export function countStatement(filter: ListingFilter, search: ListingWords | undefined, most: number): SQL {
  const found = search ? foundForStaff(search, filter) : sql`${sourceOf(filter)} ${where(termsOf(filter))}`;
  return sql`SELECT count(*)::integer AS value FROM (SELECT FROM ${found} LIMIT ${most + 1}) counted`;
}

export async function countProductsTo(
  db: Queryable,
  filter: ListingFilter,
  search: ListingWords | undefined,
  most: number,
): Promise<number> {
  return (await selectValue(db, integer, countStatement(filter, search, most)))!;
}

export interface SearchParams extends ListingFilter {
  /** Hits are counted up to this + 1; beyond it the rows are meaningless. */
  countTo: number;
  search: ListingWords;
  sort: ApiSort;
  page: number;
  pageSize: number;
}

/** Only a word with three consecutive letters or digits has a trigram, and so can use the index. */
export const hasTrigram = (word: string): boolean => /[\p{Letter}\p{Number}]{3}/u.test(word);

/** Whether an index serves a search of the back office. */
export const isIndexed = (search: ListingWords | undefined): boolean =>
  !search || search.lookup !== undefined || search.words.every(hasTrigram);

/**
 * One page of the staff's search with the number of hits, counted to one above the limit. The hits are found first,
 * by the trigram index, and sorted afterwards: an ordered scan would read the whole table for a rare word.
 * A page past the end becomes the last. Above the limit the rows are meaningless: use `listingStatement`.
 */
export function searchStatement(params: SearchParams): SQL {
  const { sort, page, pageSize, search, countTo, ...filter } = params;
  const order = orderOf(sort);
  return sql`WITH hits AS MATERIALIZED (
      SELECT ${columnsOf(sort)} FROM ${foundForStaff(search, filter)} LIMIT ${countTo + 1}
    ), counted AS (
      SELECT count(*)::integer AS total FROM hits
    ), page AS (
      SELECT id FROM hits ORDER BY ${order} LIMIT ${pageSize}
      OFFSET (SELECT greatest(0, least(${page - 1}::integer, (total - 1) / ${pageSize}::integer)) * ${pageSize}::integer FROM counted)
    )
    ${COUNTED_SUMMARIES}
    ORDER BY ${orderOf(sort, { table: 'p.' })}`;
}

/** The page's rows and the number of hits, at most one above the limit. */
export const searchProducts = async (db: Queryable, params: SearchParams) =>
  hitsOf(await selectRows(db, HITS, searchStatement(params)));

/** For a search that compares many products: ends this transaction's statements after 2 s. */
export async function limitScan(tx: Queryable): Promise<void> {
  await tx.execute(sql`SET LOCAL statement_timeout = '2s'`);
}

/**
 * For a search: the rest of this transaction reads no whole table but in the order of a list. PostgreSQL expects so many
 * products of common words that it would rather read all until it has enough, and where no product has all of the words it
 * never has.
 */
export async function avoidScans(tx: Queryable): Promise<void> {
  await tx.execute(sql`SET LOCAL enable_seqscan = off`);
}
