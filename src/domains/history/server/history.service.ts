import { allowSeconds, type Database, type Transaction } from '#db/client.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { Raises } from '#shared/errors.ts';
import { ADMIN_PAGE_SIZE, countedPage, SEARCH_COUNT_LIMIT } from '#shared/pages.ts';
import type { ThingKind } from '#shared/thing-kinds.ts';
import { wordsOf } from '#shared/words.ts';
import { columnOf, shownColumns } from '../columns.ts';
import type { ChangedRow, ChangeSet, ListChangeSetsInput, UndoPreview } from '../contract.ts';
import { findingText } from '../finding-text.ts';
import {
  type ChangeRow,
  type ChangeSetRow,
  countChangedRows,
  countChangeSets,
  findChangeSet,
  findProgress,
  listChangeActors as listActorRows,
  listChangedRows,
  listChangeSets as listChangeSetRows,
  listNames,
  type Undone,
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
  undoneBy: row.undone?.id ?? null,
  isUndoPartial: row.undone?.isPartial ?? false,
});

function rowOf({ before, after, promotion_type, ...row }: ChangeRow): ChangedRow {
  const columns = shownColumns(row.table_name, [...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const held = (values: typeof before, column: string) => {
    const value = values?.[column];
    if (value == null) return null;
    // Of a fixed promotion it is an amount.
    if (column === 'promotion_value' && (values?.promotion_type ?? promotion_type) === 'percentage')
      return `${value} %`;
    return Array.isArray(value) ? value.join(', ') : String(value);
  };
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

/** Rows of a set as they are shown, with the names that their cells refer to. */
async function readRows(tx: Transaction, filter: { id: string; thing?: string | undefined }, page = 1) {
  const place = { limit: ROWS_PER_PAGE, offset: (page - 1) * ROWS_PER_PAGE };
  const items = (await listChangedRows(tx, filter, place)).map(rowOf);
  const ids = items.flatMap(({ table, cells }) =>
    cells.flatMap(({ column, before, after }) =>
      columnOf(table, column)?.format === 'name' ? [before, after].filter((value) => value !== null) : [],
    ),
  );
  const named = ids.length > 0 ? await listNames(tx, [...new Set(ids)]) : [];
  return { items, names: Object.fromEntries(named.map(({ id, name }) => [id, name])) };
}

/** The accounts that the history can be limited to. */
export function listChangeActors({ database }: HistoryDeps, user: SignedIn) {
  return database.asCaller(user, listActorRows);
}

/** One page of the change sets that the user may see, newest first; a page past the end becomes the last. */
export function listChangeSets(
  { database, shop }: HistoryDeps,
  user: SignedIn,
  { search, page, ...filter }: ListChangeSetsInput,
) {
  // Of the names of a set the database keeps words, so parts of a hyphenated word are words of their own.
  const words = [...new Set(wordsOf(search ?? '').flatMap((word) => word.split(/ +/)))];
  const wanted = { ...filter, words, timeZone: shop.timeZone };
  return database.asCaller(user, async (tx) => {
    const counted = await countChangeSets(tx, wanted, SEARCH_COUNT_LIMIT + 1);
    const { place, ...found } = countedPage(page, ADMIN_PAGE_SIZE, counted, SEARCH_COUNT_LIMIT);
    return { items: (await listChangeSetRows(tx, wanted, place)).map(setOf), ...found };
  });
}

/** A change set with a page of its rows. */
export function getChangeSet(
  { database, errors }: HistoryDeps & Raises<'NOT_FOUND'>,
  user: SignedIn,
  { page, ...filter }: { id: string; thing?: string | undefined; page: number },
) {
  return database.asCaller(user, async (tx) => {
    const set = await findChangeSet(tx, filter.id);
    if (!set) throw errors.NOT_FOUND();
    const total = filter.thing ? await countChangedRows(tx, filter) : set.row_count;
    const { place: _, ...found } = countedPage(page, ROWS_PER_PAGE, total);
    return { set: setOf(set), ...(await readRows(tx, filter, found.page)), ...found };
  });
}

const resultOf = ({ rows, left, findings }: Undone) => ({
  rows,
  left,
  findings: findings.map(({ table, constraint, at, ...finding }) => {
    const found = { ...finding, at: at && new Date(at).toISOString() };
    return { ...found, text: findingText({ ...found, table, constraint }) };
  }),
});

class RolledBack extends Error {}

/** Undoes a change set as far as nobody changed it since, and rolls that back unless `keep` accepts it. */
async function undoIf<T>(
  { database, errors }: HistoryDeps & Raises<'NOT_FOUND'>,
  user: SignedIn,
  id: string,
  keep: (tx: Transaction, undone: Undone) => Promise<{ isKept: boolean; result: T }>,
): Promise<T> {
  const outcome: T[] = [];
  const undoing = database.asCaller(user, async (tx) => {
    await allowSeconds(tx, UNDO_SECONDS);
    const undone = await undoRows(tx, id);
    if (!undone) throw errors.NOT_FOUND();
    const { isKept, result } = await keep(tx, undone);
    outcome.push(result);
    if (!isKept) throw new RolledBack();
  });
  await undoing.catch((error) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return outcome[0] as T;
}

/** What undoing a set would write, and what it would leave. */
export function previewUndo(
  deps: HistoryDeps & Raises<'NOT_FOUND'>,
  user: SignedIn,
  { id }: { id: string },
): Promise<UndoPreview> {
  // The undo itself, rolled back: so it cannot differ.
  return undoIf(deps, user, id, async (tx, undone) => {
    const set = await findChangeSet(tx, id);
    if (!set) throw deps.errors.NOT_FOUND();
    const written = undone.set ? await readRows(tx, { id: undone.set }) : { items: [], names: {} };
    return { isKept: false, result: { set: setOf(set), ...written, ...resultOf(undone) } };
  });
}

/** Undoes a set as far as nobody changed it since. With more than `mayLeave` findings nothing is undone. */
export function undoChangeSet(
  deps: HistoryDeps & Raises<'NOT_FOUND'>,
  user: SignedIn,
  { id, mayLeave = Number.POSITIVE_INFINITY }: { id: string; mayLeave?: number },
) {
  return undoIf(deps, user, id, async (tx, undone) => {
    const isKept = undone.left <= mayLeave;
    if (isKept) await deps.rewriteLinks(tx, undone.orders);
    return { isKept, result: { setId: isKept ? undone.set : null, ...resultOf(undone) } };
  });
}

/** How far a change of many rows is, in whichever process it runs. */
export const getProgress = ({ database }: HistoryDeps, user: SignedIn, { key }: { key: string }) =>
  database.asCaller(user, (tx) => findProgress(tx, { userId: user.userId, key }));
