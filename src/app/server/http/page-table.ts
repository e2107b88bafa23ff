import { listingSearchOf } from '#domains/catalog/products/listing.ts';
import type { CachedPath, Canonical } from '#platform/response-cache/page-key.ts';
import { cleanText } from '#shared/clean-text.ts';
import { SHELL } from '#shared/shell.ts';

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** A parameter of a list, parsed by the list itself. */
const listing =
  (name: 'category' | 'sort' | 'page' | 'promotion'): Canonical =>
  (value) => {
    const understood = listingSearchOf({ [name]: cleanText(value) })[name];
    return understood === undefined ? null : String(understood);
  };

/** The pages that are the same for every visitor, and the parameters each depends on. */
export const PAGES: readonly CachedPath[] = [
  { path: '/' },
  { path: '/about' },
  { path: '/contact' },
  { path: '/wishlist' },
  { path: '/checkout' },
  { path: '/account' },
  { path: '/orders' },
  { path: '/auth' },
  { path: SHELL },
  {
    path: '/products',
    parameters: {
      category: listing('category'),
      sort: listing('sort'),
      page: listing('page'),
      promotion: listing('promotion'),
    },
    unstored: ['search'],
  },
  { path: new RegExp(`^/products/${ID}$`), parameters: { promotion: listing('promotion') } },
];
