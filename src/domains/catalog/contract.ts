import { z } from 'zod';
import { RELATED_LIMIT, ROW_LIMIT, STORE_PAGE_SIZE } from '#shared/pages.ts';
import { raises, route, routes } from '#shared/route.ts';
import { day, id, page, text } from '#shared/shapes.ts';
import { assignmentContract } from './assignment/assignment.contract.ts';
import { categoryAdminContract } from './categories/category-admin.contract.ts';
import { imageContract } from './images/image.contract.ts';
import { importContract } from './import/import.contract.ts';
import { SEARCH_SORTS } from './products/listing.ts';
import { priceChangeContract } from './products/price-change.contract.ts';
import { productAdminContract } from './products/product-admin.contract.ts';
import { searchesContract } from './searches/searches.contract.ts';
import { category, listing, menuCategory, product, productSummary, suggestions } from './shapes.ts';

const browse = routes('public', 'browse products');
const browseCategories = routes('public', 'browse categories');
const limited = (byDefault: number) =>
  z.object({ limit: z.coerce.number().int().min(1).max(50).default(byDefault) });

export const catalogContract = {
  listProducts: browse('GET /products', 'Products, filtered, sorted and paged')
    .input(
      z
        .object({
          /** A slug; an old slug or a name works too. Includes descendants. */
          category: text(200).optional(),
          search: text(20_000).optional(),
          /** Without one, a search is sorted by relevance, a list by 'featured'. */
          sort: z.enum(SEARCH_SORTS).optional(),
          page: page.default(1),
          promotion: text(200).optional(),
          featured: z.stringbool().or(z.boolean()).optional(),
          /** Only sold out products, or only others. Of a list without a search. */
          soldOut: z.stringbool().or(z.boolean()).optional(),
          /** Excludes this product. */
          not: id.optional(),
          pageSize: z.coerce.number().int().min(1).max(100).default(STORE_PAGE_SIZE),
        })
        .refine(({ search, soldOut }) => !search?.trim() || soldOut === undefined, {
          path: ['soldOut'],
          error: 'A search has no such filter',
        }),
    )
    .output(listing),
  getProduct: browse('GET /products/{id}', 'One product with its images and promotion')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ product, today: day })),
  /** Existing products of up to 50 ids, with images and promotions; deleted ones are left out. */
  getProducts: route('visitor', 'browse products', { writes: false })
    .route({ method: 'POST', path: '/products/by-ids', summary: 'Products by their ids' })
    .input(z.object({ ids: z.array(id).max(50) }))
    .output(z.object({ products: z.array(product), today: day })),
  relatedProducts: browse('GET /products/{id}/related', 'Products of the same category first')
    .input(limited(RELATED_LIMIT).extend({ id }))
    .output(z.array(productSummary)),
  featuredProducts: browse('GET /products/featured', 'Featured products, newest first')
    .input(limited(ROW_LIMIT))
    .output(z.array(productSummary)),
  newestProducts: browse('GET /products/newest', 'Newest products')
    .input(limited(ROW_LIMIT))
    .output(z.array(productSummary)),
  mostLikedProducts: browse('GET /products/most-liked', 'Products held by most wishlists')
    .input(limited(ROW_LIMIT))
    .output(z.array(productSummary)),
  /** For a text that is being typed; nothing for one without letters or digits. */
  suggest: browse('GET /products/suggestions', 'Suggestions while a search is typed')
    .input(z.object({ search: text(200).default('') }))
    .output(suggestions),
  /** Active categories without an inactive ancestor, parents before children, each level sorted. */
  listCategories: browseCategories('GET /categories', 'Active categories').output(z.array(category)),
  /** The same in the same order, as menus need them. */
  categoryMenu: browseCategories('GET /categories/menu', 'Active categories, without images').output(
    z.array(menuCategory),
  ),
  /** Records that this browser's wishlist contained the product. Never fails the toggle. */
  likeProduct: route('visitor', 'like products')
    .route({ method: 'POST', path: '/products/{id}/like', summary: 'Count a like of this browser' })
    .input(z.object({ id }))
    .output(z.object({ counted: z.boolean() })),
  ...productAdminContract,
  ...priceChangeContract,
  ...imageContract,
  ...importContract,
  ...categoryAdminContract,
  ...assignmentContract,
  ...searchesContract,
};
