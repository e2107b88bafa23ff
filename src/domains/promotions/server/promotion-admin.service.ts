import { v7 as uuidv7 } from 'uuid';
import type { SignedIn } from '#shared/caller.ts';
import { changedByOf } from '#shared/changed-by.ts';
import type { Day } from '#shared/dates.ts';
import type { Raises } from '#shared/errors.ts';
import { koboOfNaira } from '#shared/money.ts';
import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, countedPage } from '#shared/pages.ts';
import type { ChangedBy } from '#shared/shapes.ts';
import { wordsOf } from '#shared/words.ts';
import type { PromotionInput, PromotionRecordOut } from '../contract.ts';
import type { PromotionSort } from '../promotion-sorts.ts';
import type { When } from '../window.ts';
import type { PromotionRow } from './promotion.repository.ts';
import { type PromotionsDeps, promotionOf } from './promotion.service.ts';
import {
  countPromotions,
  deletePromotion as deleteRow,
  findEditedPromotion,
  findPromotion,
  insertPromotion,
  letProductsGo,
  listPromotionPage,
  type PromotionFields,
  updatePromotion as updateRow,
} from './promotion-admin.repository.ts';

const recordOf = (row: PromotionRow): PromotionRecordOut => ({ ...promotionOf(row), version: row.version });

const fieldsOf = (input: PromotionInput): PromotionFields => ({
  name: input.name,
  description: input.description,
  tagLine: input.tagLine,
  code: input.code,
  startDate: input.startDate,
  endDate: input.endDate,
  promotionType: input.promotionType,
  promotionValue: koboOfNaira(input.promotionValue),
});

export interface PromotionsQuery {
  search?: string;
  when?: When;
  sort?: PromotionSort;
  page: number;
}

/** One page of the back office's table. A page past the end becomes the last. */
export async function listForAdmin(
  { database, clock }: PromotionsDeps,
  { search = '', when, sort, page }: PromotionsQuery,
): Promise<{
  items: PromotionRecordOut[];
  total: number;
  capped: boolean;
  page: number;
  pageCount: number;
  today: Day;
}> {
  const today = clock.today();
  const filter = { words: wordsOf(search), when, today };
  const counted = await countPromotions(database.web, filter, ADMIN_COUNT_LIMIT);
  const { place: _, ...found } = countedPage(page, ADMIN_PAGE_SIZE, counted, ADMIN_COUNT_LIMIT);
  // Few enough rows to be read with an offset.
  const offset = (found.page - 1) * ADMIN_PAGE_SIZE;
  const rows = await listPromotionPage(database.web, filter, { sort, offset, limit: ADMIN_PAGE_SIZE });
  return { items: rows.map(recordOf), ...found, today };
}

export async function getPromotion(
  { database, errors }: PromotionsDeps & Raises<'NOT_FOUND'>,
  id: string,
): Promise<PromotionRecordOut> {
  const row = await findPromotion(database.web, id);
  if (!row) throw errors.NOT_FOUND();
  return recordOf(row);
}

/**
 * A repeated id, after a lost response, creates no second promotion; corrections made in the form since are
 * saved over the first attempt, unless another user has changed it.
 */
export async function createPromotion(
  { database, errors }: PromotionsDeps & Raises<'CONFLICT' | 'BUSY'>,
  user: SignedIn,
  { id = uuidv7(), ...input }: PromotionInput & { id?: string },
): Promise<PromotionRecordOut> {
  const row = await database.asCaller(user, async (tx) => {
    const fields = fieldsOf(input);
    return (
      (await insertPromotion(tx, { id, ...fields })) ??
      (await updateRow(tx, { id, version: 1 }, fields)) ??
      (await findPromotion(tx, id))
    );
  });
  if (row === 'taken') throw errors.CONFLICT({ data: { field: 'code' } });
  // Deleted between two of these statements.
  if (!row) throw errors.BUSY();
  return recordOf(row);
}

/** Saves over the version that was read. */
export async function updatePromotion(
  {
    database,
    errors,
  }: PromotionsDeps &
    Raises<'NOT_FOUND' | 'CONFLICT', { STALE: ChangedBy & { current: PromotionRecordOut } }>,
  user: SignedIn,
  { id, version, ...input }: PromotionInput & { id: string; version: number },
): Promise<PromotionRecordOut> {
  const row = await database.asCaller(user, (tx) => updateRow(tx, { id, version }, fieldsOf(input)));
  if (row === 'taken') throw errors.CONFLICT({ data: { field: 'code' } });
  if (row) return recordOf(row);
  const current = await database.asCaller(user, (tx) => findEditedPromotion(tx, id));
  if (!current) throw errors.NOT_FOUND();
  throw errors.STALE({
    data: {
      ...changedByOf(current.editor, current.updatedAt),
      current: recordOf(current),
    },
  });
}

/** Products released per statement, well within the statement timeout. */
const AT_ONCE = 2_000;

/**
 * Releases its products and deletes it, in one transaction; of a promotion with thousands of products, most
 * are released beforehand in batches. A retry after a failure continues.
 */
export async function deletePromotion(
  { database, errors }: PromotionsDeps & Raises<'NOT_FOUND'>,
  user: SignedIn,
  id: string,
): Promise<void> {
  while ((await database.asCaller(user, (tx) => letProductsGo(tx, id, AT_ONCE))) > 0);
  const deleted = await database.asCaller(user, (tx) => deleteRow(tx, id));
  if (!deleted) throw errors.NOT_FOUND();
}
