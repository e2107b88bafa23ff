import { promotionOf } from '#domains/promotions/server/promotion.service.ts';
import { PLACEHOLDER } from '../../images/placeholder.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import type { ProductOut, ProductSummaryOut } from '../../shapes.ts';
import {
  findProduct as findProductRow,
  insertLike,
  listProductsByIds,
  listRelated,
  type ProductRow,
} from './product.repository.ts';
import type { SummaryRow } from './product-columns.repository.ts';

/** Converts a row for a card. */
export const summaryOf = (row: SummaryRow): ProductSummaryOut => ({
  id: row.id,
  name: row.name,
  price: row.price,
  category: row.category,
  featured: row.featured,
  createdAt: row.createdAt.toISOString(),
  promotionId: row.promotionId,
  promotion: row.promotion && promotionOf(row.promotion),
  image: row.image ?? PLACEHOLDER,
});

export const productOf = (row: ProductRow): ProductOut => ({
  ...summaryOf(row),
  description: row.description,
  likes: row.likes,
  images: row.images,
});

/** One product with its images and promotion, or undefined. */
export async function findProduct({ database }: Catalogue, id: string): Promise<ProductOut | undefined> {
  const row = await findProductRow(database.web, id);
  return row ? productOf(row) : undefined;
}

/** The existing products of these ids, in the requested order. */
export async function findProducts({ database }: Catalogue, ids: readonly string[]): Promise<ProductOut[]> {
  const asked = [...new Set(ids)];
  const rows = new Map((await listProductsByIds(database.web, asked)).map((row) => [row.id, row]));
  return asked.flatMap((id) => rows.get(id.toLowerCase()) ?? []).map(productOf);
}

/** Products of the same category first, then the newest; never the product itself. */
export async function relatedProducts(
  { database }: Catalogue,
  id: string,
  limit: number,
): Promise<ProductSummaryOut[]> {
  return (await listRelated(database.web, id, limit)).map(summaryOf);
}

/** Limit of counted likes per IP address and hour. */
const LIKES_PER_HOUR = 300;

/** Counts a like per browser and product; false if counted before, the product is unknown or a limit is reached. */
export async function likeProduct(
  { database, limits }: Catalogue,
  like: { productId: string; browserId: string; address: string },
): Promise<boolean> {
  if (limits && !(await limits.allows(`like:${like.address}`, LIKES_PER_HOUR, 3600))) return false;
  return insertLike(database.web, like.productId, like.browserId);
}
