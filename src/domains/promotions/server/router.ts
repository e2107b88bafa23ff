import { gated } from '#platform/rpc/gate.ts';
import { promotionsContract } from '../contract.ts';
import { activePromotions, allPromotions, type PromotionsDeps } from './promotion.service.ts';
import {
  createPromotion,
  deletePromotion,
  getPromotion,
  listForAdmin,
  updatePromotion,
} from './promotion-admin.service.ts';

export function promotionsRouter(deps: PromotionsDeps) {
  const os = gated(promotionsContract);
  return {
    list: os.list.handler(() => allPromotions(deps)),
    listActive: os.listActive.handler(async () => ({
      today: deps.clock.today(),
      promotions: await activePromotions(deps),
    })),
    listForAdmin: os.listForAdmin.handler(({ input }) => listForAdmin(deps, input)),
    getPromotion: os.getPromotion.handler(({ input }) => getPromotion(deps, input.id)),
    createPromotion: os.createPromotion.handler(({ input, context }) =>
      createPromotion(deps, context.user, input),
    ),
    updatePromotion: os.updatePromotion.handler(({ input, context }) =>
      updatePromotion(deps, context.user, input),
    ),
    deletePromotion: os.deletePromotion.handler(async ({ input, context }) => {
      await deletePromotion(deps, context.user, input.id);
      return { id: input.id };
    }),
  };
}
