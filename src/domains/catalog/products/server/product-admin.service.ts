import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '#db/client.ts';
import { acceptImage } from '#platform/images/accept-image.ts';
import { changedByOf, isOvertaken, isStored, type StaleErrors } from '#shared/changed-by.ts';
import type { Errors } from '#shared/errors.ts';
import { koboOfNaira } from '#shared/money.ts';
import { lockCategoryForShare } from '../../categories/server/category.repository.ts';
import { ensureCategoryInTransaction } from '../../categories/server/category-admin.service.ts';
import { listImages } from '../../images/server/image.repository.ts';
import { addImage, storeProductImage } from '../../images/server/image.service.ts';
import type { Operation } from '../../server/catalog-deps.ts';
import type { ProductInput } from '../product-admin.contract.ts';
import { findProduct } from './product.repository.ts';
import { summaryOf } from './product.service.ts';
import {
  deleteProduct as deleteProductRow,
  findProductTotals,
  findVersion,
  insertProduct,
  lockSwitches,
  type ProductFields,
  updateProduct as updateProductRow,
  updateSwitches,
} from './product-admin.repository.ts';

async function findAdminProduct(tx: Queryable, id: string) {
  // The version first: with an older one than the values, a save is refused; with a newer one it would undo what
  // another user saved in between.
  const [saved, row] = [await findVersion(tx, id), await findProduct(tx, id)];
  return row && saved && { ...summaryOf(row), ...saved, updatedAt: saved.updatedAt.toISOString() };
}

/** One product for its form. */
export const getForAdmin: Operation<'getForAdmin'> = async ({ database }, { id }, { user, errors }) => {
  const product = await database.asCaller(user, (tx) => findAdminProduct(tx, id));
  if (!product) throw errors.NOT_FOUND();
  return product;
};

async function fieldsOf(
  tx: Queryable,
  errors: Errors<'BAD_INPUT'>,
  { category, price, ...fields }: ProductInput,
): Promise<ProductFields> {
  return {
    ...fields,
    price: koboOfNaira(price),
    // Before the product is locked, in the same order as the deletion of a category.
    categoryId:
      'id' in category
        ? await lockedCategory(tx, errors, category.id)
        : (await ensureCategoryInTransaction(tx, category.name)).id,
  };
}

/** A category that was deleted concurrently is refused at its field. */
async function lockedCategory(tx: Queryable, errors: Errors<'BAD_INPUT'>, id: string): Promise<string> {
  if (await lockCategoryForShare(tx, id)) return id;
  throw errors.BAD_INPUT({
    data: {
      issues: [{ path: 'category', message: 'This category no longer exists. Please choose another one.' }],
    },
  });
}

type Stored = NonNullable<Awaited<ReturnType<typeof findAdminProduct>>>;

/** Saves over a version. Raises STALE with a newer one that has other fields; null without a product. */
async function saveProduct(
  tx: Queryable,
  errors: StaleErrors<Stored>,
  edited: { id: string; version: number },
  fields: ProductFields,
): Promise<Stored | null | undefined> {
  const isSaved = await updateProductRow(tx, edited, fields);
  const current = await findAdminProduct(tx, edited.id);
  if (isSaved || !current || isStored({ ...current, categoryId: current.category?.id }, fields))
    return current;
  throw errors.STALE({ data: { ...changedByOf(current.updatedBy, new Date(current.updatedAt)), current } });
}

/**
 * Creates a product, its category if new, and its image, atomically. A repeated id, after a lost response,
 * creates no second one; corrections made in the form since are saved over the first attempt.
 */
export const createProduct: Operation<'createProduct'> = async (
  catalogue,
  { id = uuidv7(), image, ...input },
  { user, errors },
) => {
  const accepted = image && (await acceptImage(errors, await image.bytes()));
  const write = (url: string | null) =>
    catalogue.database.asCaller(user, async (tx) => {
      const fields = await fieldsOf(tx, errors, input);
      const isNew = await insertProduct(tx, id, fields);
      if (!isNew) await saveProduct(tx, errors, { id, version: 1 }, fields);
      if (accepted && url && (isNew || (await listImages(tx, id)).length === 0)) {
        await addImage(tx, { productId: id, url, image: accepted, primary: true });
      }
      return (await findAdminProduct(tx, id))!;
    });
  // On a repeated request the product has its image already.
  return accepted ? storeProductImage({ ...catalogue, errors }, id, accepted, write) : write(null);
};

/** Saves over the version that was read. Raises STALE with a newer one. */
export const updateProduct: Operation<'updateProduct'> = (
  { database },
  { id, version, ...input },
  { user, errors },
) =>
  database.asCaller(user, async (tx) => {
    const saved = await saveProduct(tx, errors, { id, version }, await fieldsOf(tx, errors, input));
    if (!saved) throw errors.NOT_FOUND();
    return saved;
  });

/** Deletes a product with its images; orders keep their items and the images they show. */
export const deleteProduct: Operation<'deleteProduct'> = async ({ database }, { id }, { user, errors }) => {
  if (!(await database.asCaller(user, (tx) => deleteProductRow(tx, id)))) throw errors.NOT_FOUND();
  return { deleted: true };
};

/**
 * Sets whether a product is featured. `shown` is the state the screen displayed; if it was outdated,
 * `overtaken` says who had changed it.
 */
export const setFeatured: Operation<'setFeatured'> = (
  { database },
  { id, featured, shown },
  { user, errors },
) =>
  database.asCaller(user, async (tx) => {
    const before = await lockSwitches(tx, id);
    if (!before) throw errors.NOT_FOUND();
    if (before.featured !== featured) await updateSwitches(tx, id, { featured });
    return {
      featured,
      overtaken: isOvertaken(before.featured, shown) ? changedByOf(before.name, before.at) : null,
    };
  });

/** Publishes a product or makes it a draft. `shown` as in `setFeatured`. */
export const setStatus: Operation<'setStatus'> = ({ database }, { id, status, shown }, { user, errors }) =>
  database.asCaller(user, async (tx) => {
    const before = await lockSwitches(tx, id);
    if (!before) throw errors.NOT_FOUND();
    if (before.status !== status) await updateSwitches(tx, id, { status });
    return {
      status,
      overtaken: isOvertaken(before.status, shown) ? changedByOf(before.name, before.at) : null,
    };
  });

/** Sets whether a product is sold out. `shown` as in `setFeatured`. */
export const setSoldOut: Operation<'setSoldOut'> = ({ database }, { id, soldOut, shown }, { user, errors }) =>
  database.asCaller(user, async (tx) => {
    const before = await lockSwitches(tx, id);
    if (!before) throw errors.NOT_FOUND();
    if (before.soldOut !== soldOut) await updateSwitches(tx, id, { soldOut });
    return {
      soldOut,
      overtaken: isOvertaken(before.soldOut, shown) ? changedByOf(before.name, before.at) : null,
    };
  });

export const productTotals: Operation<'productTotals'> = ({ database }, _, { user }) =>
  database.asCaller(user, findProductTotals);
