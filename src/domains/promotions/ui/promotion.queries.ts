import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions } from '@tanstack/react-query';
import type { promotionsContract } from '../contract.ts';

export type PromotionsApi = { promotions: ContractRouterClient<typeof promotionsContract> };

/** Today's promotions, newest first, with the shop's current day. */
export const activePromotionsQuery = ({ promotions }: PromotionsApi) =>
  queryOptions({
    queryKey: ['promotions', 'listActive'],
    queryFn: ({ signal }) => promotions.listActive(undefined, { signal }),
    staleTime: 5 * 60_000,
  });
