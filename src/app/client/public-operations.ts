/**
 * The public operations, which are sent by GET so that caches may keep their answers. A list, because no page loads the
 * contract.
 */
export const PUBLIC_OPERATIONS: ReadonlySet<string> = new Set([
  'catalog.categoryMenu',
  'catalog.featuredProducts',
  'catalog.getProduct',
  'catalog.listCategories',
  'catalog.listProducts',
  'catalog.mostLikedProducts',
  'catalog.newestProducts',
  'catalog.relatedProducts',
  'catalog.suggest',
  'content.listActiveSlides',
  'promotions.listActive',
  'shop.info',
]);
