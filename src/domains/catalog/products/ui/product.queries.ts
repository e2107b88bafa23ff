import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions } from '@tanstack/react-query';
import type { catalogContract } from '../../contract.ts';
import type { ListingSearch } from '../listing.ts';

export type CatalogApi = { catalog: ContractRouterClient<typeof catalogContract> };

/** Prefix of all query keys of the catalogue, so that a change can invalidate them together. */
export const CATALOG = ['catalog'] as const;

/** One page of the list of these search parameters. */
export const listingQuery = ({ catalog }: CatalogApi, search: ListingSearch) =>
  queryOptions({
    queryKey: [...CATALOG, 'listProducts', search],
    queryFn: ({ signal }) => catalog.listProducts({ ...search }, { signal }),
  });

export const categoriesQuery = ({ catalog }: CatalogApi) =>
  queryOptions({
    queryKey: [...CATALOG, 'listCategories'],
    queryFn: ({ signal }) => catalog.listCategories(undefined, { signal }),
  });

export const productQuery = ({ catalog }: CatalogApi, id: string) =>
  queryOptions({
    queryKey: [...CATALOG, 'getProduct', id],
    queryFn: ({ signal }) => catalog.getProduct({ id }, { signal }),
  });

export const relatedQuery = ({ catalog }: CatalogApi, id: string) =>
  queryOptions({
    queryKey: [...CATALOG, 'relatedProducts', id],
    queryFn: ({ signal }) => catalog.relatedProducts({ id, limit: 4 }, { signal }),
  });

/** The featured products of the front page. */
export const featuredQuery = ({ catalog }: CatalogApi) =>
  queryOptions({
    queryKey: [...CATALOG, 'featuredProducts'],
    queryFn: ({ signal }) => catalog.featuredProducts({ limit: 10 }, { signal }),
  });

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
