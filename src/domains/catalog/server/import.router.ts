import { gated } from '#platform/rpc/gate.ts';
import { importContract } from '../import.contract.ts';
import type { Catalogue } from './catalogue.ts';
import { importProducts, newCategories } from './import.service.ts';

export function importRouter(catalogue: Catalogue) {
  const os = gated(importContract);
  return {
    newCategories: os.newCategories.handler(({ input, context }) =>
      newCategories(catalogue, context.user, input.names),
    ),
    importProducts: os.importProducts.handler(({ input, context }) =>
      importProducts(catalogue, context.user, input),
    ),
  };
}
