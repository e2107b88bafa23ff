import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '#db/client.ts';
import { type AcceptedImage, acceptImage } from '#platform/images/accept-image.ts';
import { storeImage } from '#platform/images/store-image.ts';
import { raised } from '#platform/rpc/gate.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { Errors, IMAGE_CODES, Raises } from '#shared/errors.ts';
import type { Catalogue, Operation } from '../../server/catalog-deps.ts';
import type { ProductImage } from '../image.contract.ts';
import { MAX_IMAGES } from '../images.ts';
import {
  clearPrimary,
  deleteImage as deleteImageRow,
  findImage,
  insertImage,
  isIdUsed,
  isImageNamed,
  listImages as listImageRows,
  lockProductForUpdate,
  markPrimary,
  matchProducts as matchProductRows,
  productExists,
  updateOrder,
} from './image.repository.ts';

/** More than manual use needs; limits a stolen account. */
const UPLOADS_PER_MINUTE = 240;

/** The images of a product in their order. */
export const listImages: Operation<'listImages'> = ({ database }, { productId }, { user, errors }) =>
  naming('Failed to fetch product images', () =>
    database.asCaller(user, async (tx) => {
      const images = await listImageRows(tx, productId);
      if (images.length === 0 && !(await productExists(tx, productId))) throw errors.NOT_FOUND();
      return images;
    }),
  );

/**
 * Appends an image, or inserts it before those of `before`; the first of a product is always primary. A repeated id,
 * after a lost response, adds no second one. Where it throws there is neither file nor row; the same applies if `signal` is aborted before the
 * row is written.
 */
export const uploadImage: Operation<'uploadImage'> = (catalogue, { file, ...image }, call) =>
  naming('Failed to upload image', () =>
    appendImage(catalogue, image, call, () => file.bytes()).catch((error: unknown) => {
      throw isIdUsed(error) ? call.errors.KEY_REUSED() : error;
    }),
  );

type AppendCall = {
  user: SignedIn;
  signal?: AbortSignal | undefined;
} & Raises<'NOT_FOUND' | 'IMAGE_LIMIT' | 'BUSY' | (typeof IMAGE_CODES)[number]>;

interface Appended {
  /** Generated if missing. */
  id?: string | undefined;
  productId: string;
  url: string;
  image: AcceptedImage;
  primary: boolean;
  /** Images that stand after it, if the product has them. */
  before?: readonly string[] | undefined;
}

/** Appends the image that `read` returns; not read is one that the product has, or has no room for. */
export async function appendImage(
  catalogue: Catalogue,
  { productId, id, primary, before: later }: Pick<Appended, 'id' | 'productId' | 'primary' | 'before'>,
  { user, errors, signal }: AppendCall,
  read: () => Promise<Uint8Array>,
): Promise<ProductImage> {
  const { database, limits } = catalogue;
  // Checked before the image is decoded, which is expensive; decided again once the product is locked.
  const before = await database.asCaller(user, async (tx) => {
    const images = await listImageRows(tx, productId);
    if (images.length === 0 && !(await productExists(tx, productId))) throw errors.NOT_FOUND();
    return images;
  });
  const known = before.find((image) => image.id === id);
  if (known) return known;
  const full = () => errors.IMAGE_LIMIT({ data: { most: MAX_IMAGES } });
  if (before.length >= MAX_IMAGES) throw full();
  await limits?.take(`upload:${user.userId}`, UPLOADS_PER_MINUTE, 60);
  const accepted = await acceptImage(errors, await read());
  stopIfAborted(errors, signal);
  return storeProductImage({ ...catalogue, errors }, productId, accepted, (url) =>
    database.asCaller(user, async (tx) => {
      if (!(await lockProductForUpdate(tx, productId))) throw errors.NOT_FOUND();
      stopIfAborted(errors, signal);
      const image = await addImage(tx, { id, productId, url, image: accepted, primary, before: later });
      if (!image) throw full();
      return image;
    }),
  );
}

let lastTime = 0;

/**
 * The path of a product's image: product-images/<product>/<time>.<extension>. The time is in microseconds and
 * unique in this process; its last three digits are random, because other processes of the shop store images
 * too.
 */
function productImagePath(productId: string, extension: string): string {
  lastTime = Math.max(lastTime + 1, Date.now() * 1000 + Math.floor(Math.random() * 1000));
  return `product-images/${productId.toLowerCase()}/${lastTime}.${extension}`;
}

/** Stores the file of a product's image, and runs `work` to write its row in its own transaction. */
export const storeProductImage = <T>(
  catalogue: Catalogue & Raises<'STORAGE_UNAVAILABLE'>,
  productId: string,
  accepted: AcceptedImage,
  work: (url: string) => Promise<T>,
): Promise<T> =>
  storeImage(
    catalogue,
    {
      path: productImagePath(productId, accepted.extension),
      image: accepted,
      isNamed: (url) => isImageNamed(catalogue.database.web, url),
    },
    work,
  );

/**
 * Inserts the row of an image whose file is stored, or returns the existing row of this id; null if the
 * product has all images it may have. The product must be locked, or created in this transaction.
 */
export async function addImage(
  tx: Queryable,
  { id = uuidv7(), productId, url, image: accepted, primary, before: later = [] }: Appended,
): Promise<ProductImage | null> {
  const before = await listImageRows(tx, productId);
  const known = before.find((one) => one.id === id);
  if (known) return known;
  if (before.length >= MAX_IMAGES) return null;
  const isPrimary = primary || before.length === 0;
  if (isPrimary) await clearPrimary(tx, productId);
  const { width, height, placeholder } = accepted;
  const displayOrder = (before.at(-1)?.displayOrder ?? -1) + 1;
  const row = { id, productId, url, width, height, placeholder, isPrimary, displayOrder };
  await insertImage(tx, row);
  const next = before.findIndex((one) => later.includes(one.id));
  if (next < 0) return row;
  const ids = before.map((one) => one.id);
  await updateOrder(tx, ids.toSpliced(next, 0, id));
  return { ...row, displayOrder: next };
}

/** Deletes an image; if it was primary, the first remaining one becomes primary. */
export const deleteImage: Operation<'deleteImage'> = async (catalogue, { id }, { user, errors }) => {
  await naming('Failed to delete image', () =>
    catalogue.database.asCaller(user, async (tx) => {
      await lockProductOfImage(tx, errors, id);
      const image = await deleteImageRow(tx, id);
      if (!image) throw errors.NOT_FOUND();
      const [first] = image.isPrimary ? await listImageRows(tx, image.productId) : [];
      if (first) await markPrimary(tx, first.id);
    }),
  );
  return { deleted: true };
};

/** The products of files by their names. */
export const matchProducts: Operation<'matchProducts'> = ({ database }, { keys }, { user }) =>
  database.asCaller(user, (tx) => matchProductRows(tx, keys));

/** Makes an image the only primary one of its product. */
export const setPrimaryImage: Operation<'setPrimaryImage'> = ({ database }, { id }, { user, errors }) =>
  naming('Failed to set primary image', () =>
    database.asCaller(user, async (tx) => {
      await lockProductOfImage(tx, errors, id);
      const image = await findImage(tx, id);
      if (!image) throw errors.NOT_FOUND();
      if (image.isPrimary) return image;
      await clearPrimary(tx, image.productId);
      await markPrimary(tx, id);
      return { ...image, isPrimary: true };
    }),
  );

/**
 * Raises IMAGES_CHANGED unless `ids` are exactly the product's images, and these have the order `shown`, apart from
 * images added or deleted since, or the new one already, after a lost response.
 */
export const reorderImages: Operation<'reorderImages'> = (
  { database },
  { productId, ids, shown },
  { user, errors },
) =>
  database.asCaller(user, async (tx) => {
    if (!(await lockProductForUpdate(tx, productId))) throw errors.NOT_FOUND();
    const stored = (await listImageRows(tx, productId)).map(({ id }) => id);
    const both = (order: readonly string[], other: readonly string[]) =>
      String(order.filter((id) => other.includes(id)));
    const isStored = (order: readonly string[]) => both(order, stored) === both(stored, order);
    const isSameSet = ids.length === stored.length && ids.every((id) => stored.includes(id));
    if (!isSameSet || (shown && !isStored(shown) && !isStored(ids))) throw errors.IMAGES_CHANGED();
    await updateOrder(tx, ids);
    return listImageRows(tx, productId);
  });

/** Locks the product first, then its images: a fixed order, which prevents deadlocks. */
async function lockProductOfImage(
  tx: Queryable,
  errors: Errors<'NOT_FOUND'>,
  imageId: string,
): Promise<void> {
  const image = await findImage(tx, imageId);
  if (!image || !(await lockProductForUpdate(tx, image.productId))) throw errors.NOT_FOUND();
}

/** The client that cancelled its upload reads no response; it must only not be logged as an error. */
function stopIfAborted(errors: Errors<'BUSY'>, signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw errors.BUSY();
}

/** Wraps an unexpected error in one with this message, which the log shows first. */
export async function naming<T>(text: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw raised(error) ? error : new Error(text, { cause: error });
  }
}
