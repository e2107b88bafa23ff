import type { Clock } from '#platform/clock.ts';
import type { PromotionOut } from '../contract.ts';
import {
  type Database,
  findPromotionByCode,
  listPromotions,
  listPromotionsOn,
  type PromotionRow,
} from './promotion.repository.ts';

export interface PromotionsDeps {
  database: Pick<Database, 'web' | 'asCaller'>;
  clock: Pick<Clock, 'today'>;
}

/** The columns needed for a contract promotion, from any query. */
export type PromotionColumns = Pick<
  PromotionRow,
  | 'id'
  | 'name'
  | 'description'
  | 'tagLine'
  | 'code'
  | 'startDate'
  | 'endDate'
  | 'promotionType'
  | 'promotionValue'
> & { createdAt: Date | string };

/** Converts a row to the contract's type. */
export const promotionOf = (row: PromotionColumns): PromotionOut => ({
  id: row.id,
  name: row.name,
  description: row.description,
  tagLine: row.tagLine,
  code: row.code,
  startDate: row.startDate,
  endDate: row.endDate,
  promotionType: row.promotionType,
  promotionValue: row.promotionValue,
  createdAt: new Date(row.createdAt).toISOString(),
});

/** Every promotion, newest first. */
export async function allPromotions({ database }: PromotionsDeps): Promise<PromotionOut[]> {
  return (await listPromotions(database.web)).map(promotionOf);
}

/** Promotions active today, newest first. */
export async function activePromotions({ database, clock }: PromotionsDeps): Promise<PromotionOut[]> {
  return (await listPromotionsOn(database.web, clock.today())).map(promotionOf);
}

/** The promotion of a code, ignoring case, if it has started: it is active or has ended. */
export async function findStartedPromotion(
  { database, clock }: PromotionsDeps,
  code: string,
): Promise<PromotionOut | null> {
  const row = await findPromotionByCode(database.web, code);
  return row && row.startDate <= clock.today() ? promotionOf(row) : null;
}
