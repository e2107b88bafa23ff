import { gated, serve } from '#platform/rpc/gate.ts';
import { promotionsContract } from '../contract.ts';
import * as services from './promotion.service.ts';

export function promotionsRouter(deps: services.PromotionsDeps) {
  const os = gated(promotionsContract);
  return {
    ...serve(os, deps, { ...services }),
  };
}
