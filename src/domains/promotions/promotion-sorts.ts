/** The orders of the back office's table. Apart from the contract: a route's search schema loads it everywhere. */
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
