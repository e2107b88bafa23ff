import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import type { EventSource } from '#domains/webhooks/server/send-due.ts';
import type { Log } from '#platform/log.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import type { Caller } from '#shared/caller.ts';
import { codeOf } from '#shared/messages.ts';
import type { AppRouter } from './app-router.ts';

/** Reads what webhooks send by the operations of the documented API, so that both answer alike. */
export function webhookSource(router: Pick<AppRouter, 'orders' | 'catalog'>, log: Log): EventSource {
  const contextOf = (caller: Caller): RequestContext => ({
    requestId: randomUUID(),
    ipAddress: '',
    headers: new Headers(),
    responseHeaders: new Headers(),
    log,
    findCaller: async () => caller,
  });
  const { getForAdmin } = router.orders;
  const { getProducts } = router.catalog;
  return {
    async findOrder(id, caller) {
      const { orders } = createRouterClient({ orders: { getForAdmin } }, { context: contextOf(caller) });
      try {
        return await orders.getForAdmin({ id });
      } catch (error) {
        if (codeOf(error) === 'NOT_FOUND') return null;
        throw error;
      }
    },
    async listProducts(ids) {
      const { catalog } = createRouterClient({ catalog: { getProducts } }, { context: contextOf(null) });
      return (await catalog.getProducts({ ids: [...ids] })).products;
    },
  };
}
