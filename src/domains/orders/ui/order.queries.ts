import type { ContractRouterClient } from '@orpc/contract';
import { readQuery } from '#shared/read-query.ts';
import type { ordersContract } from '../contract.ts';

export type OrdersApi = { orders: ContractRouterClient<typeof ordersContract> };

/** Prefix of all query keys of orders. */
export const ORDERS = ['orders'] as const;

export const myOrdersQuery = ({ orders }: OrdersApi, page: number) =>
  // Staff change statuses; a returning customer should see them.
  readQuery([...ORDERS, 'listMine', page], (call) => orders.listMine({ page }, call), { staleTime: 10_000 });

export const orderQuery = ({ orders }: OrdersApi, id: string) =>
  readQuery([...ORDERS, 'get', id], (call) => orders.get({ id }, call), { staleTime: 10_000 });

/** The order saved under a cart's idempotency key, or null. */
export const submittedQuery = ({ orders }: OrdersApi, idempotencyKey: string) =>
  readQuery(
    [...ORDERS, 'findSubmitted', idempotencyKey],
    (call) => orders.findSubmitted({ idempotencyKey }, call),
    { staleTime: Number.POSITIVE_INFINITY },
  );
