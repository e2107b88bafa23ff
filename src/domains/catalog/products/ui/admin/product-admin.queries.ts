import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useDeletion } from '#design/use-deletion.ts';
import { useSwitch } from '#design/use-switch.ts';
import { useApi } from '#shared/api.tsx';
import type { CallContext } from '#shared/call-context.ts';
import { codeOf } from '#shared/messages.ts';
import { readQuery, WHILE_EDITING } from '#shared/read-query.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { catalogContract } from '../../../contract.ts';
import {
  deleteMessages,
  featuredMessages,
  featuredTitle,
  soldOutMessages,
  soldOutTitle,
  statusMessages,
  statusTitle,
  switchSaved,
} from '../../product-admin.messages.ts';
import type { ProductSort, ProductState, ProductStatus } from '../../product-list.ts';
import { CATALOG } from '../product.queries.ts';

export type ProductsApi = { catalog: ContractRouterClient<typeof catalogContract, CallContext> };

/** The search parameters of the list. */
export interface ProductsSearch {
  search?: string;
  /** A slug, or 'none'. */
  category?: string;
  status?: ProductState;
  sort?: ProductSort;
  page?: number;
}

export const PRODUCTS = ['admin', 'products'] as const;
/** Query keys of data derived from products: images, totals, counts by category, the shop's lists. */
const DEPENDENTS = [
  ['admin', 'catalog'],
  ['admin', 'categories'],
  ['admin', 'dashboard'],
  ['admin', 'promotions'],
  CATALOG,
] as const;

export const productListQuery = ({ catalog }: ProductsApi, search: ProductsSearch) =>
  readQuery([...PRODUCTS, 'list', search], (options) => catalog.listForAdmin(search, options));

export const productTotalsQuery = ({ catalog }: ProductsApi) =>
  readQuery([...PRODUCTS, 'totals'], (options) => catalog.productTotals(undefined, options));

export const editedProductQuery = ({ catalog }: ProductsApi, id: string) =>
  queryOptions({
    queryKey: [...PRODUCTS, 'one', id],
    queryFn: ({ signal }) => catalog.getForAdmin({ id }, { signal }),
    ...WHILE_EDITING,
    // An answered error, such as NOT_FOUND, is not retried.
    retry: (times, error) => times < 2 && codeOf(error) === undefined,
  });

/** Invalidates all queries that contain products. */
export function useProductsChanged() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([PRODUCTS, ...DEPENDENTS].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Saves a product and puts the response into the cache, so that no older version is shown in between. */
export function useUpdateProduct() {
  const api = useApi<ProductsApi>();
  const queryClient = useQueryClient();
  return async (input: Parameters<ProductsApi['catalog']['updateProduct']>[0]) => {
    const saved = await api.catalog.updateProduct(input);
    const { queryKey } = editedProductQuery(api, saved.id);
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, saved);
    return saved;
  };
}

export function useDeleteProduct({ onDone }: { onDone: () => void }) {
  const { catalog } = useApi<ProductsApi>();
  return useDeletion({
    send: (id) => catalog.deleteProduct({ id }),
    messages: deleteMessages,
    reload: useProductsChanged(),
    onDone,
  });
}

/** Sets whether a product is featured. */
export function useSetFeatured() {
  const { catalog } = useApi<ProductsApi>();
  const { timeZone } = useShop();
  return useSwitch({
    send: ({ id, featured }: { id: string; name: string; featured: boolean }) =>
      catalog.setFeatured({ id, featured, shown: !featured }),
    messages: featuredMessages,
    successMessage: ({ featured, overtaken }, { name }) =>
      switchSaved(featuredTitle(name, featured), overtaken, timeZone),
    reload: useProductsChanged(),
  });
}

/** Publishes a product, or makes it a draft. */
export function useSetStatus() {
  const { catalog } = useApi<ProductsApi>();
  const { timeZone } = useShop();
  return useSwitch({
    send: ({ id, status }: { id: string; name: string; status: ProductStatus }) =>
      catalog.setStatus({ id, status, shown: status === 'draft' ? 'published' : 'draft' }),
    messages: statusMessages,
    successMessage: ({ status, overtaken }, { name }) =>
      switchSaved(statusTitle(name, status), overtaken, timeZone),
    reload: useProductsChanged(),
  });
}

/** Sets whether a product is sold out. */
export function useSetSoldOut() {
  const { catalog } = useApi<ProductsApi>();
  const { timeZone } = useShop();
  return useSwitch({
    send: ({ id, soldOut }: { id: string; name: string; soldOut: boolean }) =>
      catalog.setSoldOut({ id, soldOut, shown: !soldOut }),
    messages: soldOutMessages,
    successMessage: ({ soldOut, overtaken }, { name }) =>
      switchSaved(soldOutTitle(name, soldOut), overtaken, timeZone),
    reload: useProductsChanged(),
  });
}
