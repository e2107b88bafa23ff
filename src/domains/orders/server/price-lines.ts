import { PLACEHOLDER } from '#domains/catalog/images/placeholder.ts';
import { priceOf } from '#domains/promotions/price.ts';
import type { Day } from '#shared/dates.ts';
import { DomainError } from '#shared/errors.ts';
import { koboOfNaira, koboOfText, nairaOfKobo, textOfKobo } from '#shared/money.ts';
import type { ChangedLine } from '../contract.ts';
import type { NewOrderItem } from './order.repository.ts';
import type { PricedProductRow } from './priced-product.repository.ts';

/** A submitted line with a normalized note. */
export interface SubmittedLine {
  productId: string;
  note: string | null;
  promotionCode: string | null;
  /** In naira. */
  shownPrice: number;
}

export type PricedLine = Omit<NewOrderItem, 'id' | 'orderId' | 'note'> & { note: string | null };

/**
 * Prices every line as of today. Throws PRODUCTS_GONE or PRICES_CHANGED with all lines that differ from what
 * the customer was shown, so that one confirmation covers them.
 */
export function priceLines(
  lines: readonly SubmittedLine[],
  products: readonly PricedProductRow[],
  today: Day,
): PricedLine[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  const priced: PricedLine[] = [];
  const changed: ChangedLine[] = [];
  for (const [position, line] of lines.entries()) {
    const product = byId.get(line.productId);
    if (!product) {
      changed.push({ productId: line.productId, name: null, before: line.shownPrice, after: null });
      continue;
    }
    const promotion = product.promotion && {
      ...product.promotion,
      promotionValue: nairaOfKobo(koboOfText(product.promotion.promotionValue)),
    };
    const price = priceOf(koboOfText(product.price), promotion, line.promotionCode, today);
    if (price.amount !== koboOfNaira(line.shownPrice)) {
      changed.push({
        productId: product.id,
        name: product.name,
        before: line.shownPrice,
        after: nairaOfKobo(price.amount),
      });
    }
    priced.push({
      position,
      productId: product.id,
      productName: product.name,
      productPrice: textOfKobo(price.amount),
      listPrice: textOfKobo(price.list),
      promotionCode: price.code,
      productImage: product.imageUrl ?? PLACEHOLDER.url,
      note: line.note,
    });
  }
  if (changed.some((line) => line.after === null)) throw new DomainError('PRODUCTS_GONE', { lines: changed });
  if (changed.length > 0) throw new DomainError('PRICES_CHANGED', { lines: changed });
  return priced;
}
