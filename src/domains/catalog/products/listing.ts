import { formatCount } from '#shared/plural.ts';

/**
 * The search parameters of a product list. Written without a validation library, because it is in the
 * storefront's bundle.
 */
export const SORTS = [
  'featured',
  'most-liked',
  'newest',
  'price-low',
  'price-high',
  'name-asc',
  'name-desc',
] as const;
export type Sort = (typeof SORTS)[number];

/** The sorts of the API. 'category' groups by category, the newest of each first. */
export const API_SORTS = [...SORTS, 'category'] as const;
export type ApiSort = (typeof API_SORTS)[number];

/** The sorts of a list of hits: without a choice, by relevance. */
export const SEARCH_SORTS = [...API_SORTS, 'relevance'] as const;

export const SORT_LABELS: Record<Sort, string> = {
  featured: 'Featured',
  'most-liked': 'Most liked',
  newest: 'Newest',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  'name-asc': 'Name: A to Z',
  'name-desc': 'Name: Z to A',
};

export const isSort = (value: unknown): value is Sort => SORTS.includes(value as Sort);

/** What a search is sorted by without a choice: relevance. */
export const BEST_MATCH = 'Best match';

/** The search parameters of a list. Absent means: all, none, featured (of a search: the best match), 1. */
export interface ListingSearch {
  category?: string;
  search?: string;
  sort?: Sort;
  page?: number;
  promotion?: string;
}

const MAX_TEXT = 100;

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim().slice(0, MAX_TEXT).trim();
  return text === '' ? undefined : text;
}

/**
 * Parses search parameters. Never throws. Unknown and default values are undefined, not omitted: the router
 * merges this over the URL, and invalid values would remain. `unsorted` is the sort that a form without scripts sends if
 * nobody chose one.
 */
export function listingSearchOf(raw: Record<string, unknown>): ListingSearch {
  // Via text: search parameters can be objects, and some of them throw when converted to a number.
  const page = Number(textOf(raw.page));
  const search = textOf(raw.search);
  const isDefault = raw.sort === 'featured' && (!search || raw.unsorted === 'featured');
  return {
    category: textOf(raw.category),
    search,
    sort: isSort(raw.sort) && !isDefault ? raw.sort : undefined,
    page: Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined,
    promotion: textOf(raw.promotion),
  };
}

/** 'N items in {category} matching "{query}"', parts left out when unset; above the limit '1,000+ items'. */
export function countText(total: number, capped: boolean, category?: string, query?: string): string {
  const number = formatCount(total);
  const items = capped ? `${number}+ items` : total === 1 ? '1 item' : `${number} items`;
  return `${items}${category ? ` in ${category}` : ''}${query ? ` matching "${query}"` : ''}`;
}
