import { gated } from '#platform/rpc/gate.ts';
import { assignmentRouter } from '../assignment/server/assignment.router.ts';
import { activeCategories } from '../categories/server/category.service.ts';
import { categoryAdminRouter } from '../categories/server/category-admin.router.ts';
import { catalogContract } from '../contract.ts';
import { imageRouter } from '../images/server/image.router.ts';
import { importRouter } from '../import/server/import.router.ts';
import { browserIdOf } from '../products/server/browser-cookie.ts';
import {
  featuredProducts,
  listProducts,
  mostLikedProducts,
  newestProducts,
} from '../products/server/listing.service.ts';
import {
  findProduct,
  findProducts,
  likeProduct,
  relatedProducts,
} from '../products/server/product.service.ts';
import { productAdminRouter } from '../products/server/product-admin.router.ts';
import { type CatalogDeps, openCatalogue } from './catalog-deps.ts';

export function catalogRouter(deps: CatalogDeps) {
  const os = gated(catalogContract);
  const catalogue = openCatalogue(deps);
  const today = () => deps.clock.today();
  return {
    listProducts: os.listProducts.handler(({ input }) => listProducts(catalogue, input)),
    getProduct: os.getProduct.handler(async ({ input, errors }) => {
      const product = await findProduct(catalogue, input.id);
      if (!product) throw errors.NOT_FOUND();
      return { product, today: today() };
    }),
    getProducts: os.getProducts.handler(async ({ input }) => ({
      products: await findProducts(catalogue, input.ids),
      today: today(),
    })),
    relatedProducts: os.relatedProducts.handler(({ input }) =>
      relatedProducts(catalogue, input.id, input.limit),
    ),
    featuredProducts: os.featuredProducts.handler(({ input }) => featuredProducts(catalogue, input.limit)),
    newestProducts: os.newestProducts.handler(({ input }) => newestProducts(catalogue, input.limit)),
    mostLikedProducts: os.mostLikedProducts.handler(({ input }) => mostLikedProducts(catalogue, input.limit)),
    listCategories: os.listCategories.handler(() => activeCategories(catalogue)),
    likeProduct: os.likeProduct.handler(async ({ input, context }) => ({
      counted: await likeProduct(catalogue, {
        productId: input.id,
        browserId: browserIdOf(context, deps.secureCookies),
        address: context.ipAddress,
      }),
    })),
    ...productAdminRouter(catalogue),
    ...imageRouter(catalogue),
    ...importRouter(catalogue),
    ...categoryAdminRouter(catalogue),
    ...assignmentRouter(catalogue),
  };
}
