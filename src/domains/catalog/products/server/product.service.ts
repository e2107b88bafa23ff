import { promotionOf } from '#domains/promotions/server/promotion.service.ts';
import { PLACEHOLDER } from '../../images/placeholder.ts';
import type { Operation } from '../../server/catalog-deps.ts';
import { browserIdOf } from './browser-cookie.ts';
import { insertLike, listProductsByIds, listRelated, type ProductRow } from './product.repository.ts';
import type { SummaryRow } from './product-columns.repository.ts';

/** Converts a row for a card. */
export const summaryOf = <Row extends SummaryRow | ProductRow>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  promotion: row.promotion && promotionOf(row.promotion),
  image: row.image ?? PLACEHOLDER,
});

/** One product with its images and promotion. */
export const getProduct: Operation<'getProduct'> = async ({ productLoader, clock }, { id }, { errors }) => {
  const row = await productLoader.load(id);
  if (!row) throw errors.NOT_FOUND();
  return { product: summaryOf(row), today: clock.today() };
};

/** The existing products of these ids, in the requested order. */
export const getProducts: Operation<'getProducts'> = async ({ database, clock }, input) => {
  const ids = [...new Set(input.ids)];
  const rows = await listProductsByIds(database.reads, ids);
  return { products: rows.filter((row) => row !== null).map(summaryOf), today: clock.today() };
};

/** Products of the same category first, then the newest; never the product itself. */
export const relatedProducts: Operation<'relatedProducts'> = async ({ database }, { id, limit }) =>
  (await listRelated(database.reads, id, limit)).map(summaryOf);

/** Limit of counted likes per IP address and hour. */
const LIKES_PER_HOUR = 300;

/** Counts a like per browser and product; false if counted before, the product is unknown or a limit is reached. */
export const likeProduct: Operation<'likeProduct'> = async (
  { database, limits, secureCookies },
  { id },
  call,
) => {
  const browserId = browserIdOf(call, secureCookies);
  if (limits && !(await limits.allows(`like:${call.ipAddress}`, LIKES_PER_HOUR, 3600)))
    return { counted: false };
  return { counted: await insertLike(database.web, id, browserId) };
};
