import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions } from '@tanstack/react-query';
import type { ordersContract } from '../contract.ts';

export type OrdersApi = { orders: ContractRouterClient<typeof ordersContract> };

/** Prefix of all query keys of orders. */
export const ORDERS = ['orders'] as const;

export const myOrdersQuery = ({ orders }: OrdersApi, page: number) =>
  queryOptions({
    queryKey: [...ORDERS, 'listMine', page],
    queryFn: ({ signal }) => orders.listMine({ page }, { signal }),
    // Staff change statuses; a returning customer should see them.
    staleTime: 10_000,
  });

export const orderQuery = ({ orders }: OrdersApi, id: string) =>
  queryOptions({
    queryKey: [...ORDERS, 'get', id],
    queryFn: ({ signal }) => orders.get({ id }, { signal }),
    staleTime: 10_000,
  });

/** The order saved under a cart's idempotency key, or null. */
export const submittedQuery = ({ orders }: OrdersApi, idempotencyKey: string) =>
  queryOptions({
    queryKey: [...ORDERS, 'findSubmitted', idempotencyKey],
    queryFn: ({ signal }) => orders.findSubmitted({ idempotencyKey }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
