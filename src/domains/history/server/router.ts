import { gated } from '#platform/rpc/gate.ts';
import { historyContract } from '../contract.ts';
import { getChangeSet, type HistoryDeps, listChangeSets, undoChangeSet } from './history.service.ts';

export function historyRouter(deps: HistoryDeps) {
  const os = gated(historyContract);
  return {
    listChangeSets: os.listChangeSets.handler(({ context, input }) =>
      listChangeSets(deps, context.user, input),
    ),
    getChangeSet: os.getChangeSet.handler(({ context, input, errors }) =>
      getChangeSet({ ...deps, errors }, context.user, input),
    ),
    previewUndo: os.previewUndo.handler(({ context, input, errors }) =>
      undoChangeSet({ ...deps, errors }, context.user, { id: input.id, dryRun: true }),
    ),
    undoChangeSet: os.undoChangeSet.handler(({ context, input, errors }) =>
      undoChangeSet({ ...deps, errors }, context.user, { id: input.id, dryRun: false }),
    ),
  };
}
