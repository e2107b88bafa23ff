import { count, eq, getTableColumns, inArray, isNull, like, or, sql } from 'drizzle-orm';
import { allowSeconds, type Queryable } from '#db/client.ts';
import { updatePlaces } from '#db/orderings.ts';
import { categories, categorySlugs, products } from '#db/schema/catalog.ts';
import { staffName } from '#db/staff-name.ts';
import { violatedConstraint } from '#db/violation.ts';
import type { Image } from '#shared/image.ts';
import type { Placed } from '#shared/places.ts';
import { literally } from '#shared/words.ts';

export { isImageNamed } from '#db/image-names.ts';
export { findOrdering, lockOrdering } from '#db/orderings.ts';

export type CategoryRow = typeof categories.$inferSelect;
type CategoryValues = Pick<
  typeof categories.$inferInsert,
  'name' | 'slug' | 'description' | 'parentId' | 'isActive' | 'displayOrder'
>;

/** All of them, including hidden ones, unsorted. */
export const listCategories = (db: Queryable): Promise<CategoryRow[]> => db.select().from(categories);

/** Former slugs of renamed categories. */
export const listOldSlugs = (db: Queryable): Promise<{ slug: string; categoryId: string }[]> =>
  db.select().from(categorySlugs);

export async function findCategory(db: Queryable, id: string): Promise<CategoryRow | undefined> {
  const [row] = await db.select().from(categories).where(eq(categories.id, id));
  return row;
}

/** Ignores case, as names are unique ignoring case. */
export async function findCategoryNamed(db: Queryable, name: string): Promise<CategoryRow | undefined> {
  const [row] = await db.select().from(categories).where(sql`lower(${categories.name}) = lower(${name})`);
  return row;
}

const editedCategory = (db: Queryable, id: string) =>
  db
    .select({
      ...getTableColumns(categories),
      updatedBy: staffName(categories.updatedBy),
      switchedBy: staffName(categories.switchedBy),
    })
    .from(categories)
    .where(eq(categories.id, id));

/** With the names of those who saved and switched it last. */
export async function findEditedCategory(db: Queryable, id: string) {
  const [row] = await editedCategory(db, id);
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockCategoryForUpdate(db: Queryable, id: string) {
  const [row] = await editedCategory(db, id).for('update');
  return row;
}

/** Locks a category against deletion until the transaction ends. False if it does not exist. */
export async function lockCategoryForShare(db: Queryable, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.id, id))
    .for('key share');
  return rows.length > 0;
}

/** Products per category, descendants excluded; those without a category under null. */
export const countProductsByCategory = (
  db: Queryable,
): Promise<{ categoryId: string | null; products: number }[]> =>
  db
    .select({ categoryId: products.categoryId, products: count() })
    .from(products)
    .groupBy(products.categoryId);

export async function countProductsIn(db: Queryable, categoryIds: string[]): Promise<number> {
  const [row] = await db
    .select({ products: count() })
    .from(products)
    .where(inArray(products.categoryId, categoryIds));
  return row?.products ?? 0;
}

/** Slugs in use equal to `slug` or `slug-<something>`. */
export async function listSlugsLike(db: Queryable, slug: string): Promise<string[]> {
  const rows = await db
    .select({ slug: categories.slug })
    .from(categories)
    .where(or(eq(categories.slug, slug), like(categories.slug, `${literally(slug)}-%`)));
  return rows.map((row) => row.slug);
}

/** The place after the last child of the parent; null is the top level. */
export async function findNextPlace(db: Queryable, parentId: string | null): Promise<number> {
  const [row] = await db
    .select({ next: sql<number>`coalesce(max(${categories.displayOrder}) + 1, 0)`.mapWith(Number) })
    .from(categories)
    .where(parentId === null ? isNull(categories.parentId) : eq(categories.parentId, parentId));
  return row?.next ?? 0;
}

/** The rule of the table that a write violated; undefined for other errors. */
export function violatedRule(error: unknown): 'name in use' | 'cycle' | 'no parent' | undefined {
  switch (violatedConstraint(error)) {
    case 'categories_name_key':
      return 'name in use';
    case 'categories_no_cycle':
    case 'categories_check':
      return 'cycle';
    case 'categories_parent_id_fkey':
      return 'no parent';
    default:
      return undefined;
  }
}

/** Undefined if this id exists already. Rejects with a violated rule. */
export async function insertCategory(
  db: Queryable,
  row: CategoryValues & { id: string },
): Promise<CategoryRow | undefined> {
  const [inserted] = await db
    .insert(categories)
    .values(row)
    .onConflictDoNothing({ target: categories.id })
    .returning();
  return inserted;
}

/** Rejects with a violated rule. */
export async function updateCategory(db: Queryable, id: string, values: Partial<CategoryValues>) {
  const [updated] = await db.update(categories).set(values).where(eq(categories.id, id)).returning();
  return updated!;
}

export async function updateCategoryImage(
  db: Queryable,
  id: string,
  { url: imageUrl, width: imageWidth, height: imageHeight, placeholder: imagePlaceholder }: Image,
): Promise<void> {
  await db
    .update(categories)
    .set({ imageUrl, imageWidth, imageHeight, imagePlaceholder })
    .where(eq(categories.id, id));
}

export const updateCategoryPlaces = (db: Queryable, order: readonly Placed[]): Promise<void> =>
  updatePlaces(db, 'categories', order);

/** Deletes it with its descendants; their products lose their category. */
export async function deleteCategory(db: Queryable, id: string): Promise<void> {
  // Each product is rewritten in all its indexes: ten thousand take seconds, and a partial deletion is
  // useless.
  await allowSeconds(db, 120);
  await db.delete(categories).where(eq(categories.id, id));
}
