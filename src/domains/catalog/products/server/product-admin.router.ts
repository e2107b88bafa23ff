import { gated } from '#platform/rpc/gate.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import { productAdminContract } from '../product-admin.contract.ts';
import {
  createProduct,
  deleteProduct,
  getForAdmin,
  productTotals,
  setFeatured,
  updateProduct,
} from './product-admin.service.ts';
import { listForAdmin } from './product-list.service.ts';

export function productAdminRouter(catalogue: Catalogue) {
  const os = gated(productAdminContract);
  return {
    listForAdmin: os.listForAdmin.handler(({ input }) => listForAdmin(catalogue, input)),
    productTotals: os.productTotals.handler(({ context }) => productTotals(catalogue, context.user)),
    getForAdmin: os.getForAdmin.handler(({ input, context }) =>
      getForAdmin(catalogue, context.user, input.id),
    ),
    createProduct: os.createProduct.handler(({ input, context }) =>
      createProduct(catalogue, context.user, input),
    ),
    updateProduct: os.updateProduct.handler(({ input, context }) =>
      updateProduct(catalogue, context.user, input),
    ),
    deleteProduct: os.deleteProduct.handler(async ({ input, context }) => {
      await deleteProduct(catalogue, context.user, input.id);
      return { deleted: true as const };
    }),
    setFeatured: os.setFeatured.handler(({ input, context }) => setFeatured(catalogue, context.user, input)),
  };
}
