import { v7 as uuidv7 } from 'uuid';
import type { Database, Queryable } from '#db/client.ts';
import { type Cached, type ChangeFeed, cacheUntilTableChange } from '#platform/changes/cache-until-change.ts';
import type { Clock } from '#platform/clock.ts';
import type { Service } from '#platform/rpc/gate.ts';
import { changedByOf, isStored, type StaleErrors } from '#shared/changed-by.ts';
import { koboOfNaira } from '#shared/money.ts';
import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, countedPage } from '#shared/pages.ts';
import { wordsOf } from '#shared/words.ts';
import type { PromotionInput, PromotionOut, promotionsContract } from '../contract.ts';
import {
  countPromotions,
  deletePromotion as deleteRow,
  findPromotion,
  findPromotionByCode,
  insertPromotion,
  listPromotionPage,
  listPromotions,
  listPromotionsOn,
  updatePromotion as updateRow,
} from './promotion.repository.ts';
import { listClosePromotions } from './promotion-search.ts';

export interface PromotionsDeps {
  database: Pick<Database, 'web' | 'reads' | 'asCaller'>;
  clock: Pick<Clock, 'today'>;
  /** The database's change feed. Without it nothing is cached in the process. */
  changes?: ChangeFeed | undefined;
}

/** The services' dependencies and the process's cache. */
export interface Promotions extends PromotionsDeps {
  cachedActive: Cached;
}

export const openPromotions = (deps: PromotionsDeps): Promotions => ({
  ...deps,
  cachedActive: cacheUntilTableChange(deps.changes, ['promotions'], 1),
});

type Operation<K extends keyof typeof promotionsContract> = Service<
  (typeof promotionsContract)[K],
  Promotions
>;

/** Converts a row of any query to the contract's type, which drops other columns. */
export const promotionOf = <Row extends Omit<PromotionOut, 'createdAt'> & { createdAt: Date | string }>(
  row: Row,
) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() });

/** Every promotion, newest first. */
export const list: Operation<'list'> = async ({ database }) =>
  (await listPromotions(database.reads)).map(promotionOf);

/** Promotions active today, newest first: every page of the shop reads them, so they are cached. */
export const listActive: Operation<'listActive'> = async ({ database, clock, cachedActive }) => {
  const today = clock.today();
  const rows = await cachedActive(today, () => listPromotionsOn(database.reads, today));
  return { today, promotions: rows.map(promotionOf) };
};

/** The promotion of a code, ignoring case, if it has started: it is active or has ended. */
export async function findStartedPromotion(
  { database, clock }: PromotionsDeps,
  code: string,
): Promise<PromotionOut | null> {
  const row = await findPromotionByCode(database.reads, code);
  return row && row.startDate <= clock.today() ? promotionOf(row) : null;
}

const fieldsOf = ({ promotionValue, ...fields }: PromotionInput) => ({
  ...fields,
  promotionValue: koboOfNaira(promotionValue),
});

/** One page of the back office's table. A page past the end becomes the last. */
export const listForAdmin: Operation<'listForAdmin'> = async (
  { database, clock },
  { search = '', when, sort, page },
) => {
  const today = clock.today();
  const filter = { words: wordsOf(search), window: when && { when, today } };
  const counted = await countPromotions(database.web, filter, ADMIN_COUNT_LIMIT);
  const { place: _, ...found } = countedPage(page, ADMIN_PAGE_SIZE, counted, ADMIN_COUNT_LIMIT);
  // Few enough rows to be read with an offset.
  const offset = (found.page - 1) * ADMIN_PAGE_SIZE;
  const place = { sort, offset, limit: ADMIN_PAGE_SIZE };
  const rows = await listPromotionPage(database.web, filter, place);
  const close = counted > 0 ? [] : await listClosePromotions(database.web, filter, place);
  return {
    items: rows.map(promotionOf),
    close: close.map(({ items, ...meant }) => ({ ...meant, items: items.map(promotionOf) })),
    ...found,
    today,
  };
};

export const getPromotion: Operation<'getPromotion'> = async ({ database }, { id }, { user, errors }) => {
  const row = await database.asCaller(user, (tx) => findPromotion(tx, id));
  if (!row) throw errors.NOT_FOUND();
  return { ...promotionOf(row), updatedBy: row.editor };
};

/** Saves over a version. Raises STALE with a newer one that has other fields; undefined without a promotion. */
async function savePromotion(
  tx: Queryable,
  errors: StaleErrors<PromotionOut & { version: number }>,
  edited: { id: string; version: number },
  fields: ReturnType<typeof fieldsOf>,
) {
  const saved = await updateRow(tx, edited, fields);
  if (saved) return saved;
  const current = await findPromotion(tx, edited.id);
  if (!current || isStored(current, fields)) return current;
  throw errors.STALE({
    data: { ...changedByOf(current.editor, current.updatedAt), current: promotionOf(current) },
  });
}

/**
 * A repeated id, after a lost response, creates no second promotion; corrections made in the form since are
 * saved over the first attempt, unless another user has changed it.
 */
export const createPromotion: Operation<'createPromotion'> = async (
  { database },
  { id = uuidv7(), ...input },
  { user, errors },
) => {
  const row = await database.asCaller(user, async (tx) => {
    const fields = fieldsOf(input);
    return (
      (await insertPromotion(tx, { id, ...fields })) ??
      (await savePromotion(tx, errors, { id, version: 1 }, fields))
    );
  });
  if (row === 'taken') throw errors.CONFLICT({ data: { field: 'code' } });
  // Deleted between two of these statements.
  if (!row) throw errors.BUSY();
  return promotionOf(row);
};

/** Saves over the version that was read. */
export const updatePromotion: Operation<'updatePromotion'> = async (
  { database },
  { id, version, ...input },
  { user, errors },
) => {
  const row = await database.asCaller(user, (tx) =>
    savePromotion(tx, errors, { id, version }, fieldsOf(input)),
  );
  if (row === 'taken') throw errors.CONFLICT({ data: { field: 'code' } });
  if (!row) throw errors.NOT_FOUND();
  return promotionOf(row);
};

/** Releases its products and deletes it, in one transaction. */
export const deletePromotion: Operation<'deletePromotion'> = async (
  { database },
  { id },
  { user, errors },
) => {
  if (!(await database.asCaller(user, (tx) => deleteRow(tx, id)))) throw errors.NOT_FOUND();
  return { id };
};
