import type { Catalogue, Operation } from '../../server/catalog-deps.ts';
import { activeOf, descendantsOf } from '../categories.ts';
import { pathsOf } from '../category-path.ts';
import { type CategoryRow, listOldSlugs, listCategories as listRows } from './category.repository.ts';

/** What reads the categories. */
export type CategoryCache = Pick<Catalogue, 'database' | 'cachedCategories'>;

/** All categories, cached in the process until one changes. */
export const categoryIndex = ({ database, cachedCategories }: CategoryCache) =>
  cachedCategories('all', async () => {
    const [rows, old] = await Promise.all([listRows(database.reads), listOldSlugs(database.reads)]);
    return { rows, oldSlugs: new Map(old.map(({ slug, categoryId }) => [slug, categoryId])) };
  });

export const categoryOf = ({ imageUrl, imageWidth, imageHeight, imagePlaceholder, ...row }: CategoryRow) => ({
  ...row,
  updatedAt: row.updatedAt.toISOString(),
  image:
    imageUrl && imageWidth && imageHeight
      ? { url: imageUrl, width: imageWidth, height: imageHeight, placeholder: imagePlaceholder ?? '' }
      : null,
});

/** Active categories without an inactive ancestor, parents before children, each level sorted. */
export const listCategories: Operation<'listCategories'> = async (catalogue) =>
  activeOf((await categoryIndex(catalogue)).rows).map(categoryOf);

/** The same in the same order, without what menus do not show. */
export const categoryMenu: Operation<'categoryMenu'> = async (catalogue) =>
  activeOf((await categoryIndex(catalogue)).rows).map(({ id, name, slug, description, parentId }) => ({
    id,
    name,
    slug,
    description,
    parentId,
  }));

/** The names from the top level to each category, also to inactive ones. */
export const categoryPaths = async (catalogue: CategoryCache): Promise<(id: string | null) => string[]> =>
  pathsOf((await categoryIndex(catalogue)).rows);

/**
 * Resolves `?category=`: a slug, else an old slug, else a name; with the ids of its descendants. Null if
 * unknown.
 */
export async function findCategory(
  catalogue: CategoryCache,
  text: string,
): Promise<{ category: { id: string; name: string; slug: string }; ids: string[] } | null> {
  const { rows, oldSlugs } = await categoryIndex(catalogue);
  const key = text.trim().toLowerCase();
  const old = oldSlugs.get(key);
  const found =
    rows.find(({ slug }) => slug === key) ??
    rows.find(({ id }) => id === old) ??
    rows.find(({ name }) => name.toLowerCase() === key);
  if (!found) return null;
  const { id, name, slug } = found;
  return { category: { id, name, slug }, ids: descendantsOf(rows, id) };
}
