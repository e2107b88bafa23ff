import { allowSeconds, type Queryable } from '#db/client.ts';
import { lockPromotionForShare } from '../../assignment/server/assignment.repository.ts';
import { lockCategoryForShare } from '../../categories/server/category.repository.ts';
import type { Operation } from '../../server/catalog-deps.ts';
import type { ProductsChange } from '../product-admin.contract.ts';
import {
  deleteSelected,
  type SelectedProducts,
  updateCategoryOf,
  updatePromotionOfSelected,
  updateSwitchOf,
} from './change-products.repository.ts';
import { readProductsFilter } from './product-list.service.ts';

/** The time that one change of many products may take, in seconds. */
const CHANGE_SECONDS = 120;

/** Changes the selected products in one transaction, so that all of it is one change set of the history. */
export const changeProducts: Operation<'changeProducts'> = async (
  catalogue,
  { selection, change },
  { user, errors },
) => {
  const { filter, search, isNowhere } = await readProductsFilter(
    catalogue,
    'filter' in selection ? selection.filter : {},
  );
  if (isNowhere) return { changed: 0 };
  const changed = await catalogue.database.asCaller(user, async (tx) => {
    await allowSeconds(tx, CHANGE_SECONDS);
    return changeSelected(tx, { filter, search, selected: selection }, change);
  });
  if (changed === null) throw errors.NOT_FOUND();
  return { changed };
};

/** The number of products that differ now; null if the category or promotion is gone. */
async function changeSelected(
  tx: Queryable,
  products: SelectedProducts,
  change: ProductsChange,
): Promise<number | null> {
  switch (change.kind) {
    case 'feature':
      return updateSwitchOf(tx, products, 'featured', change.featured);
    case 'status':
      return updateSwitchOf(tx, products, 'status', change.status);
    case 'soldOut':
      return updateSwitchOf(tx, products, 'sold_out', change.soldOut);
    case 'move':
      return (await lockCategoryForShare(tx, change.categoryId))
        ? updateCategoryOf(tx, products, change.categoryId)
        : null;
    case 'promotion':
      return change.promotionId === null || (await lockPromotionForShare(tx, change.promotionId))
        ? updatePromotionOfSelected(tx, products, change.promotionId)
        : null;
    case 'delete':
      return deleteSelected(tx, products);
  }
}
