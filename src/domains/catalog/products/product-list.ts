import type { ApiSort } from './listing.ts';

/** The sort orders of the back office's product list → those of the shop's lists. */
export const SORT_OF = {
  newest: 'newest',
  'name-asc': 'name-asc',
  'name-desc': 'name-desc',
  'price-asc': 'price-low',
  'price-desc': 'price-high',
} as const satisfies Record<string, ApiSort>;

export type ProductSort = keyof typeof SORT_OF;
export const PRODUCT_SORTS = Object.keys(SORT_OF) as [ProductSort, ...ProductSort[]];

export const PRODUCT_STATUSES = ['published', 'draft'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

export const STATUS_LABELS: Record<ProductStatus, string> = { published: 'Published', draft: 'Draft' };

/** What the list can be limited to: a status, or what is sold out. */
export const PRODUCT_STATES = [...PRODUCT_STATUSES, 'sold-out'] as const;
export type ProductState = (typeof PRODUCT_STATES)[number];

/** Stands for products without a category where a category's slug is expected. */
export const UNCATEGORISED = 'none';
