import { imageRefusals } from '#shared/image-refusals.ts';
import type { CodesOf, Message, Messages } from '#shared/messages.ts';
import { plural } from '#shared/plural.ts';
import type { ChangedBy } from '#shared/shapes.ts';
import type { categoryAdminContract } from './category-admin.contract.ts';

type MessagesFor<O extends keyof typeof categoryAdminContract> = Messages<
  CodesOf<(typeof categoryAdminContract)[O]>
>;

export const categoriesFailed = 'Failed to fetch categories';
export const categoryFailed = 'Failed to fetch category';
/** Shown if rows are present but the reload failed. */
export const refreshFailed = 'Failed to refresh data';

export const categoryMissing = 'Another staff member deleted this category.';

export const createCategoryMessages: MessagesFor<'createCategory'> = {
  success: 'Category created successfully',
  failure: { title: 'Failed to create category' },
  refused: {
    CONFLICT: { title: 'Failed to create category', description: 'Another category has this name.' },
  },
};

export const updateCategoryMessages: MessagesFor<'updateCategory'> = {
  success: 'Category updated successfully',
  failure: { title: 'Failed to update category' },
  refused: {
    NOT_FOUND: { title: 'Failed to update category', description: categoryMissing },
    CONFLICT: { title: 'Failed to update category', description: 'Another category has this name.' },
    CATEGORY_CYCLE: {
      title: 'Failed to update category',
      description: 'The chosen parent stands below this category now. Please choose another.',
    },
  },
};

export const updateCategoryImageMessages: MessagesFor<'updateCategoryImage'> = {
  success: 'Category image updated successfully',
  failure: { title: 'Failed to update category image' },
  refused: {
    NOT_FOUND: { title: 'Failed to update category image', description: categoryMissing },
    ...imageRefusals('Failed to update category image'),
  },
};

/** The success message depends on what was deleted with it: see `categoryDeleted`. */
export const deleteCategoryMessages: MessagesFor<'deleteCategory'> = {
  failure: { title: 'Failed to delete category' },
  refused: { NOT_FOUND: { title: 'Failed to delete category', description: categoryMissing } },
};

/** The success message depends on the switch and on concurrent changes: see `categorySwitched`. */
export const setCategoryActiveMessages: MessagesFor<'setCategoryActive'> = {
  failure: { title: 'Failed to update category status' },
  refused: { NOT_FOUND: { title: 'Failed to update category status', description: categoryMissing } },
};

export const reorderCategoriesMessages: MessagesFor<'reorderCategories'> = {
  success: 'Category order updated successfully',
  failure: { title: 'Failed to update category order' },
  refused: {
    STALE: {
      title: 'Failed to update category order',
      description: 'Another staff member changed it. The current order is shown; please move again.',
    },
  },
};

export const categorySwitched = (isActive: boolean, overtaken: ChangedBy | null): Message => ({
  title: `Category ${isActive ? 'activated' : 'deactivated'} successfully`,
  description: overtaken ? `It was not as your screen said: ${overtaken.name} had switched it.` : undefined,
});

export function categoryDeleted({
  subcategories,
  products,
}: {
  subcategories: number;
  products: number;
}): Message {
  const went =
    subcategories > 0 ? `${plural(subcategories, 'subcategory', 'subcategories')} went with it.` : '';
  const stay = products > 0 ? `${plural(products, 'product has', 'products have')} no category now.` : '';
  return {
    title: 'Category deleted successfully',
    description: `${went} ${stay}`.trim() || undefined,
  };
}

/** The confirmation before a category is deleted. */
export function deletionOf(
  name: string,
  { subcategories, products }: { subcategories: number; products: number },
) {
  const below =
    subcategories > 0
      ? `all of its subcategories (${subcategories})`
      : 'all of its subcategories (none at the moment)';
  const stay =
    products > 0
      ? `${plural(products, 'product stays', 'products stay')} in the shop without a category.`
      : 'No product is in it.';
  return `This permanently deletes “${name}” and ${below}. ${stay} This action cannot be undone.`;
}
