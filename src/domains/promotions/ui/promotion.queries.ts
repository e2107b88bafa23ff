import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions } from '@tanstack/react-query';
import type { promotionsContract } from '../contract.ts';

/** The part of the API these screens use. */
export type PromotionsApi = { promotions: ContractRouterClient<typeof promotionsContract> };

/** The promotions of today, newest first, and which day that is. */
export const activePromotionsQuery = ({ promotions }: PromotionsApi) =>
  queryOptions({
    queryKey: ['promotions', 'listActive'],
    queryFn: ({ signal }) => promotions.listActive(undefined, { signal }),
    staleTime: 5 * 60_000,
  });
