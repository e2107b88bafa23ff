import { expect, test } from 'vitest';
import * as messages from './category-admin.messages.ts';

test('ERR-27 ERR-29 messages for categories that cannot be loaded', () => {
  expect([messages.categoriesFailed, messages.categoryFailed, messages.refreshFailed]).toEqual([
    'Failed to fetch categories',
    'Failed to fetch category',
    'Failed to refresh data',
  ]);
});

test('ERR-28 messages for a category that cannot be saved', () => {
  expect(
    [
      messages.createCategoryMessages,
      messages.updateCategoryMessages,
      messages.updateCategoryImageMessages,
      messages.deleteCategoryMessages,
      messages.setCategoryActiveMessages,
      messages.reorderCategoriesMessages,
    ].map(({ failure }) => failure.title),
  ).toEqual([
    'Failed to create category',
    'Failed to update category',
    'Failed to update category image',
    'Failed to delete category',
    'Failed to update category status',
    'Failed to update category order',
  ]);
});

test('ERR-30 ERR-32 OPEN-19 messages for a saved category', () => {
  expect(
    [
      messages.createCategoryMessages,
      messages.updateCategoryMessages,
      messages.updateCategoryImageMessages,
      messages.reorderCategoriesMessages,
    ].map(({ success }) => success),
  ).toEqual([
    'Category created successfully',
    'Category updated successfully',
    'Category image updated successfully',
    'Category order updated successfully',
  ]);
});

test('ERR-31 OPEN-23 the switch has a message per direction, and reports a concurrent change', () => {
  expect(messages.categorySwitched(true, null)).toEqual({
    title: 'Category activated successfully',
    description: undefined,
  });
  expect(messages.categorySwitched(false, { name: 'Bola', at: '2026-11-20T10:00:00Z' })).toEqual({
    title: 'Category deactivated successfully',
    description: 'It was not as your screen said: Bola had switched it.',
  });
});

test('ADM-CAT-04 OPEN-58 the confirmation and the result of a deletion', () => {
  expect(messages.deletionOf('Men', { subcategories: 5, products: 1 })).toBe(
    'This permanently deletes “Men” and all of its subcategories (5). 1 product stays in the shop without a category. This action cannot be undone.',
  );
  expect(messages.deletionOf('Men', { subcategories: 0, products: 0 })).toContain(
    'all of its subcategories (none',
  );
  expect(messages.categoryDeleted({ subcategories: 0, products: 0 })).toEqual({
    title: 'Category deleted successfully',
    description: undefined,
  });
  expect(messages.categoryDeleted({ subcategories: 1, products: 3 }).description).toBe(
    '1 subcategory went with it. 3 products have no category now.',
  );
});
