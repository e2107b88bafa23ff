import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type AcceptedImage, acceptImage } from '#platform/images/accept-image.ts';
import { removeImages, storeImage } from '#platform/images/store-image.ts';
import type { SignedIn } from '#shared/caller.ts';
import { changedByOf } from '#shared/changed-by.ts';
import type { Errors, ImageCode, Raises } from '#shared/errors.ts';
import type { Image } from '#shared/image.ts';
import type { Placed } from '#shared/places.ts';
import type { ChangedBy } from '#shared/shapes.ts';
import type { SlideEntry, SlideInput, SlideList } from '../contract.ts';
import type { Queryable } from './slide.repository.ts';
import type { ContentDeps } from './slide.service.ts';
import {
  deleteSlide as deleteSlideRow,
  findSlideOrder,
  insertSlide,
  isImageNamed,
  type LockedSlide,
  listSlideEntries,
  lockSlideForUpdate,
  lockSlideOrder,
  putSlideImage,
  updateSlidePlaces,
  updateSlide as updateSlideRow,
} from './slide-admin.repository.ts';

const entryOf = ({ editedBy, switchedBy, switchedAt, updatedAt, ...slide }: LockedSlide): SlideEntry => ({
  ...slide,
  updatedAt: updatedAt.toISOString(),
});

async function requireSlideForUpdate(
  tx: Queryable,
  errors: Errors<'NOT_FOUND'>,
  id: string,
): Promise<LockedSlide> {
  const locked = await lockSlideForUpdate(tx, id);
  if (!locked) throw errors.NOT_FOUND();
  return locked;
}

/** All slides in order, with the version of the order. */
export function listSlides({ database }: ContentDeps, user: SignedIn): Promise<SlideList> {
  return database.asCaller(user, async (tx) => {
    // Read before the list: if the list is newer than its version, a reorder is merely refused.
    const { version } = await findSlideOrder(tx);
    return { slides: (await listSlideEntries(tx)).map(entryOf), version };
  });
}

/** Stores the file of a slide's image, and runs `work` to write its row. */
function withImage<T>(
  deps: ContentDeps & Raises<'STORAGE_UNAVAILABLE'>,
  slideId: string,
  accepted: AcceptedImage,
  work: (image: Image) => Promise<T>,
): Promise<T> {
  const { width, height, placeholder, extension } = accepted;
  const path = `hero_slides/${slideId}-${randomUUID()}.${extension}`;
  return storeImage(deps, { path, image: accepted, isNamed: isNamedIn(deps) }, (url) =>
    work({ url, width, height, placeholder }),
  );
}

const isNamedIn =
  ({ database }: ContentDeps) =>
  (url: string) =>
    isImageNamed(database.web, url);

/**
 * Creates the slide with its image, or neither. A repeated id, after a lost response, creates no second
 * slide; corrections made in the form since are saved over the first attempt, unless another user has changed
 * it.
 */
export async function createSlide(
  deps: ContentDeps & Raises<ImageCode>,
  user: SignedIn,
  { id = uuidv7(), file, ...values }: SlideInput & { id?: string; file: File },
): Promise<SlideEntry> {
  const { errors } = deps;
  const accepted = await acceptImage(errors, await file.bytes());
  const { slide, spare } = await withImage(deps, id, accepted, (image) =>
    deps.database.asCaller(user, async (tx) => {
      await lockSlideOrder(tx);
      const isNew = await insertSlide(tx, id, values);
      const before = (await lockSlideForUpdate(tx, id))!;
      if (before.version > 1) return { slide: entryOf(before), spare: image.url };
      if (!isNew) await updateSlideRow(tx, id, values);
      await putSlideImage(tx, id, image);
      return { slide: entryOf((await lockSlideForUpdate(tx, id))!), spare: before.image?.url ?? null };
    }),
  );
  await removeImages(deps, [spare], isNamedIn(deps));
  return slide;
}

/** Saves the form over the version that was read. */
export function updateSlide(
  { database, errors }: ContentDeps & Raises<'NOT_FOUND', { STALE: ChangedBy & { current: SlideEntry } }>,
  user: SignedIn,
  { id, version, ...values }: SlideInput & { id: string; version: number },
): Promise<SlideEntry> {
  return database.asCaller(user, async (tx) => {
    // The place is one of its fields.
    await lockSlideOrder(tx);
    const locked = await requireSlideForUpdate(tx, errors, id);
    if (locked.version !== version) {
      throw errors.STALE({
        data: {
          ...changedByOf(locked.editedBy, locked.updatedAt),
          current: entryOf(locked),
        },
      });
    }
    await updateSlideRow(tx, id, values);
    return entryOf(await requireSlideForUpdate(tx, errors, id));
  });
}

/** Sets the image of a slide and deletes the previous file. Not part of the form, so no version changes. */
export async function updateSlideImage(
  deps: ContentDeps & Raises<'NOT_FOUND' | ImageCode>,
  user: SignedIn,
  { id, file }: { id: string; file: File },
): Promise<Image> {
  const { database, errors } = deps;
  // Checked before the image is decoded, which is expensive; decided again once the row is locked.
  await database.asCaller(user, (tx) => requireSlideForUpdate(tx, errors, id));
  const accepted = await acceptImage(errors, await file.bytes());
  const { before, image } = await withImage(deps, id, accepted, (image) =>
    database.asCaller(user, async (tx) => {
      const locked = await requireSlideForUpdate(tx, errors, id);
      await putSlideImage(tx, id, image);
      return { before: locked.image?.url ?? null, image };
    }),
  );
  await removeImages(deps, [before], isNamedIn(deps));
  return image;
}

/** Deletes the slide with its image, whose file is deleted after the commit. */
export async function deleteSlide(
  deps: ContentDeps & Raises<'NOT_FOUND'>,
  user: SignedIn,
  id: string,
): Promise<{ id: string }> {
  const { errors } = deps;
  const before = await deps.database.asCaller(user, async (tx) => {
    await lockSlideOrder(tx);
    const locked = await requireSlideForUpdate(tx, errors, id);
    await deleteSlideRow(tx, id);
    return locked.image?.url ?? null;
  });
  await removeImages(deps, [before], isNamedIn(deps));
  return { id };
}

/** Shows or hides the slide; `shown` is the state the caller's screen displayed. */
export function setSlideActive(
  { database, errors }: ContentDeps & Raises<'NOT_FOUND'>,
  user: SignedIn,
  { id, isActive, shown }: { id: string; isActive: boolean; shown: boolean },
): Promise<{ isActive: boolean; overtaken: ChangedBy | null }> {
  return database.asCaller(user, async (tx) => {
    const locked = await requireSlideForUpdate(tx, errors, id);
    if (locked.isActive !== isActive) await updateSlideRow(tx, id, { isActive });
    const overtaken =
      locked.isActive === shown
        ? null
        : changedByOf(locked.switchedBy, locked.switchedAt ?? locked.updatedAt);
    return { isActive, overtaken };
  });
}

/** Sets the order of all slides, based on that version of the order. */
export function reorderSlides(
  { database, errors }: ContentDeps & Raises<'BAD_INPUT', { STALE: ChangedBy & { current: SlideList } }>,
  user: SignedIn,
  { version, order }: { version: number; order: Placed[] },
): Promise<{ version: number }> {
  return database.asCaller(user, async (tx) => {
    const locked = await lockSlideOrder(tx);
    const slides = await listSlideEntries(tx);
    if (locked.version !== version) {
      throw errors.STALE({
        data: {
          ...changedByOf(locked.name, locked.at),
          current: { slides: slides.map(entryOf), version: locked.version },
        },
      });
    }
    const ids = new Set(slides.map(({ id }) => id));
    if (order.length !== ids.size || order.some(({ id }) => !ids.has(id))) {
      throw errors.BAD_INPUT({
        data: {
          issues: [{ path: 'order', message: 'The order names every slide once' }],
        },
      });
    }
    await updateSlidePlaces(tx, order);
    return { version: (await findSlideOrder(tx)).version };
  });
}
