import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { CallContext } from '#shared/call-context.ts';
import { readQuery, WHILE_EDITING } from '#shared/read-query.ts';
import type { CategoryList, categoryAdminContract } from '../../category-admin.contract.ts';

export type CategoryAdminApi = {
  catalog: ContractRouterClient<typeof categoryAdminContract, CallContext>;
};

const CATEGORIES = ['admin', 'categories'] as const;

/** The whole tree, including hidden categories. */
export const allCategoriesQuery = ({ catalog }: CategoryAdminApi) =>
  readQuery([...CATEGORIES, 'list'], (options) => catalog.listAllCategories(undefined, options));

export const categoryQuery = ({ catalog }: CategoryAdminApi, id: string) =>
  queryOptions({
    queryKey: [...CATEGORIES, 'one', id],
    queryFn: ({ signal }) => catalog.getCategory({ id }, { signal }),
    staleTime: 0,
    ...WHILE_EDITING,
  });

/** Invalidates what depends on a changed category, and updates the cached list. */
export function useCategoryCache() {
  const queryClient = useQueryClient();
  return {
    readAgain: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: CATEGORIES }),
        // Products display their category, also in the shop opened in this tab.
        queryClient.invalidateQueries({ queryKey: ['admin', 'products'] }),
        queryClient.invalidateQueries({ queryKey: ['catalog'] }),
      ]),
    set: (change: (list: CategoryList) => CategoryList) =>
      queryClient.setQueryData<CategoryList>([...CATEGORIES, 'list'], (list) => list && change(list)),
  };
}
