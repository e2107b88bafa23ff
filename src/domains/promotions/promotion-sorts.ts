/**
 * Sort orders of the back office's table. Separate from the contract, because a route's search schema loads
 * it everywhere.
 */
export const PROMOTION_SORTS = [
  'name-asc',
  'name-desc',
  'code-asc',
  'code-desc',
  'start-asc',
  'start-desc',
  'end-asc',
  'end-desc',
] as const;
export type PromotionSort = (typeof PROMOTION_SORTS)[number];
