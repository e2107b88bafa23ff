import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import {
  instant,
  integer,
  json,
  nullable,
  oneOf,
  type RowOf,
  selectRow,
  selectRows,
  selectValue,
  text,
  texts,
} from '#db/rows.ts';
import type { PlaceOfPage } from '#shared/pages.ts';
import { THING_KINDS, type ThingKind } from '#shared/thing-kinds.ts';
import { literally } from '#shared/words.ts';
import type { UndoFinding } from '../contract.ts';

export { findProgress } from '#db/progress.ts';

/** The newest changes of one thing that are looked through. */
const MOST_OF_THING = 10_000;

export interface ChangeSetFilter {
  /** An account; 'database' for plain SQL, 'calendar' for planned changes. */
  actor?: string;
  kind?: ThingKind;
  thing?: string;
  /** Folded; each has to be in the summary or the names of the things. */
  words: readonly string[];
  /** Days of the shop, in its time zone. */
  from?: string;
  to?: string;
  timeZone: string;
}

const SET = {
  id: text,
  at: instant,
  actor_id: nullable(text),
  actor_name: text,
  summary: text,
  undo_of: nullable(text),
  kinds: texts,
  row_count: integer,
  undone: nullable(json<{ id: string; isPartial: boolean }>()),
};
export type ChangeSetRow = RowOf<typeof SET>;

/** Sets of the view `change_history`, which serves searches by an index: policies let no LIKE near one. */
const withUndo = (sets: SQL) => sql`
  SELECT id, at, actor_id, actor_name, summary, undo_of, kinds, row_count,
    (SELECT standing_undo(found.id) FROM change_sets u WHERE u.undo_of = found.id LIMIT 1) AS undone
  FROM (${sets}) found ORDER BY at DESC, id DESC`;

function fits({ actor, kind, thing, words, from, to, timeZone }: ChangeSetFilter): SQL {
  const start = (day: string) => sql`(${day}::date)::timestamp AT TIME ZONE ${timeZone}`;
  const terms: SQL[] = words.map((word) => sql`search LIKE ${`%${literally(word)}%`}`);
  if (actor === 'database') terms.push(sql`actor_id IS NULL AND actor_name = 'database'`);
  else if (actor === 'calendar') terms.push(sql`actor_id IS NULL AND actor_name = 'The calendar'`);
  else if (actor) terms.push(sql`actor_id = ${actor}::uuid`);
  // Literally, as in the condition of the kind's index.
  if (kind) terms.push(sql.raw(`'${THING_KINDS.find((one) => one === kind)}' = ANY (kinds)`));
  if (from) terms.push(sql`at >= ${start(from)}`);
  if (to) terms.push(sql`at < ${start(to)} + interval '1 day'`);
  if (thing) {
    terms.push(sql`(at, id) IN (
      (SELECT at, set_id FROM changed_rows WHERE thing_id = ${thing}::uuid ORDER BY at DESC, id DESC LIMIT ${MOST_OF_THING})
      UNION SELECT at, set_id FROM changed_rows
        WHERE table_name = 'products' AND after ? 'promotion_id' AND after ->> 'promotion_id' = ${thing}
      UNION SELECT at, set_id FROM changed_rows
        WHERE table_name = 'products' AND before ? 'promotion_id' AND before ->> 'promotion_id' = ${thing})`);
  }
  return terms.length > 0 ? sql.join(terms, sql` AND `) : sql`true`;
}

/** Newest first. Only what row level security shows the caller. */
export function listChangeSets(
  db: Queryable,
  filter: ChangeSetFilter,
  { limit, offset, fromEnd }: PlaceOfPage,
): Promise<ChangeSetRow[]> {
  const order = fromEnd ? sql`at, id` : sql`at DESC, id DESC`;
  return selectRows(
    db,
    SET,
    withUndo(
      sql`SELECT * FROM change_history WHERE ${fits(filter)} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
    ),
  );
}

/** Exact up to `limit`, where counting ends. */
export async function countChangeSets(
  db: Queryable,
  filter: ChangeSetFilter,
  limit: number,
): Promise<number> {
  // In the order of an index; otherwise it would scan the table from its beginning.
  const found = sql`SELECT FROM change_history WHERE ${fits(filter)} ORDER BY at DESC, id DESC LIMIT ${limit}`;
  return (await selectValue(db, integer, sql`SELECT count(*)::int AS value FROM (${found}) found`))!;
}

export function findChangeSet(db: Queryable, id: string): Promise<ChangeSetRow | null> {
  return selectRow(db, SET, withUndo(sql`SELECT * FROM change_history WHERE id = ${id}`));
}

type Columns = Record<string, unknown> | null;

const ROW = {
  kind: oneOf(THING_KINDS),
  thing_id: text,
  thing: nullable(text),
  table_name: text,
  row_id: text,
  operation: oneOf(['insert', 'update', 'delete']),
  before: nullable(json<Columns>()),
  after: nullable(json<Columns>()),
  promotion_type: nullable(text),
};
export type ChangeRow = RowOf<typeof ROW>;

/** Rows of a set; with `thing`, only those of that thing. */
interface RowFilter {
  id: string;
  thing?: string | undefined;
}

// The set of this transaction, such as that of a preview, is written at its end. `coalesce` within the subquery: outside
// of it row level security would keep the condition from the index, because PostgreSQL does not know it as leakproof.
const rowsOf = ({
  id,
  thing,
}: RowFilter) => sql`set_id = ${id} AND at = (SELECT coalesce((SELECT at FROM change_sets WHERE id = ${id}), now()))
  ${thing ? sql`AND thing_id = ${thing}::uuid` : sql``}`;

/** The rows of a set in the order in which they were changed. */
export function listChangedRows(
  db: Queryable,
  filter: RowFilter,
  { limit, offset }: PlaceOfPage,
): Promise<ChangeRow[]> {
  return selectRows(
    db,
    ROW,
    // The type that a promotion had with its value: the next change of it tells, or the promotion as it is.
    sql`SELECT kind, thing_id, thing, table_name, row_id, operation, before, after,
        CASE WHEN table_name = 'promotions' AND after ? 'promotion_value' THEN coalesce(
          (SELECT l.before ->> 'promotion_type' FROM changes l
            WHERE l.thing_id = changes.thing_id AND (l.at, l.id) > (changes.at, changes.id) AND l.before ? 'promotion_type'
            ORDER BY l.at, l.id LIMIT 1),
          (SELECT p.promotion_type FROM promotions p WHERE p.id = changes.row_id)) END AS promotion_type
      FROM changes WHERE ${rowsOf(filter)} ORDER BY id LIMIT ${limit} OFFSET ${offset}`,
  );
}

export async function countChangedRows(db: Queryable, filter: RowFilter): Promise<number> {
  return (await selectValue(
    db,
    integer,
    sql`SELECT count(*)::int AS value FROM changes WHERE ${rowsOf(filter)}`,
  ))!;
}

/**
 * The accounts with a change that the caller may see, at most 100. Each by the name it had last, not by one of its API
 * keys; by its present name where those made its last 1,000 changes.
 */
export function listChangeActors(db: Queryable): Promise<{ id: string; name: string }[]> {
  // From one account to the next in its index, however many sets each has.
  return selectRows(
    db,
    { id: text, name: text },
    sql`WITH RECURSIVE actors AS (
        (SELECT actor_id AS id FROM change_history WHERE actor_id IS NOT NULL ORDER BY actor_id LIMIT 1)
        UNION ALL
        SELECT (SELECT actor_id FROM change_history WHERE actor_id > actors.id ORDER BY actor_id LIMIT 1)
        FROM actors WHERE actors.id IS NOT NULL
      ) SELECT actors.id, own.name FROM (SELECT id FROM actors WHERE id IS NOT NULL LIMIT 100) actors,
        LATERAL (SELECT coalesce(
          (SELECT last.actor_name FROM (
            SELECT actor_name, at, s.id FROM change_history s WHERE actor_id = actors.id ORDER BY at DESC, s.id DESC LIMIT 1000
          ) last WHERE last.actor_name NOT LIKE 'API key “%' ORDER BY last.at DESC, last.id DESC LIMIT 1),
          staff_name(actors.id)) AS name OFFSET 0) own
      WHERE own.name IS NOT NULL ORDER BY lower(own.name), actors.id`,
  );
}

/** The names of categories and promotions, of those that are gone the last one. */
export function listNames(db: Queryable, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return selectRows(
    db,
    { id: text, name: text },
    sql`SELECT wanted.id, coalesce(c.name, p.name, last.thing) AS name
      FROM unnest(${sql.param(ids)}::uuid[]) wanted (id) LEFT JOIN categories c ON c.id = wanted.id LEFT JOIN promotions p ON p.id = wanted.id
        LEFT JOIN LATERAL (SELECT thing FROM changed_rows WHERE thing_id = wanted.id ORDER BY at DESC, changed_rows.id DESC LIMIT 1) last
          ON c.id IS NULL AND p.id IS NULL
      WHERE coalesce(c.name, p.name, last.thing) IS NOT NULL`,
  );
}

export interface Undone {
  set: string | null;
  rows: number;
  left: number;
  findings: (Omit<UndoFinding, 'text'> & { table: string; constraint: string | null })[];
  /** The orders whose items changed. */
  orders: string[];
}

/** Undoes a set as far as possible; null for a set that the caller may not see. */
export function undoChangeSet(tx: Queryable, id: string): Promise<Undone | null> {
  return selectValue(tx, nullable(json<Undone>()), sql`SELECT undo_change_set(${id}, false) AS value`);
}
