import { allowSeconds, type Queryable } from '#db/client.ts';
import { changedByOf } from '#shared/changed-by.ts';
import type { Operation } from '../../server/catalog-deps.ts';
import { MOST_PRICES, planPrice } from '../price-change.ts';
import { CHANGE_SECONDS } from './change-products.service.ts';
import { isIndexed, limitScan } from './listing.repository.ts';
import {
  inBatches,
  listPrices as listPriceRows,
  lockPrices,
  type PriceChange,
  updatePrices,
} from './price-change.repository.ts';
import { readProductsFilter } from './product-list.service.ts';
import { searchBy } from './search-by.ts';

/** Maximum number of prices that a refusal names. */
const MAX_REPORTED = 100;

/** The prices of the selected products, which the browser plans with the same rule as `changePrices`. */
export const listPrices: Operation<'listPrices'> = async (catalogue, { selection }, { user }) => {
  const { filter, search, isNowhere } = await readProductsFilter(
    catalogue,
    'filter' in selection ? selection.filter : {},
  );
  if (isNowhere) return { items: [], capped: false };
  const read = async (db: Queryable) => {
    if (search?.lookup) await limitScan(db);
    return listPriceRows(db, { filter, search, selected: selection }, MOST_PRICES + 1);
  };
  const rows = await searchBy(catalogue, isIndexed(search), read, user);
  return rows.length > MOST_PRICES ? { items: [], capped: true } : { items: rows, capped: false };
};

/** Saves the prices of a preview in one transaction, so that all of it is one change set of the history. */
export const changePrices: Operation<'changePrices'> = async (
  { database },
  { key, rule, prices },
  { user, errors },
) => {
  for (const { before, after } of prices) {
    const planned = planPrice(before, rule);
    // The page is of another version of the shop, or the request was made by hand.
    if (planned.kind !== 'changed' || planned.after !== after) throw errors.BAD_INPUT();
  }
  return database.asCaller(user, async (tx) => {
    await allowSeconds(tx, CHANGE_SECONDS);
    const stale = await lockPrices(tx, prices);
    if (stale.length > 0) {
      const named = stale.slice(0, MAX_REPORTED).map(({ id, price, updatedBy, updatedAt }) => ({
        id,
        price,
        changedBy: updatedAt && changedByOf(updatedBy, updatedAt),
      }));
      throw errors.PRICES_CHANGED({ data: { prices: named, count: stale.length } });
    }
    const write = (batch: readonly PriceChange[]) => updatePrices(tx, batch);
    return { changed: await inBatches({ tx, userId: user.userId, key }, prices, write) };
  });
};
