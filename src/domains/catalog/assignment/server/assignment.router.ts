import { gated } from '#platform/rpc/gate.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import { assignmentContract } from '../assignment.contract.ts';
import { assignProducts, listAssignable, listFreeIds, listInPromotion } from './assignment.service.ts';

export function assignmentRouter(catalogue: Catalogue) {
  const os = gated(assignmentContract);
  return {
    listAssignable: os.listAssignable.handler(({ input }) => listAssignable(catalogue, input)),
    listFreeIds: os.listFreeIds.handler(({ input }) => listFreeIds(catalogue, input)),
    listInPromotion: os.listInPromotion.handler(({ input }) => listInPromotion(catalogue, input)),
    assignProducts: os.assignProducts.handler(({ input, context }) =>
      assignProducts(catalogue, context.user, input),
    ),
  };
}
