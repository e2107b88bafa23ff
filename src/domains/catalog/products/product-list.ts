import type { ApiSort } from './listing.ts';

/** The orders that the back office's list of products can be brought into, and what the shop's lists call them. */
export const SORT_OF = {
  newest: 'newest',
  'name-asc': 'name-asc',
  'name-desc': 'name-desc',
  'price-asc': 'price-low',
  'price-desc': 'price-high',
} as const satisfies Record<string, ApiSort>;

export type ProductSort = keyof typeof SORT_OF;
export const PRODUCT_SORTS = Object.keys(SORT_OF) as [ProductSort, ...ProductSort[]];

/** In the place of a category's slug: products that have no category. */
export const UNCATEGORISED = 'none';
