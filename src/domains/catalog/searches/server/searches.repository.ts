import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, selectRows, selectValue, text, texts } from '#db/rows.ts';
import { synonyms } from '#db/schema/catalog.ts';
import { staffName } from '#db/staff-name.ts';
import { violatedConstraint } from '#db/violation.ts';
import { containing } from '#shared/search-words.ts';

/** Adds searches of today. */
export async function addSearches(
  db: Queryable,
  searches: readonly { query: string; times: number; found: number }[],
): Promise<void> {
  const column = (values: (string | number)[], type: string) => sql`${sql.param(values)}::${sql.raw(type)}[]`;
  await db.execute(sql`SELECT count_searches(
    ${column(
      searches.map(({ query }) => query),
      'text',
    )},
    ${column(
      searches.map(({ times }) => times),
      'integer',
    )},
    ${column(
      searches.map(({ found }) => found),
      'integer',
    )})`);
}

export interface SearchesFilter {
  /** The first day. */
  since: string;
  /** Folded. */
  search: string;
  nothing: boolean;
}

const counted = ({ since, search, nothing }: SearchesFilter): SQL => sql`(
    SELECT query, sum(times)::integer AS times, max(day)::text AS "lastDay", (array_agg(found ORDER BY day DESC))[1] AS found
    FROM searches WHERE day >= ${since}::date AND query LIKE ${containing(search)} GROUP BY query
  ) c WHERE NOT ${nothing}::boolean OR (found = 0 AND NOT EXISTS (SELECT FROM synonyms s WHERE c.query = ANY (s.words)))`;

export const countSearches = async (db: Queryable, filter: SearchesFilter): Promise<number> =>
  (await selectValue(db, integer, sql`SELECT count(*)::integer AS value FROM ${counted(filter)}`))!;

/** The most frequent first. */
export const listSearches = (
  db: Queryable,
  { since, search, nothing, offset, limit }: SearchesFilter & { offset: number; limit: number },
) =>
  selectRows(
    db,
    { id: text, times: integer, found: integer, lastDay: text, means: texts },
    sql`SELECT c.query AS id, c.times, c.found, c."lastDay",
        ARRAY(SELECT DISTINCT word FROM synonyms s, unnest(s.words) word WHERE c.query = ANY (s.words) AND word <> c.query ORDER BY word LIMIT 10) AS means
      FROM ${counted({ since, search, nothing })} ORDER BY c.times DESC, c.query LIMIT ${limit} OFFSET ${offset}`,
  );

/** With the name of the staff member who saved it last. */
const SYNONYM = { ...getTableColumns(synonyms), updatedBy: staffName(synonyms.updatedBy) };

/** The newest first. */
export const listSynonymRows = (db: Queryable) =>
  db.select(SYNONYM).from(synonyms).orderBy(desc(synonyms.createdAt), desc(synonyms.id));

export async function findSynonym(db: Queryable, id: string) {
  const [row] = await db.select(SYNONYM).from(synonyms).where(eq(synonyms.id, id));
  return row;
}

/** False if this id or these words exist already. */
export async function insertSynonym(db: Queryable, row: { id: string; words: string[] }): Promise<boolean> {
  const { rowCount } = await db.insert(synonyms).values(row).onConflictDoNothing();
  return rowCount === 1;
}

/** The group of exactly these words. */
export async function findSynonymOf(db: Queryable, words: string[]) {
  const [row] = await db.select(SYNONYM).from(synonyms).where(eq(synonyms.words, words));
  return row;
}

/** Why a save was refused: another group has these words, or there are as many as there may be. */
export const refusedSynonym = (error: unknown): 'CONFLICT' | 'LIST_FULL' | undefined =>
  (({ synonyms_words_key: 'CONFLICT', synonyms_most: 'LIST_FULL' }) as const)[
    violatedConstraint(error) ?? ''
  ];

/** False if there is no row of that version. */
export async function updateSynonymRow(
  db: Queryable,
  { id, version }: { id: string; version: number },
  words: string[],
): Promise<boolean> {
  const { rowCount } = await db
    .update(synonyms)
    .set({ words })
    .where(and(eq(synonyms.id, id), eq(synonyms.version, version)));
  return rowCount === 1;
}

/** False if it did not exist. */
export async function deleteSynonymRow(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.delete(synonyms).where(eq(synonyms.id, id));
  return rowCount === 1;
}
