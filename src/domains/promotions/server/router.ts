import { gated, serve } from '#platform/rpc/gate.ts';
import { promotionsContract } from '../contract.ts';
import {
  createPromotion,
  deletePromotion,
  getPromotion,
  list,
  listActive,
  listForAdmin,
  openPromotions,
  type PromotionsDeps,
  updatePromotion,
} from './promotion.service.ts';

export function promotionsRouter(deps: PromotionsDeps) {
  const os = gated(promotionsContract);
  return {
    ...serve(os, openPromotions(deps), {
      createPromotion,
      deletePromotion,
      getPromotion,
      list,
      listActive,
      listForAdmin,
      updatePromotion,
    }),
  };
}
