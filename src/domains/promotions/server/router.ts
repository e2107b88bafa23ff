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
    getPromotion: os.getPromotion.handler(({ input, errors }) => getPromotion({ ...deps, errors }, input.id)),
    createPromotion: os.createPromotion.handler(({ input, context, errors }) =>
      createPromotion({ ...deps, errors }, context.user, input),
    ),
    updatePromotion: os.updatePromotion.handler(({ input, context, errors }) =>
      updatePromotion({ ...deps, errors }, context.user, input),
    ),
    deletePromotion: os.deletePromotion.handler(async ({ input, context, errors }) => {
      await deletePromotion({ ...deps, errors }, context.user, input.id);
      return { id: input.id };
    }),
  };
}
