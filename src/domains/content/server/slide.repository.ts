import { asc, eq } from 'drizzle-orm';
import type { Database, Queryable } from '#db/client.ts';
import { heroSlideImages, heroSlides } from '#db/schema/content.ts';

export type { Database, Queryable };

/** A slide with its joined image. */
export const SLIDE_COLUMNS = {
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

const slides = (db: Queryable) =>
  db
    .select(SLIDE_COLUMNS)
    .from(heroSlides)
    .leftJoin(heroSlideImages, eq(heroSlideImages.slideId, heroSlides.id));

export type SlideRow = Awaited<ReturnType<typeof listActiveSlides>>[number];

/** Active slides by display order, then by id. */
export const listActiveSlides = (db: Queryable) =>
  slides(db).where(eq(heroSlides.isActive, true)).orderBy(asc(heroSlides.displayOrder), asc(heroSlides.id));

export async function findSlide(db: Queryable, id: string): Promise<SlideRow | null> {
  const rows = await slides(db).where(eq(heroSlides.id, id));
  return rows[0] ?? null;
}
