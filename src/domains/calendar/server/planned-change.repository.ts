import { and, asc, between, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { plannedChanges } from '#db/schema/calendar.ts';
import { products } from '#db/schema/catalog.ts';
import { heroSlides } from '#db/schema/content.ts';
import { staffName } from '#db/staff-name.ts';
import { violatedConstraint } from '#db/violation.ts';
import type { Day } from '#shared/dates.ts';

/** The columns of a planned value: one has it, the others are null. */
export type PlannedCells = Pick<
  typeof plannedChanges.$inferInsert,
  'price' | 'status' | 'featured' | 'isActive'
>;
type Planned = PlannedCells & { id: string; day: Day; productId?: string; slideId?: string };

const COLUMNS = {
  id: plannedChanges.id,
  version: plannedChanges.version,
  day: plannedChanges.day,
  kind: plannedChanges.kind,
  thingId: plannedChanges.thingId,
  thing: sql<string>`coalesce(${products.name}, ${heroSlides.title})`,
  price: plannedChanges.price,
  status: plannedChanges.status,
  featured: plannedChanges.featured,
  isActive: plannedChanges.isActive,
  plannedBy: staffName(plannedChanges.updatedBy),
  updatedAt: plannedChanges.updatedAt,
};

const found = (db: Queryable, where: SQL | undefined) =>
  db
    .select(COLUMNS)
    .from(plannedChanges)
    .leftJoin(products, eq(products.id, plannedChanges.productId))
    .leftJoin(heroSlides, eq(heroSlides.id, plannedChanges.slideId))
    .where(where);

export type PlannedRow = Awaited<ReturnType<typeof found>>[number];

/** What is planned for one product or slide, by day. */
export const listPlannedFor = (db: Queryable, thingId: string): Promise<PlannedRow[]> =>
  found(db, eq(plannedChanges.thingId, thingId)).orderBy(asc(plannedChanges.day), asc(plannedChanges.field));

/** What is planned for days from one to another, both inclusive: at most `most`, by day. */
export const listPlannedBetween = (
  db: Queryable,
  { from, to, most }: { from: Day; to: Day; most: number },
): Promise<PlannedRow[]> =>
  found(db, between(plannedChanges.day, from, to))
    .orderBy(asc(plannedChanges.day), asc(plannedChanges.id))
    .limit(most);

export async function findPlanned(db: Queryable, id: string): Promise<PlannedRow | undefined> {
  const [row] = await found(db, eq(plannedChanges.id, id));
  return row;
}

/** False if this id exists already. */
export async function insertPlanned(db: Queryable, planned: Planned): Promise<boolean> {
  const { rowCount } = await db
    .insert(plannedChanges)
    .values(planned)
    .onConflictDoNothing({ target: plannedChanges.id });
  return rowCount === 1;
}

/** False if there is no row of that version. */
export async function updatePlanned(
  db: Queryable,
  { id, version }: { id: string; version: number },
  { day, price, status, featured, isActive }: PlannedCells & { day: Day },
): Promise<boolean> {
  const { rowCount } = await db
    .update(plannedChanges)
    .set({ day, price, status, featured, isActive })
    .where(and(eq(plannedChanges.id, id), eq(plannedChanges.version, version)));
  return rowCount === 1;
}

/** False if it did not exist. */
export async function deletePlanned(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.delete(plannedChanges).where(eq(plannedChanges.id, id));
  return rowCount === 1;
}

const REFUSALS: Readonly<Record<string, 'SAME_DAY' | 'NOT_FOUND' | 'DAY' | 'VALUE'>> = {
  planned_changes_thing_key: 'SAME_DAY',
  planned_changes_product_id_fkey: 'NOT_FOUND',
  planned_changes_slide_id_fkey: 'NOT_FOUND',
  planned_changes_future: 'DAY',
  planned_changes_value_check: 'VALUE',
};

/** What a failed write means; undefined for any other error. */
export const refusedPlan = (error: unknown) => REFUSALS[violatedConstraint(error) ?? ''];

/** Another process applied a day meanwhile: call again in a new transaction. */
export const AGAIN = '-infinity';

/**
 * Applies the changes of the earliest day up to `today` that has any, as one change set, and returns the day or AGAIN;
 * undefined if there is none. As the role of the worker.
 */
export async function applyEarliest(db: Queryable, today: Day): Promise<Day | undefined> {
  const { rows } = await db.execute<{ day: Day | null }>(
    sql`SELECT apply_planned_changes(${today}::date)::text AS day`,
  );
  return rows[0]?.day ?? undefined;
}
