import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { selectRows, text } from '#db/rows.ts';
import { inEitherStatus, patterns, STAFF_PRODUCTS, uuids, where } from './listing.repository.ts';

/** What the name of a product has of a word. */
export interface NameWord {
  /** LIKE patterns of what is found anywhere in a name; none for a word that only its other forms stand for. */
  contains: readonly string[];
  /** LIKE patterns of forms that are found as whole words alone, and the expression that tells those. */
  also: readonly string[];
  whole: string;
  /** Categories that count as the word. */
  categoryIds: readonly string[];
}

/** Each word must be in a name or a category. */
export interface NameWords {
  words: readonly NameWord[];
  /** Leaves out what has each of these. */
  except?: readonly NameWord[] | undefined;
}

/** The column `search` begins with the name and has the index; matches in descriptions alone are filtered out. */
function has({ contains, also, whole, categoryIds }: NameWord): SQL {
  const like = (list: readonly string[]) =>
    sql`search LIKE ANY (${patterns(list)}) AND name_key LIKE ANY (${patterns(list)})`;
  const inName = [
    ...(contains.length > 0 ? [like(contains)] : []),
    ...(also.length > 0 ? [sql`${like(also)} AND name_key ~ ${whole}`] : []),
  ];
  const found = [
    // No name has a word that only categories have.
    ...(inName.length > 0 ? [inEitherStatus(sql`(${sql.join(inName, sql` OR `)})`)] : []),
    ...(categoryIds.length > 0 ? [sql`category_id = ANY (${uuids(categoryIds)})`] : []),
  ];
  return found.length > 0 ? sql`(${sql.join(found, sql` OR `)})` : sql`false`;
}

/** The conditions on products of the staff's view. */
export const namesHave = ({ words, except = [] }: NameWords): SQL[] => [
  ...words.map(has),
  ...(except.length > 0 ? [sql`(${sql.join(except.map(has), sql` AND `)}) IS NOT TRUE`] : []),
];

/** Hits of the index, and newest products, that are compared. */
const MOST_COMPARED = 1_000;

/** The newest products with these words; of a word with very many hits, those among the newest products first. */
export const listNewestNamed = (db: Queryable, words: NameWords, limit: number) => {
  const columns = sql`id, name, name_key, search, status, category_id, created_at`;
  const terms = where(namesHave(words));
  const newest = sql`created_at DESC, id DESC`;
  return selectRows(
    db,
    { id: text, name: text },
    sql`WITH hits AS MATERIALIZED (
        SELECT id, name, created_at FROM ${STAFF_PRODUCTS} ${terms} LIMIT ${MOST_COMPARED}
      ), newest AS MATERIALIZED (
        SELECT ${columns} FROM ${STAFF_PRODUCTS} ORDER BY ${newest} LIMIT ${MOST_COMPARED}
      )
      SELECT id, name FROM (SELECT * FROM hits UNION SELECT id, name, created_at FROM newest ${terms}) found
      ORDER BY ${newest} LIMIT ${limit}`,
  );
};
