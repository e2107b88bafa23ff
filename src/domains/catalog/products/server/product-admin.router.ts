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
    getForAdmin: os.getForAdmin.handler(({ input, context, errors }) =>
      getForAdmin({ ...catalogue, errors }, context.user, input.id),
    ),
    createProduct: os.createProduct.handler(({ input, context, errors }) =>
      createProduct({ ...catalogue, errors }, context.user, input),
    ),
    updateProduct: os.updateProduct.handler(({ input, context, errors }) =>
      updateProduct({ ...catalogue, errors }, context.user, input),
    ),
    deleteProduct: os.deleteProduct.handler(async ({ input, context, errors }) => {
      await deleteProduct({ ...catalogue, errors }, context.user, input.id);
      return { deleted: true as const };
    }),
    setFeatured: os.setFeatured.handler(({ input, context, errors }) =>
      setFeatured({ ...catalogue, errors }, context.user, input),
    ),
  };
}
