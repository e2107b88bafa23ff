import { v7 as uuidv7 } from 'uuid';
import { acceptImage } from '#platform/images/accept-image.ts';
import type { SignedIn } from '#shared/caller.ts';
import { changedByOf } from '#shared/changed-by.ts';
import type { Errors, ImageCode, Raises } from '#shared/errors.ts';
import { koboOfNaira } from '#shared/money.ts';
import type { ChangedBy } from '#shared/shapes.ts';
import { lockCategoryForShare } from '../../categories/server/category-admin.repository.ts';
import { ensureCategoryInTransaction } from '../../categories/server/category-admin.service.ts';
import { listImages, lockProductForUpdate } from '../../images/server/image.repository.ts';
import { addImage, forgetImages, storeProductImage } from '../../images/server/image.service.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import type { AdminProductOut, ProductInput } from '../product-admin.contract.ts';
import type { Queryable } from './product.repository.ts';
import { findProduct } from './product.repository.ts';
import { productOf } from './product.service.ts';
import {
  deleteProduct as deleteProductRow,
  findProductTotals,
  findVersion,
  insertProduct,
  lockFeatured,
  type ProductFields,
  updateFeatured,
  updateProduct as updateProductRow,
} from './product-admin.repository.ts';

async function adminProductOf(tx: Queryable, id: string): Promise<AdminProductOut | null> {
  const [row, mark] = [await findProduct(tx, id), await findVersion(tx, id)];
  if (!row || !mark) return null;
  return { ...productOf(row), version: mark.version, updatedBy: mark.name, updatedAt: mark.at.toISOString() };
}

/** One product for its form. */
export async function getForAdmin(
  { database, errors }: Catalogue & Raises<'NOT_FOUND'>,
  user: SignedIn,
  id: string,
): Promise<AdminProductOut> {
  const product = await database.asCaller(user, (tx) => adminProductOf(tx, id));
  if (!product) throw errors.NOT_FOUND();
  return product;
}

async function fieldsOf(
  tx: Queryable,
  errors: Errors<'BAD_INPUT'>,
  { category, price, ...rest }: ProductInput,
): Promise<ProductFields> {
  return {
    name: rest.name,
    description: rest.description,
    featured: rest.featured,
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

export interface NewProduct extends ProductInput {
  id?: string;
  image?: File;
}

/**
 * Creates a product, its category if new, and its image, atomically. A repeated id, after a lost response,
 * creates no second one; corrections made in the form since are saved over the first attempt.
 */
export async function createProduct(
  catalogue: Catalogue & Raises<'BAD_INPUT' | ImageCode>,
  user: SignedIn,
  { id: asked, image, ...input }: NewProduct,
): Promise<AdminProductOut> {
  const { errors } = catalogue;
  const id = asked ?? uuidv7();
  const accepted = image && (await acceptImage(errors, await image.bytes()));
  const write = (url: string | null) =>
    catalogue.database.asCaller(user, async (tx) => {
      const fields = await fieldsOf(tx, errors, input);
      const isNew = await insertProduct(tx, id, fields);
      if (!isNew) await updateProductRow(tx, { id, version: 1 }, fields);
      if (accepted && url && (isNew || (await listImages(tx, id)).length === 0)) {
        await addImage(tx, { productId: id, url, image: accepted, primary: true });
      }
      return { product: (await adminProductOf(tx, id))!, url };
    });
  if (!accepted) return (await write(null)).product;
  const { product, url } = await storeProductImage(catalogue, id, accepted, write);
  // On a repeated request the product has its image already, and this one is unused.
  await forgetImages(catalogue, [url]);
  return product;
}

/** Saves over the version that was read. Raises STALE with a newer one. */
export function updateProduct(
  {
    database,
    errors,
  }: Catalogue & Raises<'NOT_FOUND' | 'BAD_INPUT', { STALE: ChangedBy & { current: AdminProductOut } }>,
  user: SignedIn,
  { id, version, ...input }: ProductInput & { id: string; version: number },
): Promise<AdminProductOut> {
  return database.asCaller(user, async (tx) => {
    const isSaved = await updateProductRow(tx, { id, version }, await fieldsOf(tx, errors, input));
    const current = await adminProductOf(tx, id);
    if (!current) throw errors.NOT_FOUND();
    if (isSaved) return current;
    throw errors.STALE({
      data: {
        ...changedByOf(current.updatedBy, new Date(current.updatedAt)),
        current,
      },
    });
  });
}

/** Deletes a product, and the files of images that no order shows. */
export async function deleteProduct(
  catalogue: Catalogue & Raises<'NOT_FOUND'>,
  user: SignedIn,
  id: string,
): Promise<void> {
  const addresses = await catalogue.database.asCaller(user, async (tx) => {
    // Images are read after the lock is acquired: one may have been added while waiting.
    await lockProductForUpdate(tx, id);
    return deleteProductRow(tx, id);
  });
  if (!addresses) throw catalogue.errors.NOT_FOUND();
  await forgetImages(catalogue, addresses);
}

/**
 * Sets whether a product is featured. `shown` is the state the screen displayed; if it was outdated,
 * `overtaken` says who had changed it.
 */
export function setFeatured(
  { database, errors }: Catalogue & Raises<'NOT_FOUND'>,
  user: SignedIn,
  { id, featured, shown }: { id: string; featured: boolean; shown: boolean },
): Promise<{ featured: boolean; overtaken: ChangedBy | null }> {
  return database.asCaller(user, async (tx) => {
    const before = await lockFeatured(tx, id);
    if (!before) throw errors.NOT_FOUND();
    if (before.featured !== featured) await updateFeatured(tx, id, featured);
    return { featured, overtaken: before.featured === shown ? null : changedByOf(before.name, before.at) };
  });
}

export const productTotals = ({ database }: Catalogue, user: SignedIn) =>
  database.asCaller(user, findProductTotals);
