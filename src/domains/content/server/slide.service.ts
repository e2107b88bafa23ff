import type { ImageStoreDeps } from '#platform/images/store-image.ts';
import { type Caller, isAdmin } from '#shared/caller.ts';
import type { Raises } from '#shared/errors.ts';
import type { Slide } from '../contract.ts';
import { type Database, findSlide, listActiveSlides } from './slide.repository.ts';

export interface ContentDeps extends ImageStoreDeps {
  database: Pick<Database, 'web' | 'asCaller'>;
}

/** The active slides in order. */
export const activeSlides = ({ database }: Pick<ContentDeps, 'database'>): Promise<Slide[]> =>
  listActiveSlides(database.web);

/** One slide; only admins can read a hidden one. `findCaller` is called only for those. */
export async function getSlide(
  { database, errors }: ContentDeps & Raises<'NOT_FOUND'>,
  findCaller: () => Promise<Caller>,
  id: string,
): Promise<Slide> {
  const slide = await findSlide(database.web, id);
  if (!slide || (!slide.isActive && !isAdmin(await findCaller()))) throw errors.NOT_FOUND();
  return slide;
}
