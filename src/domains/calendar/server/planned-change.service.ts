import { allowSeconds, type Database, type Queryable } from '#db/client.ts';
import type { Clock } from '#platform/clock.ts';
import type { Service } from '#platform/rpc/gate.ts';
import { changedByOf, isStored, type StaleErrors } from '#shared/changed-by.ts';
import { type Day, dayPlus } from '#shared/dates.ts';
import type { Errors } from '#shared/errors.ts';
import { koboOfNaira } from '#shared/money.ts';
import type { calendarContract } from '../contract.ts';
import type { PlannedValueIn } from '../planned.contract.ts';
import {
  AGAIN,
  applyEarliest,
  deletePlanned,
  findPlanned,
  insertPlanned,
  listPlannedFor,
  type PlannedCells,
  type PlannedRow,
  refusedPlan,
  updatePlanned,
} from './planned-change.repository.ts';

export interface CalendarDeps {
  database: Pick<Database, 'asCaller'>;
  clock: Pick<Clock, 'today'>;
}
export type Operation<K extends keyof typeof calendarContract> = Service<
  (typeof calendarContract)[K],
  CalendarDeps
>;

/** How long the changes of one day may take: some hundred thousand. */
const APPLY_SECONDS = 240;

/** A change can be planned for the next two years. */
const MOST_DAYS = 731;

function plannedValueOf({ price, status, featured, isActive }: PlannedRow) {
  if (price !== null) return { price };
  if (status !== null) return { status };
  return featured === null ? { isActive: isActive === true } : { featured };
}

export const plannedOf = ({ price, status, featured, isActive, ...row }: PlannedRow) => ({
  ...row,
  to: plannedValueOf({ price, status, featured, isActive, ...row }),
});

const NOTHING: PlannedCells = { price: null, status: null, featured: null, isActive: null };
const cellsOf = (to: PlannedValueIn): PlannedCells => ({
  ...NOTHING,
  ...('price' in to ? { price: koboOfNaira(to.price) } : to),
});

const refuse = (errors: Errors<'BAD_INPUT'>, path: string, message: string) =>
  errors.BAD_INPUT({ data: { issues: [{ path, message }] } });

export function checkDay(errors: Errors<'BAD_INPUT'>, day: Day, today: Day): void {
  if (day <= today) throw refuse(errors, 'day', 'Please choose a day after today');
  if (day > dayPlus(today, MOST_DAYS)) throw refuse(errors, 'day', 'Please choose a day within two years');
}

/** Runs a write, and turns what the database refuses into the errors of its operation. */
async function written<T>(errors: Errors<'BAD_INPUT' | 'NOT_FOUND'>, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const refusal = refusedPlan(error);
    if (refusal === 'SAME_DAY')
      throw refuse(errors, 'day', 'The same is planned to change on this day already');
    if (refusal === 'NOT_FOUND') throw errors.NOT_FOUND();
    if (refusal === 'DAY') throw refuse(errors, 'day', 'Please choose a day after today');
    if (refusal === 'VALUE') throw refuse(errors, 'to', 'This cannot be planned here');
    throw error;
  }
}

/** What is planned for one product or slide; empty for one that is gone. */
export const listPlannedChanges: Operation<'listPlannedChanges'> = async (
  { database, clock },
  { thingId },
  { user },
) => ({
  today: clock.today(),
  items: (await database.asCaller(user, (tx) => listPlannedFor(tx, thingId))).map(plannedOf),
});

async function requirePlanned(tx: Queryable, errors: Errors<'NOT_FOUND'>, id: string): Promise<PlannedRow> {
  const row = await findPlanned(tx, id);
  if (!row) throw errors.NOT_FOUND();
  return row;
}

/** Saves over a version. Raises STALE with a newer one that has another day or value. */
async function savePlanned(
  tx: Queryable,
  errors: Errors<'NOT_FOUND'> & StaleErrors<ReturnType<typeof plannedOf>>,
  edited: { id: string; version: number },
  fields: PlannedCells & { day: Day },
) {
  const isSaved = await updatePlanned(tx, edited, fields);
  const row = await requirePlanned(tx, errors, edited.id);
  const current = plannedOf(row);
  if (isSaved || isStored(row, fields)) return current;
  throw errors.STALE({ data: { ...changedByOf(current.plannedBy, current.updatedAt), current } });
}

/**
 * A repeated id, after a lost response, plans nothing else; corrections made in the form since are saved over the first
 * attempt, unless another user has changed it.
 */
export const planChange: Operation<'planChange'> = async (
  { database, clock },
  { id, kind, thingId, day, to },
  { user, errors },
) => {
  checkDay(errors, day, clock.today());
  const thing = kind === 'product' ? { productId: thingId } : { slideId: thingId };
  return written(
    errors,
    database.asCaller(user, async (tx) => {
      const isNew = await insertPlanned(tx, { id, day, ...thing, ...cellsOf(to) });
      const row = await requirePlanned(tx, errors, id);
      if (isNew) return plannedOf(row);
      if (row.thingId !== thingId) throw refuse(errors, 'id', 'This is planned for something else');
      return savePlanned(tx, errors, { id, version: 1 }, { day, ...cellsOf(to) });
    }),
  );
};

/** Saves over the version that was read. Raises STALE with a newer one. */
export const updatePlannedChange: Operation<'updatePlannedChange'> = async (
  { database, clock },
  { id, version, day, to },
  { user, errors },
) => {
  checkDay(errors, day, clock.today());
  return written(
    errors,
    database.asCaller(user, (tx) => savePlanned(tx, errors, { id, version }, { day, ...cellsOf(to) })),
  );
};

export const deletePlannedChange: Operation<'deletePlannedChange'> = async (
  { database },
  { id },
  { user, errors },
) => {
  if (!(await database.asCaller(user, (tx) => deletePlanned(tx, id)))) throw errors.NOT_FOUND();
  return { deleted: true };
};

/**
 * Applies what is planned for today and for days that were missed, in their order: one transaction and one change set for
 * each day. Returns the days. May run at the same time in several processes.
 */
export async function applyPlannedChanges({
  database,
  clock,
}: {
  database: Pick<Database, 'auth'>;
  clock: Pick<Clock, 'today'>;
}): Promise<Day[]> {
  const days: Day[] = [];
  for (;;) {
    const day = await database.auth.transaction(async (tx) => {
      await allowSeconds(tx, APPLY_SECONDS);
      return applyEarliest(tx, clock.today());
    });
    if (day === undefined) return days;
    if (day !== AGAIN) days.push(day);
  }
}
