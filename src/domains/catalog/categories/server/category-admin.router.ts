import { gated } from '#platform/rpc/gate.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import { categoryAdminContract } from '../category-admin.contract.ts';
import {
  createCategory,
  deleteCategory,
  ensureCategory,
  getCategory,
  listAllCategories,
  reorderCategories,
  setCategoryActive,
  updateCategory,
} from './category-admin.service.ts';
import { updateCategoryImage } from './category-image.service.ts';

export function categoryAdminRouter(catalogue: Catalogue) {
  const os = gated(categoryAdminContract);
  return {
    listAllCategories: os.listAllCategories.handler(({ context }) =>
      listAllCategories(catalogue, context.user),
    ),
    getCategory: os.getCategory.handler(({ input }) => getCategory(catalogue, input.id)),
    createCategory: os.createCategory.handler(({ input, context }) =>
      createCategory(catalogue, context.user, input),
    ),
    updateCategory: os.updateCategory.handler(({ input, context }) =>
      updateCategory(catalogue, context.user, input),
    ),
    updateCategoryImage: os.updateCategoryImage.handler(({ input, context }) =>
      updateCategoryImage(catalogue, context.user, input),
    ),
    deleteCategory: os.deleteCategory.handler(({ input, context }) =>
      deleteCategory(catalogue, context.user, input.id),
    ),
    setCategoryActive: os.setCategoryActive.handler(({ input, context }) =>
      setCategoryActive(catalogue, context.user, input),
    ),
    reorderCategories: os.reorderCategories.handler(({ input, context }) =>
      reorderCategories(catalogue, context.user, input),
    ),
    ensureCategory: os.ensureCategory.handler(({ input, context }) =>
      ensureCategory(catalogue, context.user, input.name),
    ),
  };
}
