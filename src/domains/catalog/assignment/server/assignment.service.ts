import type { Queryable } from '#db/client.ts';
import type { Errors } from '#shared/errors.ts';
import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, countedPage } from '#shared/pages.ts';
import { summaryOf } from '../../products/server/product.service.ts';
import { findProductTotals } from '../../products/server/product-admin.repository.ts';
import type { SummaryRow } from '../../products/server/product-columns.repository.ts';
import { seekNames } from '../../products/server/product-names.ts';
import { searchBy } from '../../products/server/search-by.ts';
import type { Catalogue, Operation } from '../../server/catalog-deps.ts';
import { ASSIGN_LIMIT, ASSIGN_PAGE_SIZE } from '../assignment.ts';
import {
  type AssignableFilter,
  countFiltered,
  hasOthers,
  listFiltered,
  listFreeIds as listFreeRows,
  lockProductsForUpdate,
  lockPromotionForShare,
  promotionExists,
  updatePromotionOf,
} from './assignment.repository.ts';

const assignableOf = (row: SummaryRow) => ({ ...summaryOf(row), category: row.category?.name ?? null });

async function pageOf(db: Queryable, filter: AssignableFilter, requested: number, size: number) {
  const isLimited = filter.words.length > 0 || filter.promotionId !== undefined;
  const counted = await (isLimited
    ? countFiltered(db, filter, ADMIN_COUNT_LIMIT)
    : findProductTotals(db).then(({ total }) => total));
  const { place, ...page } = countedPage(requested, size, counted, isLimited ? ADMIN_COUNT_LIMIT : undefined);
  const hits = page.capped ? undefined : ADMIN_COUNT_LIMIT;
  const rows = await listFiltered(db, filter, { ...place, hits });
  return { items: rows.map(assignableOf), ...page };
}

const requirePromotion = async ({ database }: Catalogue, id: string, errors: Errors<'NOT_FOUND'>) => {
  if (!(await promotionExists(database.web, id))) throw errors.NOT_FOUND();
};

/** Products below a heading 'Close to …'. */
const CLOSE_PRODUCTS = 8;
/** How many products with its words are compared for them. */
const CLOSE_COMPARED = 1_000;

/** Products by name, all or those whose name or category has each word; on the first page, those of close words too. */
export const listAssignable: Operation<'listAssignable'> = async (
  catalogue,
  { promotionId, search = '', assigned, page: requested },
  { user, errors },
) => {
  await requirePromotion(catalogue, promotionId, errors);
  const { words, isIndexed, close } = await seekNames(catalogue, search, 'name or category');
  const inPromotion = assigned ? { promotionId } : {};
  const read = async (db: Queryable) => {
    const page = await pageOf(db, { words, ...inPromotion }, requested, ASSIGN_PAGE_SIZE);
    const found = [];
    for (const { word, by, ...meant } of requested > 1 ? [] : close) {
      const place = { offset: 0, limit: CLOSE_PRODUCTS, fromEnd: false, hits: CLOSE_COMPARED };
      const rows = await listFiltered(db, { ...meant, ...inPromotion }, place);
      if (rows.length > 0) found.push({ word, by, items: rows.map(assignableOf) });
    }
    return { ...page, close: found };
  };
  return searchBy(catalogue, assigned || isIndexed, read, user);
};

/** Ids of matching products without a promotion, up to the limit of one save. Those of close words are not among them. */
export const listFreeIds: Operation<'listFreeIds'> = async (
  catalogue,
  { promotionId, search = '' },
  { user, errors },
) => {
  await requirePromotion(catalogue, promotionId, errors);
  const { words, isIndexed } = await seekNames(catalogue, search, 'name or category');
  const read = async (db: Queryable) => ({
    ids: await listFreeRows(db, { words }, ASSIGN_LIMIT + 1),
    others: await hasOthers(db, { words, promotionId }),
  });
  const { ids, others } = await searchBy(catalogue, isIndexed, read, user);
  return { ids: ids.slice(0, ASSIGN_LIMIT), capped: ids.length > ASSIGN_LIMIT, others };
};

/** A promotion's products by name. */
export const listInPromotion: Operation<'listInPromotion'> = async (
  catalogue,
  { promotionId, page },
  { user, errors },
) => {
  await requirePromotion(catalogue, promotionId, errors);
  return catalogue.database.asCaller(user, (tx) =>
    pageOf(tx, { words: [], promotionId }, page, ADMIN_PAGE_SIZE),
  );
};

/**
 * One transaction: `join` are in this promotion and no other, `leave` are in none, all others stay. Raises
 * PRODUCTS_GONE with the ids of products to join that do not exist; nothing is saved then.
 */
export const assignProducts: Operation<'assignProducts'> = (
  { database },
  { promotionId, join, leave },
  { user, errors },
) =>
  database.asCaller(user, async (tx) => {
    if (!(await lockPromotionForShare(tx, promotionId))) throw errors.NOT_FOUND();
    const locked = new Map(
      (await lockProductsForUpdate(tx, [...join, ...leave])).map((row) => [row.id, row.promotionId]),
    );
    const wanted = new Set(join);
    const missing = [...wanted].filter((id) => !locked.has(id));
    if (missing.length > 0) throw errors.PRODUCTS_GONE({ data: { ids: missing } });
    const joining = [...wanted].filter((id) => locked.get(id) !== promotionId);
    const leaving = [...locked].flatMap(([id, at]) => (!wanted.has(id) && at === promotionId ? [id] : []));
    await updatePromotionOf(tx, joining, promotionId);
    await updatePromotionOf(tx, leaving, null);
    return {
      joined: joining.length,
      moved: joining.filter((id) => locked.get(id) !== null).length,
      left: leaving.length,
    };
  });
