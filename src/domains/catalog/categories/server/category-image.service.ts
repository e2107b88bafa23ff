import { randomUUID } from 'node:crypto';
import { acceptImage } from '#platform/images/accept-image.ts';
import { removeImages, storeImage } from '#platform/images/store-image.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { ImageCode, Raises } from '#shared/errors.ts';
import type { Image } from '#shared/image.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import {
  findCategoryEntry,
  isImageNamed,
  lockCategoryForUpdate,
  updateCategoryImage as updateCategoryImageRow,
} from './category-admin.repository.ts';

/**
 * Sets the image of a category and deletes the previous file. Not part of the form, so no version changes.
 */
export async function updateCategoryImage(
  catalogue: Catalogue & Raises<'NOT_FOUND' | ImageCode>,
  user: SignedIn,
  { id, file }: { id: string; file: File },
): Promise<Image> {
  const { database, errors } = catalogue;
  const isNamed = (address: string) => isImageNamed(database.web, address);
  // Checked before the image is decoded, which is expensive; decided again once the row is locked.
  if (!(await findCategoryEntry(database.web, id))) throw errors.NOT_FOUND();
  const accepted = await acceptImage(errors, await file.bytes());
  const { width, height, placeholder, extension } = accepted;
  const path = `category-images/${id}-${randomUUID()}.${extension}`;
  const { before, image } = await storeImage(catalogue, { path, image: accepted, isNamed }, (url) =>
    database.asCaller(user, async (tx) => {
      const locked = await lockCategoryForUpdate(tx, id);
      if (!locked) throw errors.NOT_FOUND();
      const image = { url, width, height, placeholder };
      await updateCategoryImageRow(tx, id, image);
      return { before: locked.imageUrl, image };
    }),
  );
  await removeImages(catalogue, [before], isNamed);
  return image;
}
