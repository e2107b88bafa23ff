import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type AcceptedImage, acceptImage } from '#platform/images/accept-image.ts';
import { type ImageStoreDeps, storeImage } from '#platform/images/store-image.ts';
import { gated } from '#platform/rpc/gate.ts';
import { isAdmin, type SignedIn } from '#shared/caller.ts';
import { changedByOf, isOvertaken, isStored } from '#shared/changed-by.ts';
import type { Errors } from '#shared/errors.ts';
import type { Image } from '#shared/image.ts';
import { contentContract } from '../contract.ts';
import {
  type Database,
  deleteSlide,
  findSlide,
  findSlideEntry,
  findSlideOrder,
  insertSlide,
  isImageNamed,
  listActiveSlides,
  listSlideEntries,
  lockSlideForUpdate,
  lockSlideOrder,
  putSlideImage,
  type Queryable,
  updateSlide,
  updateSlidePlaces,
} from './slide.repository.ts';

interface ContentDeps extends ImageStoreDeps {
  database: Pick<Database, 'web' | 'asCaller'>;
}

async function requireSlideForUpdate(tx: Queryable, errors: Errors<'NOT_FOUND'>, id: string) {
  const locked = await lockSlideForUpdate(tx, id);
  if (!locked) throw errors.NOT_FOUND();
  return locked;
}

const staleOf = (current: NonNullable<Awaited<ReturnType<typeof lockSlideForUpdate>>>) => ({
  data: { ...changedByOf(current.updatedBy, current.updatedAt), current },
});

export function contentRouter(deps: ContentDeps) {
  const os = gated(contentContract);
  const { database } = deps;
  const isNamed = (url: string) => isImageNamed(database.web, url);
  /** Stores a slide's image and runs `work` in a transaction to write its row. */
  function saveImage<T>(
    errors: Errors<'STORAGE_UNAVAILABLE'>,
    { user, slideId, accepted }: { user: SignedIn; slideId: string; accepted: AcceptedImage },
    work: (tx: Queryable, image: Image) => Promise<T>,
  ): Promise<T> {
    const { width, height, placeholder, extension } = accepted;
    const path = `hero_slides/${slideId}-${randomUUID()}.${extension}`;
    return storeImage({ ...deps, errors }, { path, image: accepted, isNamed }, (url) =>
      database.asCaller(user, (tx) => work(tx, { url, width, height, placeholder })),
    );
  }
  return {
    listActiveSlides: os.listActiveSlides.handler(() => listActiveSlides(database.web)),
    // Only admins can read a hidden slide. `findCaller` is called only for those.
    getSlide: os.getSlide.handler(async ({ context, input, errors }) => {
      const slide = await findSlide(database.web, input.id);
      if (!slide || (!slide.isActive && !isAdmin(await context.findCaller()))) throw errors.NOT_FOUND();
      return slide;
    }),
    getSlideEntry: os.getSlideEntry.handler(async ({ context, input, errors }) => {
      const entry = await database.asCaller(context.user, (tx) => findSlideEntry(tx, input.id));
      if (!entry) throw errors.NOT_FOUND();
      return entry;
    }),
    listSlides: os.listSlides.handler(({ context }) =>
      database.asCaller(context.user, async (tx) => {
        // Read before the list: if the list is newer than its version, a reorder is merely refused.
        const { version } = await findSlideOrder(tx);
        return { slides: await listSlideEntries(tx), version };
      }),
    ),
    // Creates the slide with its image, or neither. A repeated id, after a lost response, creates no second slide;
    // corrections made in the form since are saved over the first attempt, unless another user has changed it.
    createSlide: os.createSlide.handler(async ({ context: { user }, input, errors }) => {
      const { id = uuidv7(), file, ...values } = input;
      const accepted = await acceptImage(errors, await file.bytes());
      return saveImage(errors, { user, slideId: id, accepted }, async (tx, image) => {
        await lockSlideOrder(tx);
        const isNew = await insertSlide(tx, id, values);
        const before = (await lockSlideForUpdate(tx, id))!;
        if (before.version > 1 && !isStored(before, values)) throw errors.STALE(staleOf(before));
        if (!isNew) await updateSlide(tx, id, values);
        await putSlideImage(tx, id, image);
        return (await lockSlideForUpdate(tx, id))!;
      });
    }),
    updateSlide: os.updateSlide.handler(({ context, input: { id, version, ...values }, errors }) =>
      database.asCaller(context.user, async (tx) => {
        // The place is one of its fields.
        await lockSlideOrder(tx);
        const locked = await requireSlideForUpdate(tx, errors, id);
        if (locked.version !== version && !isStored(locked, values)) throw errors.STALE(staleOf(locked));
        await updateSlide(tx, id, values);
        return requireSlideForUpdate(tx, errors, id);
      }),
    ),
    // Not part of the form, so no version changes.
    updateSlideImage: os.updateSlideImage.handler(
      async ({ context: { user }, input: { id, file }, errors }) => {
        // Checked before the image is decoded, which is expensive; decided again once the row is locked.
        await database.asCaller(user, (tx) => requireSlideForUpdate(tx, errors, id));
        const accepted = await acceptImage(errors, await file.bytes());
        return saveImage(errors, { user, slideId: id, accepted }, async (tx, image) => {
          await requireSlideForUpdate(tx, errors, id);
          await putSlideImage(tx, id, image);
          return image;
        });
      },
    ),
    deleteSlide: os.deleteSlide.handler(async ({ context, input: { id }, errors }) => {
      await database.asCaller(context.user, async (tx) => {
        await lockSlideOrder(tx);
        await requireSlideForUpdate(tx, errors, id);
        await deleteSlide(tx, id);
      });
      return { id };
    }),
    setSlideActive: os.setSlideActive.handler(({ context, input: { id, isActive, shown }, errors }) =>
      database.asCaller(context.user, async (tx) => {
        const locked = await requireSlideForUpdate(tx, errors, id);
        if (locked.isActive !== isActive) await updateSlide(tx, id, { isActive });
        const { switchedBy, switchedAt, updatedAt } = locked;
        const overtaken = isOvertaken(locked.isActive, shown)
          ? changedByOf(switchedBy, switchedAt ?? updatedAt)
          : null;
        return { isActive, overtaken };
      }),
    ),
    reorderSlides: os.reorderSlides.handler(({ context, input: { version, order }, errors }) =>
      database.asCaller(context.user, async (tx) => {
        const locked = await lockSlideOrder(tx);
        const slides = await listSlideEntries(tx);
        if (locked.version !== version) {
          const current = { slides, version: locked.version };
          throw errors.STALE({ data: { ...changedByOf(locked.name, locked.at), current } });
        }
        const ids = new Set(slides.map(({ id }) => id));
        if (order.length !== ids.size || order.some(({ id }) => !ids.has(id))) {
          const issues = [{ path: 'order', message: 'The order names every slide once' }];
          throw errors.BAD_INPUT({ data: { issues } });
        }
        await updateSlidePlaces(tx, order);
        return { version: (await findSlideOrder(tx)).version };
      }),
    ),
  };
}
