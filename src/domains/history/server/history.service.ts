import { allowSeconds, type Database, type Transaction } from '#db/client.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { Raises } from '#shared/errors.ts';
import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, countedPage } from '#shared/pages.ts';
import type { ThingKind } from '#shared/thing-kinds.ts';
import { wordsOf } from '#shared/words.ts';
import type { ChangedRow, ChangeSet, ListChangeSetsInput } from '../contract.ts';
import { findingText } from '../finding-text.ts';
import {
  type ChangeRow,
  type ChangeSetRow,
  countChangeSets,
  findChangeSet,
  listChangedRows,
  listChangeSets as listChangeSetRows,
  undoChangeSet as undoRows,
} from './change-set.repository.ts';

export interface HistoryDeps {
  database: Pick<Database, 'asCaller'>;
  shop: { timeZone: string };
  /** Writes the chat links of orders whose items changed. */
  rewriteLinks(tx: Transaction, orderIds: readonly string[]): Promise<void>;
}

/** Rows on a page of a set. */
const ROWS_PER_PAGE = 50;
/** Undoing an import of 10,000 products takes longer than a statement usually may. */
const UNDO_SECONDS = 120;

const setOf = (row: ChangeSetRow): ChangeSet => ({
  id: row.id,
  at: row.at.toISOString(),
  actorId: row.actor_id,
  actorName: row.actor_name,
  summary: row.summary,
  kinds: row.kinds as ThingKind[],
  rowCount: row.row_count,
  undoOf: row.undo_of,
  undoneBy: row.undone_by,
});

function rowOf({ before, after, ...row }: ChangeRow): ChangedRow {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const held = (values: typeof before, column: string) =>
    values?.[column] == null ? null : String(values[column]);
  return {
    kind: row.kind,
    thingId: row.thing_id,
    thing: row.thing,
    table: row.table_name,
    rowId: row.row_id,
    operation: row.operation,
    cells: columns.map((column) => ({ column, before: held(before, column), after: held(after, column) })),
  };
}

/** One page of the change sets that the user may see, newest first; a page past the end becomes the last. */
export function listChangeSets(
  { database, shop }: HistoryDeps,
  user: SignedIn,
  { search, page, ...filter }: ListChangeSetsInput,
) {
  const wanted = { ...filter, words: wordsOf(search ?? ''), timeZone: shop.timeZone };
  return database.asCaller(user, async (tx) => {
    const counted = await countChangeSets(tx, wanted, ADMIN_COUNT_LIMIT + 1);
    const { place, ...found } = countedPage(page, ADMIN_PAGE_SIZE, counted, ADMIN_COUNT_LIMIT);
    return { items: (await listChangeSetRows(tx, wanted, place)).map(setOf), ...found };
  });
}

/** A change set with a page of its rows. */
export function getChangeSet(
  { database, errors }: HistoryDeps & Raises<'NOT_FOUND'>,
  user: SignedIn,
  { id, page }: { id: string; page: number },
) {
  return database.asCaller(user, async (tx) => {
    const set = await findChangeSet(tx, id);
    if (!set) throw errors.NOT_FOUND();
    const { place: _, ...found } = countedPage(page, ROWS_PER_PAGE, set.row_count);
    const offset = (found.page - 1) * ROWS_PER_PAGE;
    const rows = await listChangedRows(tx, { id, limit: ROWS_PER_PAGE, offset });
    return { set: setOf(set), items: rows.map(rowOf), ...found };
  });
}

/** Undoes a change set as far as nobody changed it since; with `dryRun` says only what that would do and leave. */
export function undoChangeSet(
  { database, errors, rewriteLinks }: HistoryDeps & Raises<'NOT_FOUND'>,
  user: SignedIn,
  { id, dryRun }: { id: string; dryRun: boolean },
) {
  return database.asCaller(user, async (tx) => {
    await allowSeconds(tx, UNDO_SECONDS);
    const undone = await undoRows(tx, { id, dryRun });
    if (!undone) throw errors.NOT_FOUND();
    if (!dryRun) await rewriteLinks(tx, undone.orders);
    const { set, rows, left, findings } = undone;
    return {
      setId: set,
      rows,
      left,
      findings: findings.map(({ constraint, at, ...finding }) => {
        const found = { ...finding, at: at && new Date(at).toISOString() };
        return { ...found, text: findingText(found, constraint) };
      }),
    };
  });
}
