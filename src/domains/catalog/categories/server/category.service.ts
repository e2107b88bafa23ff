import { fold } from '#shared/words.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import type { Category } from '../../shapes.ts';
import { activeOf, descendantsOf } from '../categories.ts';
import { type CategoryRow, listCategories, listOldSlugs } from './category.repository.ts';

interface CategoryIndex {
  rows: CategoryRow[];
  oldSlugs: Map<string, string>;
}

/** All categories, cached in the process until one changes. */
function categoryIndex({ database, cachedCategories }: Catalogue): Promise<CategoryIndex> {
  return cachedCategories('all', async () => {
    const [rows, old] = await Promise.all([listCategories(database.web), listOldSlugs(database.web)]);
    return { rows, oldSlugs: new Map(old.map(({ slug, categoryId }) => [slug, categoryId])) };
  });
}

export const categoryOf = (row: CategoryRow): Category => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  description: row.description,
  parentId: row.parentId,
  isActive: row.isActive,
  displayOrder: row.displayOrder,
  image:
    row.imageUrl && row.imageWidth && row.imageHeight
      ? {
          url: row.imageUrl,
          width: row.imageWidth,
          height: row.imageHeight,
          placeholder: row.imagePlaceholder ?? '',
        }
      : null,
});

/** Active categories without an inactive ancestor, parents before children, each level sorted. */
export async function activeCategories(catalogue: Catalogue): Promise<Category[]> {
  return activeOf((await categoryIndex(catalogue)).rows).map(categoryOf);
}

/**
 * Resolves `?category=`: a slug, else an old slug, else a name; with the ids of its descendants. Null if
 * unknown.
 */
export async function findCategory(
  catalogue: Catalogue,
  asked: string,
): Promise<{ category: { id: string; name: string; slug: string }; ids: string[] } | null> {
  const { rows, oldSlugs } = await categoryIndex(catalogue);
  const text = asked.trim().toLowerCase();
  const old = oldSlugs.get(text);
  const found =
    rows.find(({ slug }) => slug === text) ??
    rows.find(({ id }) => id === old) ??
    rows.find(({ name }) => name.toLowerCase() === text);
  if (!found) return null;
  const { id, name, slug } = found;
  return { category: { id, name, slug }, ids: descendantsOf(rows, id) };
}

/** The ids of the categories whose name contains one of the folded words. */
export async function categoriesNamedLike(catalogue: Catalogue, words: readonly string[]): Promise<string[]> {
  const { rows } = await categoryIndex(catalogue);
  return rows.filter(({ name }) => words.some((word) => fold(name).includes(word))).map(({ id }) => id);
}
