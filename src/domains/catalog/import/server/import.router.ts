import { gated } from '#platform/rpc/gate.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import { importContract } from '../import.contract.ts';
import { cancelImport, getImportProgress, importProducts, previewImport } from './import.service.ts';

export function importRouter(catalogue: Catalogue) {
  const os = gated(importContract);
  return {
    previewImport: os.previewImport.handler(({ input, context }) =>
      previewImport(catalogue, context.user, input),
    ),
    importProducts: os.importProducts.handler(({ input, context, signal, errors }) =>
      importProducts({ ...catalogue, errors }, context.user, input, signal),
    ),
    getImportProgress: os.getImportProgress.handler(({ input, context }) =>
      getImportProgress(catalogue, context.user, input),
    ),
    cancelImport: os.cancelImport.handler(({ input, context }) =>
      cancelImport(catalogue, context.user, input),
    ),
  };
}
