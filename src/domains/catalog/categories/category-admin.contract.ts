import { z } from 'zod';
import { raises, route } from '#shared/route.ts';
import { changedBy, filledText, id, image, instant, raisesStale, text, version } from '#shared/shapes.ts';
import { category } from '../shapes.ts';

// The category tree as the back office sees and writes it.

/** A category as its form holds it. */
export const categoryEntry = category.extend({ version, updatedAt: instant });
export type CategoryEntry = z.infer<typeof categoryEntry>;

/** The same in the list, with how many products stand in it itself, without those below it. */
export const listedCategory = categoryEntry.extend({ productCount: z.int() });
export type ListedCategory = z.infer<typeof listedCategory>;

/** All categories, hidden ones too: parents before their children, each level in its order. */
export const categoryList = z.object({
  categories: z.array(listedCategory),
  /** Products without a category. */
  uncategorised: z.int(),
  /** Of the order: it moves when a category comes, goes, moves or changes place. */
  version,
});
export type CategoryList = z.infer<typeof categoryList>;

export const categoryName = filledText(1, 100, 'Name is required');

export const categoryInput = z.object({
  name: categoryName,
  description: text(2000).trim().default(''),
  parentId: id.nullable().default(null),
  isActive: z.boolean().default(true),
});
export type CategoryInput = z.infer<typeof categoryInput>;

/** Every category once, each with a place among its siblings. */
const categoryOrder = z
  .array(z.object({ id, displayOrder: z.int32() }))
  .max(5000)
  .refine((order) => new Set(order.map((one) => one.id)).size === order.length, 'Each category once');

const manage = (path: `/${string}`, method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', summary: string) =>
  route('admin', 'manage categories').route({ method, path, summary });

export const categoryAdminContract = {
  listAllCategories: manage('/admin/categories', 'GET', 'All categories with their products counted').output(
    categoryList,
  ),
  getCategory: manage('/admin/categories/{id}', 'GET', 'One category')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(categoryEntry),
  /** Comes last among its siblings. */
  createCategory: manage('/admin/categories', 'POST', 'Add a category')
    .errors(raises('CONFLICT'))
    .input(categoryInput)
    .output(categoryEntry),
  /** Its slug follows its name; the old slug leads to it still. Under another parent it comes last. */
  updateCategory: manage('/admin/categories/{id}', 'PATCH', 'Change a category')
    .errors({ ...raises('NOT_FOUND', 'CONFLICT', 'CATEGORY_CYCLE'), ...raisesStale(categoryEntry) })
    .input(
      categoryInput.extend({
        id,
        version,
        description: text(2000).trim(),
        parentId: id.nullable(),
        isActive: z.boolean(),
      }),
    )
    .output(categoryEntry),
  updateCategoryImage: manage('/admin/categories/{id}/image', 'PUT', 'Set the image of a category')
    .meta({ access: 'admin', action: 'manage categories', maxBody: 6 * 1024 * 1024 })
    .errors(raises('NOT_FOUND', 'NOT_AN_IMAGE', 'IMAGE_TOO_LARGE', 'IMAGE_UNREADABLE', 'STORAGE_UNAVAILABLE'))
    .input(z.object({ id, file: z.file('Please select an image file') }))
    .output(image),
  /** Everything below it goes too; products stay, without a category. Says how many of each. */
  deleteCategory: manage('/admin/categories/{id}', 'DELETE', 'Delete a category and all below it')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ subcategories: z.int(), products: z.int() })),
  setCategoryActive: manage('/admin/categories/{id}/active', 'PUT', 'Show or hide a category')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id, isActive: z.boolean(), shown: z.boolean() }))
    .output(z.object({ isActive: z.boolean(), overtaken: changedBy.nullable() })),
  reorderCategories: manage('/admin/categories/order', 'PUT', 'Put the categories in another order')
    .errors(raisesStale(categoryList))
    .input(z.object({ version, order: categoryOrder }))
    .output(z.object({ version })),
  /** The category of this name, without regard to case: the one that is there, or a new one on top. */
  ensureCategory: manage('/admin/categories/by-name', 'PUT', 'Find or add a category by its name')
    .input(z.object({ name: categoryName }))
    .output(categoryEntry),
};
