import { gated } from '#platform/rpc/gate.ts';
import { promotionsContract } from '../contract.ts';
import { activePromotions, allPromotions, type PromotionsDeps } from './promotion.service.ts';

export function promotionsRouter(deps: PromotionsDeps) {
  const os = gated(promotionsContract);
  return {
    list: os.list.handler(() => allPromotions(deps)),
    listActive: os.listActive.handler(async () => ({
      today: deps.clock.today(),
      promotions: await activePromotions(deps),
    })),
  };
}
