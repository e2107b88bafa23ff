import { z } from 'zod';
import { IMAGE_CODES } from '#shared/errors.ts';
import { MAX_UPLOAD_BODY } from '#shared/image-rules.ts';
import { raises, routes } from '#shared/route.ts';
import { changedBy, filledText, id, image, instant, raisesStale, text, version } from '#shared/shapes.ts';
import { category } from '../shapes.ts';

// The category tree as the back office sees and writes it.

/** A category as edited in the back office. */
export const categoryEntry = category.extend({ version, updatedAt: instant });
export type CategoryEntry = z.infer<typeof categoryEntry>;

/** With the name of the staff member who saved it last, if known. */
const editedCategory = categoryEntry.extend({ updatedBy: z.string().nullish() });

/** A listed category with its number of products, descendants excluded. */
export const listedCategory = categoryEntry.extend({ productCount: z.int() });
export type ListedCategory = z.infer<typeof listedCategory>;

/** All categories, including hidden ones: parents before their children, each level sorted. */
export const categoryList = z.object({
  categories: z.array(listedCategory),
  /** Products without a category. */
  uncategorised: z.int(),
  /** The version of the order: it changes when a category is added, deleted or moved. */
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

/** Every category once, each with a unique place among its siblings. */
const categoryOrder = z
  .array(z.object({ id, displayOrder: z.int32() }))
  .max(5000)
  .refine((order) => new Set(order.map((one) => one.id)).size === order.length, 'Each category once');

const manage = routes('admin', 'manage categories');
const see = routes('admin', 'manage categories', { scope: 'products:read' });

export const categoryAdminContract = {
  listAllCategories: see('GET /admin/categories', 'All categories with their products counted').output(
    categoryList,
  ),
  getCategory: see('GET /admin/categories/{id}', 'One category')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(editedCategory),
  /** A new category is last among its siblings. */
  createCategory: manage('POST /admin/categories', 'Add a category', { change: 'Added {categories}' })
    .errors(raises('CONFLICT'))
    .input(categoryInput)
    .output(categoryEntry),
  /** The slug follows the name; the old slug remains valid. Under another parent the category comes last. */
  updateCategory: manage('PATCH /admin/categories/{id}', 'Change a category', {
    change: 'Changed {categories}',
  })
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
  updateCategoryImage: manage('PUT /admin/categories/{id}/image', 'Set the image of a category', {
    maxBody: MAX_UPLOAD_BODY,
    change: 'Changed the image of {categories}',
  })
    .errors(raises('NOT_FOUND', ...IMAGE_CODES))
    .input(z.object({ id, file: z.file('Please select an image file') }))
    .output(image),
  /** Deletes its descendants too; products stay, without a category. Returns both numbers. */
  deleteCategory: manage('DELETE /admin/categories/{id}', 'Delete a category and all below it', {
    change: 'Deleted {categories}',
  })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ subcategories: z.int(), products: z.int() })),
  setCategoryActive: manage('PUT /admin/categories/{id}/active', 'Show or hide a category', {
    change: ({ isActive }: { isActive: boolean }) => (isActive ? 'Showed {categories}' : 'Hid {categories}'),
  })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id, isActive: z.boolean(), shown: z.boolean() }))
    .output(z.object({ isActive: z.boolean(), overtaken: changedBy.nullable() })),
  reorderCategories: manage('PUT /admin/categories/order', 'Put the categories in another order', {
    change: 'Reordered the categories',
  })
    .errors(raisesStale(categoryList))
    .input(z.object({ version, order: categoryOrder }))
    .output(z.object({ version })),
  /** The category of this name, ignoring case: an existing one, or a new top-level one. */
  ensureCategory: manage('PUT /admin/categories/by-name', 'Find or add a category by its name', {
    change: 'Added {categories}',
  })
    .input(z.object({ name: categoryName }))
    .output(categoryEntry),
};
