import type { Queryable } from '#db/client.ts';
import { changedByOf, isStored, type StaleErrors } from '#shared/changed-by.ts';
import type { SpecialDayInput } from '../special-days.contract.ts';
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

type Stored = NonNullable<Awaited<ReturnType<typeof findSpecialDay>>>;

/** Saves over a version. Raises STALE with a newer one that has other fields; undefined without a day. */
async function saveSpecialDay(
  tx: Queryable,
  errors: StaleErrors<Stored>,
  edited: { id: string; version: number },
  fields: SpecialDayInput,
): Promise<Stored | undefined> {
  const isSaved = await updateRow(tx, edited, fields);
  const current = await findSpecialDay(tx, edited.id);
  if (isSaved || !current || isStored(current, fields)) return current;
  throw errors.STALE({ data: { ...changedByOf(current.updatedBy, current.updatedAt), current } });
}

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
      return (
        isNew ? await findSpecialDay(tx, id) : await saveSpecialDay(tx, errors, { id, version: 1 }, fields)
      )!;
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
    const saved = await saveSpecialDay(tx, errors, { id, version }, fields);
    if (!saved) throw errors.NOT_FOUND();
    return saved;
  });

export const deleteSpecialDay: Operation<'deleteSpecialDay'> = async (
  { database },
  { id },
  { user, errors },
) => {
  if (!(await database.asCaller(user, (tx) => deleteRow(tx, id)))) throw errors.NOT_FOUND();
  return { deleted: true };
};
