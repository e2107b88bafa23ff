import { PLACEHOLDER } from '#domains/catalog/images/placeholder.ts';
import { priceOf } from '#domains/promotions/price.ts';
import type { Day } from '#shared/dates.ts';
import type { Errors } from '#shared/errors.ts';
import type { Kobo } from '#shared/money.ts';
import type { ChangedLineOut } from '../../contract.ts';
import type { NewOrderItem } from '../../server/order.repository.ts';
import type { PricedProductRow } from './priced-product.repository.ts';

/** A submitted line with a normalized note. */
export interface SubmittedLine {
  productId: string;
  note: string | null;
  promotionCode: string | null;
  shownPrice: Kobo;
}

type Changed = { lines: ChangedLineOut[] };
export type PriceErrors = Errors<
  never,
  { PRODUCTS_GONE: Changed; PRODUCTS_SOLD_OUT: Changed & { names: string }; PRICES_CHANGED: Changed }
>;

export type PricedLine = Omit<NewOrderItem, 'id' | 'orderId' | 'note'> & { note: string | null };

/**
 * Prices every line as of today. Raises PRODUCTS_GONE, PRODUCTS_SOLD_OUT or PRICES_CHANGED with all lines that differ
 * from what the customer was shown, so that one confirmation covers them.
 */
export function priceLines(
  errors: PriceErrors,
  lines: readonly SubmittedLine[],
  products: readonly PricedProductRow[],
  today: Day,
): PricedLine[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  const priced: PricedLine[] = [];
  const changed: ChangedLineOut[] = [];
  for (const [position, line] of lines.entries()) {
    const product = byId.get(line.productId);
    if (!product) {
      changed.push({ productId: line.productId, name: null, before: line.shownPrice, after: null });
      continue;
    }
    if (product.soldOut) {
      const { id: productId, name } = product;
      changed.push({ productId, name, before: line.shownPrice, after: null });
      continue;
    }
    const price = priceOf(product.price, product.promotion, line.promotionCode, today);
    if (price.amount !== line.shownPrice) {
      changed.push({
        productId: product.id,
        name: product.name,
        before: line.shownPrice,
        after: price.amount,
      });
    }
    priced.push({
      position,
      productId: product.id,
      productName: product.name,
      productPrice: price.amount,
      listPrice: price.list,
      promotionCode: price.code,
      promotionPercent: price.percent,
      productImage: product.imageUrl ?? PLACEHOLDER.url,
      note: line.note,
    });
  }
  const missing = changed.filter((line) => line.after === null);
  if (missing.some((line) => line.name === null)) throw errors.PRODUCTS_GONE({ data: { lines: changed } });
  if (missing.length > 0) {
    const names = missing.map((line) => line.name).join(', ');
    throw errors.PRODUCTS_SOLD_OUT({ data: { lines: changed, names } });
  }
  if (changed.length > 0) throw errors.PRICES_CHANGED({ data: { lines: changed } });
  return priced;
}
