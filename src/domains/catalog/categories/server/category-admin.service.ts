import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '#db/client.ts';
import { acceptImage } from '#platform/images/accept-image.ts';
import { storeImage } from '#platform/images/store-image.ts';
import { changedByOf, isOvertaken, isStored, type StaleErrors } from '#shared/changed-by.ts';
import type { Errors } from '#shared/errors.ts';
import type { Catalogue, Operation } from '../../server/catalog-deps.ts';
import { descendantsOf, flatOf, treeOf } from '../categories.ts';
import type { CategoryInput } from '../category-admin.contract.ts';
import { categorySlugOf, freeSlug } from '../category-slug.ts';
import {
  type CategoryRow,
  countProductsByCategory,
  countProductsIn,
  deleteCategory as deleteRow,
  findCategory,
  findCategoryNamed,
  findEditedCategory,
  findNextPlace,
  findOrdering,
  insertCategory,
  isImageNamed,
  listCategories,
  listSlugsLike,
  lockCategoryForUpdate,
  lockOrdering,
  updateCategoryPlaces,
  updateCategoryImage as updateImage,
  updateCategory as updateRow,
  violatedRule,
} from './category.repository.ts';
import { categoryOf } from './category.service.ts';

/** Recounted only after a product or category changed. */
const productCounts = ({ cachedCounts }: Catalogue, tx: Queryable) =>
  cachedCounts('products by category', () => countProductsByCategory(tx));

/** The whole tree, including hidden categories, with the version of its order. */
export const listAllCategories: Operation<'listAllCategories'> = async (catalogue, _, { user }) => {
  const { order, rows, counted } = await catalogue.database.asCaller(user, async (tx) => ({
    order: await findOrdering(tx, 'categories'),
    rows: await listCategories(tx),
    counted: await productCounts(catalogue, tx),
  }));
  const counts = new Map(counted.map(({ categoryId, products }) => [categoryId, products]));
  return {
    categories: flatOf(treeOf(rows.map(categoryOf))).map((entry) => ({
      ...entry,
      productCount: counts.get(entry.id) ?? 0,
    })),
    uncategorised: counts.get(null) ?? 0,
    version: order.version,
  };
};

export const getCategory: Operation<'getCategory'> = async ({ database }, { id }, { user, errors }) => {
  const row = await database.asCaller(user, (tx) => findEditedCategory(tx, id));
  if (!row) throw errors.NOT_FOUND();
  return categoryOf(row);
};

async function slugFor(db: Queryable, name: string): Promise<string> {
  const wanted = categorySlugOf(name);
  return freeSlug(wanted, await listSlugsLike(db, wanted));
}

/** Undefined if the id exists already. */
async function addCategory(
  db: Queryable,
  input: CategoryInput & { id: string },
): Promise<CategoryRow | undefined> {
  return insertCategory(db, {
    ...input,
    slug: await slugFor(db, input.name),
    displayOrder: await findNextPlace(db, input.parentId),
  });
}

/** Raises what the table refuses: a name in use, or a missing parent. */
async function refusing<T>(errors: Errors<'CONFLICT' | 'BAD_INPUT'>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const rule = violatedRule(error);
    if (rule === 'name in use') throw errors.CONFLICT({ data: { field: 'name' } });
    if (rule === 'no parent') {
      throw errors.BAD_INPUT({
        data: { issues: [{ path: 'parentId', message: 'This parent was deleted meanwhile' }] },
      });
    }
    throw error;
  }
}

/**
 * Saves over a version; the order must be locked. Raises STALE with a newer one that has other fields; null without a
 * category.
 */
async function saveCategory(
  tx: Queryable,
  errors: Errors<'CONFLICT' | 'BAD_INPUT' | 'CATEGORY_CYCLE'> & StaleErrors<ReturnType<typeof categoryOf>>,
  { id, version }: { id: string; version: number },
  values: CategoryInput,
) {
  const locked = await lockCategoryForUpdate(tx, id);
  if (!locked) return null;
  if (locked.version !== version && !isStored(locked, values)) {
    throw errors.STALE({
      data: { ...changedByOf(locked.updatedBy, locked.updatedAt), current: categoryOf(locked) },
    });
  }
  const isRenamed = categorySlugOf(values.name) !== categorySlugOf(locked.name);
  const isMoved = values.parentId !== locked.parentId;
  const saving = updateRow(tx, id, {
    ...values,
    ...(isRenamed && { slug: await slugFor(tx, values.name) }),
    ...(isMoved && { displayOrder: await findNextPlace(tx, values.parentId) }),
  }).catch((error: unknown) => {
    throw violatedRule(error) === 'cycle' ? errors.CATEGORY_CYCLE() : error;
  });
  return categoryOf(await refusing(errors, saving));
}

/**
 * A repeated id, after a lost response, adds no second category; corrections made in the form since are saved over the
 * first attempt, unless another user has changed it.
 */
export const createCategory: Operation<'createCategory'> = (
  { database },
  { id = uuidv7(), ...values },
  { user, errors },
) =>
  database.asCaller(user, async (tx) => {
    await lockOrdering(tx, 'categories');
    const added = await refusing(errors, addCategory(tx, { id, ...values }));
    return added ? categoryOf(added) : (await saveCategory(tx, errors, { id, version: 1 }, values))!;
  });

/**
 * The category of this name ignoring case, created at the top level if missing. Requires an admin's
 * transaction; locks the order of the categories, so that concurrent calls with the same name get the same
 * row.
 */
export async function ensureCategoryInTransaction(db: Queryable, name: string): Promise<CategoryRow> {
  await lockOrdering(db, 'categories');
  const found = await findCategoryNamed(db, name);
  if (found) return found;
  const values = { id: uuidv7(), name, description: '', parentId: null, isActive: true };
  return (await addCategory(db, values))!;
}

export const ensureCategory: Operation<'ensureCategory'> = ({ database }, { name }, { user }) =>
  database.asCaller(user, async (tx) => categoryOf(await ensureCategoryInTransaction(tx, name)));

/** Saves the form over the version that was read. */
export const updateCategory: Operation<'updateCategory'> = (
  { database },
  { id, version, ...values },
  { user, errors },
) =>
  database.asCaller(user, async (tx) => {
    await lockOrdering(tx, 'categories');
    const saved = await saveCategory(tx, errors, { id, version }, values);
    if (!saved) throw errors.NOT_FOUND();
    return saved;
  });

/** Shows or hides it; `shown` is the state the caller's screen displayed. */
export const setCategoryActive: Operation<'setCategoryActive'> = (
  { database },
  { id, isActive, shown },
  { user, errors },
) =>
  database.asCaller(user, async (tx) => {
    const locked = await lockCategoryForUpdate(tx, id);
    if (!locked) throw errors.NOT_FOUND();
    if (locked.isActive !== isActive) await updateRow(tx, id, { isActive });
    const overtaken = isOvertaken(locked.isActive, shown)
      ? changedByOf(locked.switchedBy, locked.switchedAt ?? locked.updatedAt)
      : null;
    return { isActive, overtaken };
  });

/** Sets the order of all categories, based on that version of the order. */
export const reorderCategories: Operation<'reorderCategories'> = async (
  catalogue,
  { version, order },
  call,
) => {
  const { user, errors } = call;
  const done = await catalogue.database.asCaller(user, async (tx) => {
    const locked = await lockOrdering(tx, 'categories');
    if (locked.version !== version) return { stale: locked };
    const ids = new Set((await listCategories(tx)).map(({ id }) => id));
    if (order.length !== ids.size || order.some(({ id }) => !ids.has(id))) {
      throw errors.BAD_INPUT({
        data: { issues: [{ path: 'order', message: 'The order names every category once' }] },
      });
    }
    await updateCategoryPlaces(tx, order);
    return { version: (await findOrdering(tx, 'categories')).version };
  });
  if (!done.stale) return { version: done.version };
  const current = await listAllCategories(catalogue, undefined, call);
  throw errors.STALE({ data: { ...changedByOf(done.stale.name, done.stale.at), current } });
};

/** Deletes it with its descendants. Products stay. */
export const deleteCategory: Operation<'deleteCategory'> = ({ database }, { id }, { user, errors }) =>
  database.asCaller(user, async (tx) => {
    await lockOrdering(tx, 'categories');
    const below = descendantsOf(await listCategories(tx), id);
    if (below.length === 0) throw errors.NOT_FOUND();
    const products = await countProductsIn(tx, below);
    await deleteRow(tx, id);
    return { subcategories: below.length - 1, products };
  });

/** Sets the image of a category. Not part of the form, so no version changes. */
export const updateCategoryImage: Operation<'updateCategoryImage'> = async (
  catalogue,
  { id, file },
  { user, errors },
) => {
  const { database } = catalogue;
  const isNamed = (url: string) => isImageNamed(database.web, url);
  // Checked before the image is decoded, which is expensive; decided again once the row is locked.
  if (!(await findCategory(database.web, id))) throw errors.NOT_FOUND();
  const accepted = await acceptImage(errors, await file.bytes());
  const { width, height, placeholder, extension } = accepted;
  const path = `category-images/${id}-${randomUUID()}.${extension}`;
  return storeImage({ ...catalogue, errors }, { path, image: accepted, isNamed }, (url) =>
    database.asCaller(user, async (tx) => {
      if (!(await lockCategoryForUpdate(tx, id))) throw errors.NOT_FOUND();
      const image = { url, width, height, placeholder };
      await updateImage(tx, id, image);
      return image;
    }),
  );
};
