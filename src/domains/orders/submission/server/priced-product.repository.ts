import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { productImages, products } from '#db/schema/catalog.ts';
import { promotions } from '#db/schema/promotions.ts';
import type { Kobo } from '#shared/money.ts';

export { lockImages } from '#db/image-names.ts';

/** The price data of a product, and what an order stores of it. */
export interface PricedProductRow {
  id: string;
  name: string;
  price: Kobo;
  soldOut: boolean;
  /** The URL of the primary image, else of the first, else null. */
  imageUrl: string | null;
  promotion: {
    code: string;
    startDate: string;
    endDate: string;
    promotionType: 'percentage' | 'fixed';
    promotionValue: Kobo;
  } | null;
}

/** The published products with their promotions, in one statement, so that all prices are of one moment. */
export async function listPricedProducts(db: Queryable, ids: string[]): Promise<PricedProductRow[]> {
  const image = db
    .select({ imageUrl: productImages.imageUrl })
    .from(productImages)
    .where(eq(productImages.productId, products.id))
    .orderBy(desc(productImages.isPrimary), asc(productImages.displayOrder), asc(productImages.id))
    .limit(1);
  return db
    .select({
      id: products.id,
      name: products.name,
      price: products.price,
      soldOut: products.soldOut,
      imageUrl: sql<string | null>`${image}`,
      promotion: {
        code: promotions.code,
        startDate: promotions.startDate,
        endDate: promotions.endDate,
        promotionType: promotions.promotionType,
        promotionValue: promotions.promotionValue,
      },
    })
    .from(products)
    .leftJoin(promotions, eq(promotions.id, products.promotionId))
    .where(and(inArray(products.id, ids), eq(products.status, 'published')));
}
