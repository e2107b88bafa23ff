import { gated } from '#platform/rpc/gate.ts';
import { searchContract } from '../contract.ts';
import { findAnything, type SearchDeps } from './find-anything.ts';

export function searchRouter(deps: SearchDeps) {
  const os = gated(searchContract);
  return {
    findAnything: os.findAnything.handler(({ context, input }) =>
      findAnything(deps, context.user, input.search),
    ),
  };
}
