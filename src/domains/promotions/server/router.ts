import { gated, serve } from '#platform/rpc/gate.ts';
import { promotionsContract } from '../contract.ts';
import * as promotions from './promotion.service.ts';
import { openPromotions, type PromotionsDeps } from './promotion.service.ts';

export function promotionsRouter(deps: PromotionsDeps) {
  return {
    ...serve(gated(promotionsContract), openPromotions(deps), promotions),
  };
}
