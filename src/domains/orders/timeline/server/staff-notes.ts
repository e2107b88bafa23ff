import { type OrderDeps, os } from '../../server/deps.ts';
import { findOrder } from '../../server/order.repository.ts';
import { deleteStaffNote as deleteStaffNoteRow, insertStaffNote } from './staff-note.repository.ts';

/** Writes a note for the staff. A repeated request writes nothing; with another text or order it is refused. */
export const addStaffNote = ({ database }: OrderDeps) =>
  os.addStaffNote.handler(({ context, input: { id: orderId, noteId, text }, errors }) =>
    database.asCaller(context.user, async (tx) => {
      if (!(await findOrder(tx, orderId))) throw errors.NOT_FOUND();
      if (!(await insertStaffNote(tx, { id: noteId, orderId, text }))) throw errors.KEY_REUSED();
      return { noteId };
    }),
  );

/** NOT_FOUND also for the note of another staff member, which only a super admin deletes. */
export const deleteStaffNote = ({ database }: OrderDeps) =>
  os.deleteStaffNote.handler(({ context, input: { id }, errors }) =>
    database.asCaller(context.user, async (tx) => {
      if (!(await deleteStaffNoteRow(tx, id))) throw errors.NOT_FOUND();
      return { id };
    }),
  );
