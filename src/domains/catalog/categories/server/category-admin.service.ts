import { v7 as uuidv7 } from 'uuid';
import { removeImages } from '#platform/images/store-image.ts';
import type { SignedIn } from '#shared/caller.ts';
import { changedByOf } from '#shared/changed-by.ts';
import type { Errors, Raises } from '#shared/errors.ts';
import type { Placed } from '#shared/places.ts';
import type { ChangedBy } from '#shared/shapes.ts';
import type { Queryable } from '../../products/server/product.repository.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import { descendantsOf, flatOf, treeOf } from '../categories.ts';
import type { CategoryEntry, CategoryInput, CategoryList } from '../category-admin.contract.ts';
import { categorySlugOf, freeSlug } from '../category-slug.ts';
import { categoryOf } from './category.service.ts';
import {
  type CategoryEntryRow,
  countProductsByCategory,
  countProductsIn,
  deleteCategory as deleteCategoryRow,
  findCategoryEntry,
  findCategoryNamed,
  findCategoryOrder,
  findNextPlace,
  insertCategory,
  isImageNamed,
  listCategoryEntries,
  listSlugsLike,
  lockCategoriesForUpdate,
  lockCategoryForUpdate,
  lockCategoryOrder,
  updateCategoryPlaces,
  updateCategory as updateCategoryRow,
  violatedRule,
} from './category-admin.repository.ts';

const entryOf = (row: CategoryEntryRow): CategoryEntry => ({
  ...categoryOf(row),
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
});

/** Recounted only after a product or category changed. */
const productCounts = ({ cachedCounts, database }: Catalogue) =>
  cachedCounts('products by category', () => countProductsByCategory(database.web));

/** The whole tree, including hidden categories, with the version of its order. */
export async function listAllCategories(catalogue: Catalogue, user: SignedIn): Promise<CategoryList> {
  const counts = new Map(
    (await productCounts(catalogue)).map(({ categoryId, products }) => [categoryId, products]),
  );
  const { order, rows } = await catalogue.database.asCaller(user, async (tx) => ({
    order: await findCategoryOrder(tx),
    rows: await listCategoryEntries(tx),
  }));
  return {
    categories: flatOf(treeOf(rows.map(entryOf))).map((entry) => ({
      ...entry,
      productCount: counts.get(entry.id) ?? 0,
    })),
    uncategorised: counts.get(null) ?? 0,
    version: order.version,
  };
}

export async function getCategory(
  { database, errors }: Catalogue & Raises<'NOT_FOUND'>,
  id: string,
): Promise<CategoryEntry> {
  const row = await findCategoryEntry(database.web, id);
  if (!row) throw errors.NOT_FOUND();
  return entryOf(row);
}

async function slugFor(db: Queryable, name: string): Promise<string> {
  const wanted = categorySlugOf(name);
  return freeSlug(wanted, await listSlugsLike(db, wanted));
}

async function addCategory(db: Queryable, input: CategoryInput): Promise<CategoryEntryRow> {
  return insertCategory(db, {
    ...input,
    id: uuidv7(),
    slug: await slugFor(db, input.name),
    displayOrder: await findNextPlace(db, input.parentId),
  });
}

/** Raises what the table refuses: a name in use, or a parent that is gone. */
async function refusing<T>(errors: Errors<'CONFLICT' | 'BAD_INPUT'>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const rule = violatedRule(error);
    if (rule === 'name in use') throw errors.CONFLICT({ data: { field: 'name' } });
    if (rule === 'parent gone') {
      throw errors.BAD_INPUT({
        data: { issues: [{ path: 'parentId', message: 'This parent was deleted meanwhile' }] },
      });
    }
    throw error;
  }
}

export function createCategory(
  { database, errors }: Catalogue & Raises<'CONFLICT' | 'BAD_INPUT'>,
  user: SignedIn,
  input: CategoryInput,
) {
  return database.asCaller(user, async (tx) => {
    await lockCategoryOrder(tx);
    return entryOf(await refusing(errors, addCategory(tx, input)));
  });
}

/**
 * The category of this name ignoring case, created at the top level if missing. Requires an admin's
 * transaction; locks the order of the categories, so that concurrent calls with the same name get the same
 * row.
 */
export async function ensureCategoryInTransaction(db: Queryable, name: string): Promise<CategoryEntry> {
  await lockCategoryOrder(db);
  const found = await findCategoryNamed(db, name);
  return entryOf(found ?? (await addCategory(db, { name, description: '', parentId: null, isActive: true })));
}

export const ensureCategory = ({ database }: Catalogue, user: SignedIn, name: string) =>
  database.asCaller(user, (tx) => ensureCategoryInTransaction(tx, name));

/** Saves the form over the version that was read. */
export function updateCategory(
  {
    database,
    errors,
  }: Catalogue &
    Raises<
      'NOT_FOUND' | 'CONFLICT' | 'CATEGORY_CYCLE' | 'BAD_INPUT',
      { STALE: ChangedBy & { current: CategoryEntry } }
    >,
  user: SignedIn,
  { id, version, ...values }: CategoryInput & { id: string; version: number },
) {
  return database.asCaller(user, async (tx) => {
    await lockCategoryOrder(tx);
    const locked = await lockCategoryForUpdate(tx, id);
    if (!locked) throw errors.NOT_FOUND();
    if (locked.version !== version) {
      throw errors.STALE({
        data: {
          ...changedByOf(locked.editedBy, locked.updatedAt),
          current: entryOf(locked),
        },
      });
    }
    const isRenamed = categorySlugOf(values.name) !== categorySlugOf(locked.name);
    const isMoved = values.parentId !== locked.parentId;
    const saving = updateCategoryRow(tx, id, {
      ...values,
      ...(isRenamed && { slug: await slugFor(tx, values.name) }),
      ...(isMoved && { displayOrder: await findNextPlace(tx, values.parentId) }),
    }).catch((error: unknown) => {
      throw violatedRule(error) === 'cycle' ? errors.CATEGORY_CYCLE() : error;
    });
    return entryOf(await refusing(errors, saving));
  });
}

/** Shows or hides it; `shown` is the state the caller's screen displayed. */
export function setCategoryActive(
  { database, errors }: Catalogue & Raises<'NOT_FOUND'>,
  user: SignedIn,
  { id, isActive, shown }: { id: string; isActive: boolean; shown: boolean },
): Promise<{ isActive: boolean; overtaken: ChangedBy | null }> {
  return database.asCaller(user, async (tx) => {
    const locked = await lockCategoryForUpdate(tx, id);
    if (!locked) throw errors.NOT_FOUND();
    if (locked.isActive !== isActive) await updateCategoryRow(tx, id, { isActive });
    const overtaken =
      locked.isActive === shown
        ? null
        : changedByOf(locked.switchedBy, locked.switchedAt ?? locked.updatedAt);
    return { isActive, overtaken };
  });
}

/** Sets the order of all categories, based on that version of the order. */
export async function reorderCategories(
  catalogue: Catalogue & Raises<'BAD_INPUT', { STALE: ChangedBy & { current: CategoryList } }>,
  user: SignedIn,
  { version, order }: { version: number; order: Placed[] },
): Promise<{ version: number }> {
  const done = await catalogue.database.asCaller(user, async (tx) => {
    const locked = await lockCategoryOrder(tx);
    if (locked.version !== version) return { stale: locked };
    const ids = new Set((await listCategoryEntries(tx)).map(({ id }) => id));
    if (order.length !== ids.size || order.some(({ id }) => !ids.has(id))) {
      throw catalogue.errors.BAD_INPUT({
        data: {
          issues: [{ path: 'order', message: 'The order names every category once' }],
        },
      });
    }
    await updateCategoryPlaces(tx, order);
    return { version: (await findCategoryOrder(tx)).version };
  });
  if (done.stale) {
    throw catalogue.errors.STALE({
      data: {
        ...changedByOf(done.stale.name, done.stale.at),
        current: await listAllCategories(catalogue, user),
      },
    });
  }
  return { version: done.version };
}

/** Deletes it with its descendants. Products stay; the image files are deleted after the commit. */
export async function deleteCategory(catalogue: Catalogue & Raises<'NOT_FOUND'>, user: SignedIn, id: string) {
  const { database, errors } = catalogue;
  const { images, ...gone } = await database.asCaller(user, async (tx) => {
    await lockCategoryOrder(tx);
    const below = descendantsOf(await listCategoryEntries(tx), id);
    if (below.length === 0) throw errors.NOT_FOUND();
    // Images are read after the lock is acquired: one may have been set while waiting.
    const images = (await lockCategoriesForUpdate(tx, below)).map(({ imageUrl }) => imageUrl);
    const products = await countProductsIn(tx, below);
    await deleteCategoryRow(tx, id);
    return { images, subcategories: below.length - 1, products };
  });
  await removeImages(catalogue, images, (address) => isImageNamed(database.web, address));
  return gone;
}
