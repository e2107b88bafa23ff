import { z } from 'zod';
import { raises, routes } from '#shared/route.ts';
import { day, id, instant, page, paged, text } from '#shared/shapes.ts';
import { THING_KINDS } from '#shared/thing-kinds.ts';

const kind = z.enum(THING_KINDS);

/** The changes of one operation, or of one transaction of plain SQL. */
export const changeSet = z.object({
  id,
  at: instant,
  /** The account of `actorName`; null for plain SQL, and if it was deleted. */
  actorId: id.nullable(),
  /** The name at that time; 'database' for plain SQL. */
  actorName: z.string(),
  summary: z.string(),
  kinds: z.array(kind),
  rowCount: z.int(),
  /** The set that this one undid. */
  undoOf: id.nullable(),
  /** The last set that undid this one and was not undone itself. */
  undoneBy: id.nullable(),
  /** Whether that left something of this set, which can still be undone. */
  isUndoPartial: z.boolean(),
});
export type ChangeSet = z.infer<typeof changeSet>;

/** A changed row: the columns that differ, or all of an inserted or deleted one. */
export const changedRow = z.object({
  kind,
  thingId: id,
  /** The name of the thing at that time; null if it was deleted with it or is masked. */
  thing: z.string().nullable(),
  table: z.string(),
  rowId: id,
  operation: z.enum(['insert', 'update', 'delete']),
  /** What the screens show of it. Values as text: an amount in naira, '10 %', a day, 'true', the id of a category. */
  cells: z.array(
    z.object({ column: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});
export type ChangedRow = z.infer<typeof changedRow>;

/** What an undo leaves as it is. */
export const undoFinding = z.object({
  kind,
  thingId: id,
  thing: z.string().nullable(),
  /** Null if it concerns the whole row. */
  column: z.string().nullable(),
  /** Decided by `undo_change_set` and the functions that it uses (docs/functions.sql). */
  reason: z.enum(['changed', 'gone', 'in_use', 'taken', 'missing', 'deleted_file', 'not_allowed', 'refused']),
  /** The author and time of the later change, where there is one. */
  actorName: z.string().nullable(),
  at: instant.nullable(),
  /** The finding as a sentence. */
  text: z.string(),
});
export type UndoFinding = z.infer<typeof undoFinding>;

/** The names of the categories and promotions that cells refer to, by their ids; those that are gone too. */
const names = z.record(z.string(), z.string());

const undone = z.object({
  /** The set of the undo; null if nothing was undone. */
  setId: id.nullable(),
  /** Rows that are as before again. */
  rows: z.int(),
  /** The number of findings, and the first 100. */
  left: z.int(),
  findings: z.array(undoFinding),
});

export type Undone = z.infer<typeof undone>;

/** What undoing a set would do. */
const undoPreview = undone.omit({ setId: true }).extend({
  set: changeSet,
  /** The first 50 rows that would be written, with what they hold now and then. */
  items: z.array(changedRow),
  names,
});
export type UndoPreview = z.infer<typeof undoPreview>;

export const listChangeSetsInput = z.object({
  /** An account, or what changes rows without one: plain SQL, or the calendar its planned changes. */
  actor: id.or(z.enum(['database', 'calendar'])).optional(),
  kind: kind.optional(),
  /** All changes of one thing, of a promotion also the products that joined or left it. */
  thing: id.optional(),
  /** In the summary or the names of the things; several words must all match. */
  search: text(200).optional(),
  from: day.optional(),
  to: day.optional(),
  page: page.default(1),
});
export type ListChangeSetsInput = z.infer<typeof listChangeSetsInput>;

const see = routes('admin', 'see the history of changes');
const undo = routes('admin', 'undo changes');

export const historyContract = {
  listChangeActors: see('GET /admin/history/actors', 'Whose changes the history has').output(
    z.array(z.object({ id, name: z.string() })),
  ),
  listChangeSets: see('GET /admin/history', 'What was changed, newest first')
    .input(listChangeSetsInput)
    .output(paged(changeSet)),
  getChangeSet: see('GET /admin/history/{id}', 'The rows that a change set changed')
    .errors(raises('NOT_FOUND'))
    .input(
      z.object({
        id,
        /** Only its rows of this thing. */
        thing: id.optional(),
        page: page.default(1),
      }),
    )
    .output(paged(changedRow).extend({ set: changeSet, names })),
  /** What undoing would do and leave, without doing it. */
  previewUndo: undo('GET /admin/history/{id}/undo', 'What undoing would leave')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(undoPreview),
  /**
   * Writes back what a set changed, where nobody changed it since. Emails and WhatsApp messages stay sent. An undo is a
   * change set too, and can be undone. With `mayLeave`, nothing is undone if there are more findings than that.
   */
  undoChangeSet: undo('POST /admin/history/{id}/undo', 'Undo a change set', { change: 'Undid a change' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id, mayLeave: z.int().min(0).optional() }))
    .output(undone),
  /** How many of its rows the caller's running change with this key wrote so far; zeros before it begins and after it ended. */
  getProgress: see('GET /admin/progress/{key}', 'How far a change of many rows is')
    .input(z.object({ key: id }))
    .output(z.object({ written: z.int(), total: z.int() })),
};
