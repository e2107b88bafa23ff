import { gated, serve } from '#platform/rpc/gate.ts';
import * as assignment from '../assignment/server/assignment.service.ts';
import * as categories from '../categories/server/category.service.ts';
import * as categoryAdmin from '../categories/server/category-admin.service.ts';
import { catalogContract } from '../contract.ts';
import * as downloads from '../images/server/download-image.service.ts';
import * as images from '../images/server/image.service.ts';
import * as imports from '../import/server/import.service.ts';
import * as importPreview from '../import/server/import-preview.service.ts';
import * as changes from '../products/server/change-products.service.ts';
import * as listing from '../products/server/listing.service.ts';
import * as prices from '../products/server/price-change.service.ts';
import * as products from '../products/server/product.service.ts';
import * as productAdmin from '../products/server/product-admin.service.ts';
import * as productList from '../products/server/product-list.service.ts';
import { suggest } from '../products/server/suggest.service.ts';
import * as searches from '../searches/server/searches.service.ts';
import { type CatalogDeps, openCatalogue } from './catalog-deps.ts';

export function catalogRouter(deps: CatalogDeps) {
  const os = gated(catalogContract);
  return {
    ...serve(os, openCatalogue(deps), {
      ...assignment,
      ...categories,
      ...categoryAdmin,
      ...changes,
      ...downloads,
      ...images,
      ...imports,
      ...importPreview,
      ...listing,
      ...prices,
      ...products,
      ...productAdmin,
      ...productList,
      ...searches,
      suggest,
    }),
  };
}
