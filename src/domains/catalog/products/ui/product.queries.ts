import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions } from '@tanstack/react-query';
import { RELATED_LIMIT, ROW_LIMIT } from '#shared/pages.ts';
import { readQuery } from '#shared/read-query.ts';
import type { catalogContract } from '../../contract.ts';
import type { ListingSearch } from '../listing.ts';

export type CatalogApi = { catalog: ContractRouterClient<typeof catalogContract> };

/** Prefix of all query keys of the catalogue, so that a change can invalidate them together. */
export const CATALOG = ['catalog'] as const;

/** One page of the list of these search parameters. */
export const listingQuery = ({ catalog }: CatalogApi, search: ListingSearch) =>
  readQuery([...CATALOG, 'listProducts', search], (options) => catalog.listProducts({ ...search }, options));

/** The categories of the shop, in the order of a menu. */
export const categoriesQuery = ({ catalog }: CatalogApi) =>
  readQuery([...CATALOG, 'categoryMenu'], (options) => catalog.categoryMenu(undefined, options));

/** Not below `CATALOG`: what is typed is not read again with each change of the catalogue. */
export const suggestQuery = ({ catalog }: CatalogApi, search: string) =>
  readQuery(['suggest', search], (options) => catalog.suggest({ search }, options), { staleTime: 10_000 });

export const productQuery = ({ catalog }: CatalogApi, id: string) =>
  readQuery([...CATALOG, 'getProduct', id], (options) => catalog.getProduct({ id }, options));

export const relatedQuery = ({ catalog }: CatalogApi, id: string) =>
  readQuery([...CATALOG, 'relatedProducts', id], (options) =>
    catalog.relatedProducts({ id, limit: RELATED_LIMIT }, options),
  );

/** The featured products of the front page. */
export const featuredQuery = ({ catalog }: CatalogApi) =>
  readQuery([...CATALOG, 'featuredProducts'], (options) =>
    catalog.featuredProducts({ limit: ROW_LIMIT }, options),
  );

/** The server's current data of a cart's products; deleted ones are left out. */
export const cartProductsQuery = ({ catalog }: CatalogApi, ids: readonly string[]) => {
  const sorted = ids.toSorted();
  return queryOptions({
    queryKey: [...CATALOG, 'getProducts', sorted],
    queryFn: ({ signal }) => catalog.getProducts({ ids: sorted }, { signal }),
    enabled: sorted.length > 0,
    // A price beside 'Proceed to checkout' must be current.
    staleTime: 15_000,
  });
};
