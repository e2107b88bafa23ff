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
    getCategory: os.getCategory.handler(({ input, errors }) =>
      getCategory({ ...catalogue, errors }, input.id),
    ),
    createCategory: os.createCategory.handler(({ input, context, errors }) =>
      createCategory({ ...catalogue, errors }, context.user, input),
    ),
    updateCategory: os.updateCategory.handler(({ input, context, errors }) =>
      updateCategory({ ...catalogue, errors }, context.user, input),
    ),
    updateCategoryImage: os.updateCategoryImage.handler(({ input, context, errors }) =>
      updateCategoryImage({ ...catalogue, errors }, context.user, input),
    ),
    deleteCategory: os.deleteCategory.handler(({ input, context, errors }) =>
      deleteCategory({ ...catalogue, errors }, context.user, input.id),
    ),
    setCategoryActive: os.setCategoryActive.handler(({ input, context, errors }) =>
      setCategoryActive({ ...catalogue, errors }, context.user, input),
    ),
    reorderCategories: os.reorderCategories.handler(({ input, context, errors }) =>
      reorderCategories({ ...catalogue, errors }, context.user, input),
    ),
    ensureCategory: os.ensureCategory.handler(({ input, context }) =>
      ensureCategory(catalogue, context.user, input.name),
    ),
  };
}
