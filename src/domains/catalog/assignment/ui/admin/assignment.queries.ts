import type { ContractRouterClient } from '@orpc/contract';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import type { assignmentContract } from '../../assignment.contract.ts';
import { assignMessages, changeText, removeMessages } from '../../assignment.messages.ts';

export type AssignmentApi = { catalog: ContractRouterClient<typeof assignmentContract> };

const CATALOG = ['admin', 'catalog'] as const;

/** The next page to read: first those in the promotion, then all. */
type Next = { assigned: boolean; page: number };

/**
 * Matching products by name, fifty a page. Those of the promotion come first (with `onlyAssigned`, no
 * others); the full list repeats them.
 */
export const assignableQuery = (
  { catalog }: AssignmentApi,
  promotionId: string,
  search: string,
  onlyAssigned: boolean,
) =>
  infiniteQueryOptions({
    queryKey: [...CATALOG, 'assignable', promotionId, search, onlyAssigned],
    queryFn: async ({ pageParam, signal }) => {
      const read = (next: Next) =>
        catalog.listAssignable({ promotionId, search: search || undefined, ...next }, { signal });
      const { assigned, page } = pageParam;
      const listed = await read(pageParam);
      if (listed.page < listed.pageCount) return { ...listed, next: { assigned, page: page + 1 } };
      if (!assigned || onlyAssigned) return { ...listed, next: undefined };
      const all = await read({ assigned: false, page: 1 });
      return {
        ...all,
        items: [...listed.items, ...all.items],
        next: all.page < all.pageCount ? { assigned: false, page: 2 } : undefined,
      };
    },
    initialPageParam: { assigned: true, page: 1 },
    getNextPageParam: ({ next }): Next | undefined => next,
    // The check boxes must show the current state.
    staleTime: 0,
  });

export const inPromotionQuery = ({ catalog }: AssignmentApi, promotionId: string, page: number) =>
  queryOptions({
    queryKey: [...CATALOG, 'inPromotion', promotionId, page],
    queryFn: ({ signal }) => catalog.listInPromotion({ promotionId, page }, { signal }),
    staleTime: 0,
  });

interface Change {
  promotionId: string;
  join: string[];
  leave: string[];
}

/** Adds products to a promotion and removes others, atomically. */
export function useAssignProducts({
  onAssigned,
  onRefused,
}: {
  onAssigned: () => void;
  onRefused: (error: unknown) => void;
}) {
  const { catalog } = useApi<AssignmentApi>();
  const queryClient = useQueryClient();
  return useOperation({
    mutationFn: (change: Change) => catalog.assignProducts(change),
    messages: assignMessages,
    successMessage: (done) => changeText(done, 'past'),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: CATALOG });
      onAssigned();
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: CATALOG });
      onRefused(error);
    },
  });
}

/** Removes one product from its promotion. */
export function useRemoveProduct(onRemoved: () => void) {
  const { catalog } = useApi<AssignmentApi>();
  const queryClient = useQueryClient();
  return useOperation({
    mutationFn: ({ promotionId, id }: { promotionId: string; id: string }) =>
      catalog.assignProducts({ promotionId, join: [], leave: [id] }),
    messages: removeMessages,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: CATALOG });
      onRemoved();
    },
  });
}
