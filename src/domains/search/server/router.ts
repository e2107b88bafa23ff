import { openWordSearch } from '#domains/catalog/server/catalog-deps.ts';
import { gated } from '#platform/rpc/gate.ts';
import { searchContract } from '../contract.ts';
import { findAnything } from './find-anything.ts';

export function searchRouter(deps: Parameters<typeof openWordSearch>[0]) {
  const words = openWordSearch(deps);
  const os = gated(searchContract);
  return {
    findAnything: os.findAnything.handler(({ context, input }) =>
      findAnything(words, context.user, input.search),
    ),
  };
}
