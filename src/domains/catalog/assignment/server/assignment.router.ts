import { gated } from '#platform/rpc/gate.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import { assignmentContract } from '../assignment.contract.ts';
import { assignProducts, listAssignable, listFreeIds, listInPromotion } from './assignment.service.ts';

export function assignmentRouter(catalogue: Catalogue) {
  const os = gated(assignmentContract);
  return {
    listAssignable: os.listAssignable.handler(({ input, errors }) =>
      listAssignable({ ...catalogue, errors }, input),
    ),
    listFreeIds: os.listFreeIds.handler(({ input, errors }) => listFreeIds({ ...catalogue, errors }, input)),
    listInPromotion: os.listInPromotion.handler(({ input, errors }) =>
      listInPromotion({ ...catalogue, errors }, input),
    ),
    assignProducts: os.assignProducts.handler(({ input, context, errors }) =>
      assignProducts({ ...catalogue, errors }, context.user, input),
    ),
  };
}
