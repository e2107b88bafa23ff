import { changedByOf } from '#shared/changed-by.ts';
import type { Operation } from './planned-change.service.ts';
import {
  deleteSpecialDay as deleteRow,
  findSpecialDay,
  insertSpecialDay,
  isListFull,
  updateSpecialDay as updateRow,
} from './special-day.repository.ts';

/** The database allows no more. */
const MOST = 200;

/**
 * A repeated id, after a lost response, adds no second day; corrections made in the form since are saved over the first
 * attempt, unless another user has changed it.
 */
export const createSpecialDay: Operation<'createSpecialDay'> = async (
  { database },
  { id, ...fields },
  { user, errors },
) => {
  try {
    return await database.asCaller(user, async (tx) => {
      const isNew = await insertSpecialDay(tx, { id, ...fields });
      if (!isNew) await updateRow(tx, { id, version: 1 }, fields);
      return (await findSpecialDay(tx, id))!;
    });
  } catch (error) {
    if (isListFull(error)) throw errors.LIST_FULL({ data: { most: MOST } });
    throw error;
  }
};

/** Saves over the version that was read. Raises STALE with a newer one. */
export const updateSpecialDay: Operation<'updateSpecialDay'> = (
  { database },
  { id, version, ...fields },
  { user, errors },
) =>
  database.asCaller(user, async (tx) => {
    const isSaved = await updateRow(tx, { id, version }, fields);
    const current = await findSpecialDay(tx, id);
    if (!current) throw errors.NOT_FOUND();
    if (isSaved) return current;
    throw errors.STALE({ data: { ...changedByOf(current.updatedBy, current.updatedAt), current } });
  });

export const deleteSpecialDay: Operation<'deleteSpecialDay'> = async (
  { database },
  { id },
  { user, errors },
) => {
  if (!(await database.asCaller(user, (tx) => deleteRow(tx, id)))) throw errors.NOT_FOUND();
  return { deleted: true };
};
