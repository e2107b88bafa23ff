import { gated } from '#platform/rpc/gate.ts';
import { historyContract } from '../contract.ts';
import {
  getChangeSet,
  getProgress,
  type HistoryDeps,
  listChangeActors,
  listChangeSets,
  previewUndo,
  undoChangeSet,
} from './history.service.ts';

export function historyRouter(deps: HistoryDeps) {
  const os = gated(historyContract);
  return {
    listChangeActors: os.listChangeActors.handler(({ context }) => listChangeActors(deps, context.user)),
    listChangeSets: os.listChangeSets.handler(({ context, input }) =>
      listChangeSets(deps, context.user, input),
    ),
    getChangeSet: os.getChangeSet.handler(({ context, input, errors }) =>
      getChangeSet({ ...deps, errors }, context.user, input),
    ),
    getProgress: os.getProgress.handler(({ context, input }) => getProgress(deps, context.user, input)),
    previewUndo: os.previewUndo.handler(({ context, input, errors }) =>
      previewUndo({ ...deps, errors }, context.user, input),
    ),
    undoChangeSet: os.undoChangeSet.handler(({ context, input, errors }) =>
      undoChangeSet({ ...deps, errors }, context.user, input),
    ),
  };
}
