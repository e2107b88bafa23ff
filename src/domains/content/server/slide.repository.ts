import { asc, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Queryable } from '#db/client.ts';
import { findOrdering, lockOrdering, type Ordering, updatePlaces } from '#db/orderings.ts';
import { heroSlideImages, heroSlides } from '#db/schema/content.ts';
import type { Image } from '#shared/image.ts';
import type { Placed } from '#shared/places.ts';

export { isImageNamed } from '#db/image-names.ts';
export type { Database, Queryable };

type SlideValues = Pick<
  typeof heroSlides.$inferInsert,
  | 'title'
  | 'description'
  | 'buttonText'
  | 'buttonLink'
  | 'titleAnimation'
  | 'descriptionAnimation'
  | 'displayOrder'
  | 'isActive'
>;

/** A slide with its joined image. */
const SLIDE = {
  id: heroSlides.id,
  title: heroSlides.title,
  description: heroSlides.description,
  buttonText: heroSlides.buttonText,
  buttonLink: heroSlides.buttonLink,
  titleAnimation: heroSlides.titleAnimation,
  descriptionAnimation: heroSlides.descriptionAnimation,
  displayOrder: heroSlides.displayOrder,
  isActive: heroSlides.isActive,
  image: {
    url: heroSlideImages.imageUrl,
    width: heroSlideImages.width,
    height: heroSlideImages.height,
    placeholder: heroSlideImages.placeholder,
  },
};
/** With the user who changed it last, and the one who set its switch. */
const ENTRY = {
  ...SLIDE,
  version: heroSlides.version,
  updatedAt: heroSlides.updatedAt,
  updatedBy: sql<string | null>`staff_name(${heroSlides.updatedBy})`,
  switchedBy: sql<string | null>`staff_name(${heroSlides.switchedBy})`,
  switchedAt: heroSlides.switchedAt,
};
const IMAGE = eq(heroSlideImages.slideId, heroSlides.id);
const ORDER = [asc(heroSlides.displayOrder), asc(heroSlides.id)];

const slides = (db: Queryable) => db.select(SLIDE).from(heroSlides).leftJoin(heroSlideImages, IMAGE);
const entries = (db: Queryable) => db.select(ENTRY).from(heroSlides).leftJoin(heroSlideImages, IMAGE);

/** Active slides by display order, then by id. */
export const listActiveSlides = (db: Queryable) =>
  slides(db)
    .where(eq(heroSlides.isActive, true))
    .orderBy(...ORDER);

export async function findSlide(db: Queryable, id: string) {
  const [row] = await slides(db).where(eq(heroSlides.id, id));
  return row ?? null;
}

export async function findSlideEntry(db: Queryable, id: string) {
  const [row] = await entries(db).where(eq(heroSlides.id, id));
  return row;
}

/** Includes hidden slides; by display order, then by id. */
export const listSlideEntries = (db: Queryable) => entries(db).orderBy(...ORDER);

/** Locks the slide until the transaction ends. */
export async function lockSlideForUpdate(db: Queryable, id: string) {
  await db.select({ id: heroSlides.id }).from(heroSlides).where(eq(heroSlides.id, id)).for('update');
  // Read after the lock is acquired, to see an image that was set while waiting.
  return (await findSlideEntry(db, id)) ?? null;
}

/** False if this id exists already. */
export async function insertSlide(db: Queryable, id: string, values: SlideValues): Promise<boolean> {
  const { rowCount } = await db
    .insert(heroSlides)
    .values({ id, ...values })
    .onConflictDoNothing({ target: heroSlides.id });
  return rowCount === 1;
}

export async function updateSlide(db: Queryable, id: string, values: Partial<SlideValues>): Promise<void> {
  await db.update(heroSlides).set(values).where(eq(heroSlides.id, id));
}

/** Inserts or replaces the image of a slide. */
export async function putSlideImage(db: Queryable, slideId: string, image: Image): Promise<void> {
  const values = {
    imageUrl: image.url,
    width: image.width,
    height: image.height,
    placeholder: image.placeholder,
  };
  await db
    .insert(heroSlideImages)
    .values({ id: uuidv7(), slideId, ...values })
    .onConflictDoUpdate({ target: heroSlideImages.slideId, set: values });
}

export async function deleteSlide(db: Queryable, id: string): Promise<void> {
  await db.delete(heroSlides).where(eq(heroSlides.id, id));
}

export const findSlideOrder = (db: Queryable): Promise<Ordering> => findOrdering(db, 'hero_slides');
/** Locks the order until the transaction ends; required before any add, delete or reorder. */
export const lockSlideOrder = (db: Queryable): Promise<Ordering> => lockOrdering(db, 'hero_slides');
export const updateSlidePlaces = (db: Queryable, order: readonly Placed[]): Promise<void> =>
  updatePlaces(db, 'hero_slides', order);
