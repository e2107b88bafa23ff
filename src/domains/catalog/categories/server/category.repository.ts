import type { Queryable } from '#db/client.ts';
import { categories, categorySlugs } from '#db/schema/catalog.ts';

export type CategoryRow = Pick<
  typeof categories.$inferSelect,
  | 'id'
  | 'name'
  | 'slug'
  | 'description'
  | 'parentId'
  | 'isActive'
  | 'displayOrder'
  | 'imageUrl'
  | 'imageWidth'
  | 'imageHeight'
  | 'imagePlaceholder'
>;

/** All of them, including hidden ones, unsorted. */
export const listCategories = (db: Queryable): Promise<CategoryRow[]> =>
  db
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      description: categories.description,
      parentId: categories.parentId,
      isActive: categories.isActive,
      displayOrder: categories.displayOrder,
      imageUrl: categories.imageUrl,
      imageWidth: categories.imageWidth,
      imageHeight: categories.imageHeight,
      imagePlaceholder: categories.imagePlaceholder,
    })
    .from(categories);

/** Former slugs of renamed categories. */
export const listOldSlugs = (db: Queryable): Promise<{ slug: string; categoryId: string }[]> =>
  db.select({ slug: categorySlugs.slug, categoryId: categorySlugs.categoryId }).from(categorySlugs);
