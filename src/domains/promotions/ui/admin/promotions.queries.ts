import type { ContractRouterClient } from '@orpc/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { readQuery, WHILE_EDITING } from '#shared/read-query.ts';
import type { PromotionRecord, promotionsContract } from '../../contract.ts';
import { deleteMessages } from '../../messages.ts';
import type { PromotionSort } from '../../promotion-sorts.ts';
import type { When } from '../../window.ts';

export type PromotionsAdminApi = { promotions: ContractRouterClient<typeof promotionsContract> };

/** The table's search parameters. */
export interface PromotionsSearch {
  search?: string;
  when?: When;
  sort?: PromotionSort;
  page?: number;
}

const LISTS = ['admin', 'promotions', 'list'] as const;

export const promotionsQuery = ({ promotions }: PromotionsAdminApi, search: PromotionsSearch) =>
  readQuery([...LISTS, search], (options) => promotions.listForAdmin(search, options));

/** Every promotion, newest first. */
export const allPromotionsQuery = ({ promotions }: PromotionsAdminApi) =>
  readQuery(['admin', 'promotions', 'all'], (options) => promotions.list(undefined, options));

/** The current version of an edited promotion, which may be newer than the list. */
export const promotionQuery = (promotions: PromotionsAdminApi['promotions'], id: string) =>
  readQuery(['admin', 'promotions', 'one', id], (call) => promotions.getPromotion({ id }, call), {
    staleTime: 0,
    ...WHILE_EDITING,
  });

type Page = Awaited<ReturnType<PromotionsAdminApi['promotions']['listForAdmin']>>;

/** Reloads the table. */
export function useReload() {
  const queryClient = useQueryClient();
  return useCallback(() => void queryClient.invalidateQueries({ queryKey: LISTS }), [queryClient]);
}

/** Deletes a promotion and removes its row from the table without a reload. NOT_FOUND counts as deleted. */
export function useDeletePromotion(onDeleted: (promotion: PromotionRecord) => void) {
  const { promotions } = useApi<PromotionsAdminApi>();
  const queryClient = useQueryClient();
  return useOperation({
    mutationFn: async (promotion: PromotionRecord) => {
      try {
        return await promotions.deletePromotion({ id: promotion.id });
      } catch (error) {
        if (codeOf(error) !== 'NOT_FOUND') throw error;
        return null;
      }
    },
    messages: deleteMessages,
    onSuccess: (_, promotion) => {
      queryClient.setQueriesData<Page>({ queryKey: LISTS }, (page) => page && without(page, promotion.id));
      // Its products return to their list price. Open dialogs are about to close: no refetch.
      void queryClient.invalidateQueries({ queryKey: ['admin', 'catalog'], refetchType: 'none' });
      onDeleted(promotion);
    },
    // The answer alone may be lost.
    onError: () => void queryClient.invalidateQueries({ queryKey: LISTS }),
  });
}

function without(page: Page, id: string): Page {
  const others = (list: Page['items']) => list.filter((one) => one.id !== id);
  const items = others(page.items);
  const close = page.close.map((group) => ({ ...group, items: others(group.items) }));
  const total = Math.max(0, page.total - (page.items.length - items.length));
  return { ...page, items, total, close: close.filter((group) => group.items.length > 0) };
}
