import type { ShopInfo } from '#shared/shop.ts';
import { shopRouter } from './shop.ts';

export interface RouterDeps {
  shop: ShopInfo;
}

/** Every operation of the contract, behind the one gate. */
export function createAppRouter(deps: RouterDeps) {
  return {
    shop: shopRouter(deps.shop),
  };
}

export type AppRouter = ReturnType<typeof createAppRouter>;
