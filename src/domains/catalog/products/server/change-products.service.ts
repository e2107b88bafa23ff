import { allowSeconds, type Queryable } from '#db/client.ts';
import { lockPromotionForShare } from '../../assignment/server/assignment.repository.ts';
import { lockCategoryForShare } from '../../categories/server/category.repository.ts';
import type { Operation } from '../../server/catalog-deps.ts';
import type { ProductsChange } from '../product-admin.contract.ts';
import {
  deleteProducts,
  inBatches,
  lockSelected,
  type ProductsUpdate,
  updateProducts,
} from './change-products.repository.ts';
import { readProductsFilter } from './product-list.service.ts';

/** The time that one change of many products may take, in seconds. */
export const CHANGE_SECONDS = 120;

/** Changes the selected products in one transaction, so that all of it is one change set of the history. */
export const changeProducts: Operation<'changeProducts'> = async (
  catalogue,
  { key, selection, change },
  { user, errors },
) => {
  const { filter, search, isNowhere } = await readProductsFilter(
    catalogue,
    'filter' in selection ? selection.filter : {},
  );
  if (isNowhere) return { changed: 0 };
  return catalogue.database.asCaller(user, async (tx) => {
    await allowSeconds(tx, CHANGE_SECONDS);
    if (!(await lockTarget(tx, change))) throw errors.NOT_FOUND();
    const update = updateOf(change);
    const ids = await lockSelected(tx, { filter, search, selected: selection }, update);
    const changed = await inBatches({ tx, userId: user.userId, key }, ids, (batch) =>
      update ? updateProducts(tx, batch, update) : deleteProducts(tx, batch),
    );
    return { changed };
  });
};

/** Locks the category or promotion that products get; false if it is gone. */
async function lockTarget(tx: Queryable, change: ProductsChange): Promise<boolean> {
  if (change.kind === 'move') return lockCategoryForShare(tx, change.categoryId);
  if (change.kind === 'promotion' && change.promotionId !== null)
    return lockPromotionForShare(tx, change.promotionId);
  return true;
}

/** The value that the products get; undefined for a deletion. */
function updateOf(change: ProductsChange): ProductsUpdate | undefined {
  switch (change.kind) {
    case 'feature':
      return { column: 'featured', value: change.featured };
    case 'status':
      return { column: 'status', value: change.status };
    case 'soldOut':
      return { column: 'sold_out', value: change.soldOut };
    case 'move':
      return { column: 'category_id', value: change.categoryId };
    case 'promotion':
      return { column: 'promotion_id', value: change.promotionId };
    case 'delete':
      return undefined;
  }
}
