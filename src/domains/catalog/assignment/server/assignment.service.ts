import type { SignedIn } from '#shared/caller.ts';
import type { Raises } from '#shared/errors.ts';
import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, countedPage, type PlaceOfPage } from '#shared/pages.ts';
import { wordsOf } from '#shared/words.ts';
import { categoriesNamedLike } from '../../categories/server/category.service.ts';
import { PLACEHOLDER } from '../../images/placeholder.ts';
import { limitScan } from '../../products/server/listing.repository.ts';
import { hasTrigram } from '../../products/server/listing.service.ts';
import type { Queryable } from '../../products/server/product.repository.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import type { AssignableOut } from '../assignment.contract.ts';
import { ASSIGN_LIMIT, ASSIGN_PAGE_SIZE } from '../assignment.ts';
import {
  type AssignableRow,
  countAllProducts,
  countFiltered,
  listAllByName,
  listFiltered,
  listFreeIds as listFreeRows,
  lockProductsForUpdate,
  lockPromotionForShare,
  type NameWord,
  promotionExists,
  updatePromotionOf,
} from './assignment.repository.ts';

interface Page {
  items: AssignableOut[];
  total: number;
  capped: boolean;
  page: number;
  pageCount: number;
}

const assignableOf = (row: AssignableRow): AssignableOut => ({
  ...row,
  image: row.image ?? PLACEHOLDER,
});

async function pageOf(
  requestedPage: number,
  size: number,
  count: () => Promise<number>,
  list: (place: PlaceOfPage) => Promise<AssignableRow[]>,
  limit?: number,
): Promise<Page> {
  const { place, ...page } = countedPage(requestedPage, size, await count(), limit);
  return { items: (await list(place)).map(assignableOf), ...page };
}

type Assignments = Catalogue & Raises<'NOT_FOUND'>;

const requirePromotion = async ({ database, errors }: Assignments, promotionId: string) => {
  if (!(await promotionExists(database.web, promotionId))) throw errors.NOT_FOUND();
};

/** Each word with the categories whose name contains it. */
const nameWords = (catalogue: Catalogue, search: string): Promise<NameWord[]> =>
  Promise.all(
    wordsOf(search).map(async (word) => ({
      word,
      categoryIds: await categoriesNamedLike(catalogue, [word]),
    })),
  );

/**
 * A word with three consecutive letters can use the index; others scan the whole table, with limited
 * concurrency.
 */
async function searched<T>(
  { database, scans }: Catalogue,
  words: readonly NameWord[],
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  if (words.some(({ word }) => hasTrigram(word))) return work(database.web);
  return scans(() =>
    database.asCaller(null, async (tx) => {
      await limitScan(tx);
      return work(tx);
    }),
  );
}

/** Products by name, all or those whose name or category contains each word. */
export async function listAssignable(
  catalogue: Assignments,
  {
    promotionId,
    search = '',
    assigned = false,
    page,
  }: { promotionId: string; search?: string; assigned?: boolean; page: number },
): Promise<Page> {
  await requirePromotion(catalogue, promotionId);
  const words = await nameWords(catalogue, search);
  const { web } = catalogue.database;
  const filter = { words, promotionId: assigned ? promotionId : undefined };
  const read = (db: Queryable) =>
    pageOf(
      page,
      ASSIGN_PAGE_SIZE,
      () => countFiltered(db, filter, ADMIN_COUNT_LIMIT),
      (place) => listFiltered(db, filter, place),
      ADMIN_COUNT_LIMIT,
    );
  // A promotion's own products are found by an index.
  if (assigned) return read(web);
  if (words.length === 0) {
    return pageOf(
      page,
      ASSIGN_PAGE_SIZE,
      () => countAllProducts(web),
      (place) => listAllByName(web, place),
    );
  }
  return searched(catalogue, words, read);
}

/** Ids of matching products without a promotion, up to the limit of one save. */
export async function listFreeIds(
  catalogue: Assignments,
  { promotionId, search = '' }: { promotionId: string; search?: string },
): Promise<{ ids: string[]; capped: boolean }> {
  await requirePromotion(catalogue, promotionId);
  const words = await nameWords(catalogue, search);
  const read = (db: Queryable) => listFreeRows(db, words, ASSIGN_LIMIT + 1);
  const ids =
    words.length === 0 ? await read(catalogue.database.web) : await searched(catalogue, words, read);
  return { ids: ids.slice(0, ASSIGN_LIMIT), capped: ids.length > ASSIGN_LIMIT };
}

/** A promotion's products by name. */
export async function listInPromotion(
  catalogue: Assignments,
  { promotionId, page }: { promotionId: string; page: number },
): Promise<Page> {
  await requirePromotion(catalogue, promotionId);
  const { web } = catalogue.database;
  return pageOf(
    page,
    ADMIN_PAGE_SIZE,
    () => countFiltered(web, { words: [], promotionId }, ADMIN_COUNT_LIMIT),
    (place) => listFiltered(web, { words: [], promotionId }, place),
    ADMIN_COUNT_LIMIT,
  );
}

/**
 * One transaction: `join` are in this promotion and no other, `leave` are in none, all others stay. Raises
 * PRODUCTS_GONE with the ids of products to join that do not exist; nothing is saved then.
 */
export async function assignProducts(
  { database, errors }: Catalogue & Raises<'NOT_FOUND' | 'PRODUCTS_GONE'>,
  user: SignedIn,
  { promotionId, join, leave }: { promotionId: string; join: readonly string[]; leave: readonly string[] },
): Promise<{ joined: number; moved: number; left: number }> {
  return database.asCaller(user, async (tx) => {
    if (!(await lockPromotionForShare(tx, promotionId))) throw errors.NOT_FOUND();
    const locked = new Map(
      (await lockProductsForUpdate(tx, [...join, ...leave])).map((row) => [row.id, row.promotionId]),
    );
    const wanted = new Set(join);
    const gone = [...wanted].filter((id) => !locked.has(id));
    if (gone.length > 0) throw errors.PRODUCTS_GONE({ data: { ids: gone } });
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
}
