import { z } from 'zod';
import { raises, route } from '#shared/route.ts';
import {
  changedBy,
  filledText,
  id,
  instant,
  nairaWith,
  page,
  paged,
  raisesStale,
  text,
  version,
} from '#shared/shapes.ts';
import { categoryName, product, productSummary } from '../shapes.ts';
import { PRODUCT_SORTS } from './product-list.ts';

/** One of the categories, or the name of one that is made in the same transaction when there is none of it. */
const categoryChoice = z.union(
  [
    z.strictObject({ id: z.guid({ error: 'Category is required' }) }),
    z.strictObject({ name: filledText(1, 100, 'Category is required') }),
  ],
  { error: 'Category is required' },
);

/** Naira. 0 is a price here, unlike in a spreadsheet, where it is more likely a slip. */
export const productPrice = nairaWith({
  missing: { error: 'Price is required' },
  tooLittle: 'Price must be 0 or more',
  tooMuch: 'Price must be at most 9,999,999,999.99',
  decimals: 'Price has at most two decimals',
});

/** As text where it comes in a form of several parts, as it does with an image. */
const priceOrText = z
  .union(
    [
      z
        .string()
        .trim()
        .regex(/^\d{1,10}(\.\d{1,2})?$/)
        .transform(Number),
      z.number(),
    ],
    { error: 'Price is required' },
  )
  .pipe(productPrice);

/** What the product form sends. */
export const productInput = z.object({
  name: filledText(1, 200, 'Name is required'),
  description: filledText(1, 10_000, 'Description is required'),
  price: productPrice,
  category: categoryChoice,
  featured: z.boolean().default(false),
});
export type ProductInput = z.infer<typeof productInput>;

/** A product as its form reads it. */
export const adminProduct = product.extend({
  version,
  updatedAt: instant,
  /** Who saved it last, when that is known. */
  updatedBy: z.string().nullable(),
});
export type AdminProduct = z.infer<typeof adminProduct>;

const MANAGE = 'manage products';

/** Products as the back office sees and writes them. */
export const productAdminContract = {
  listForAdmin: route('admin', MANAGE)
    .route({ method: 'GET', path: '/admin/products', summary: 'Products of the back office, newest first' })
    .input(
      z.object({
        /** Words of the name or description, as the shop's search understands them. */
        search: text(20_000).optional(),
        /** A slug, with everything below it; 'none' for products without a category. */
        category: text(200).optional(),
        sort: z.enum(PRODUCT_SORTS).default('newest'),
        page: page.default(1),
      }),
    )
    .output(
      paged(productSummary).extend({
        /** All products of the shop, whatever was asked for. */
        all: z.int(),
        /** What `category` meant; null when unset, 'none' or unknown. */
        category: categoryName.nullable(),
      }),
    ),
  productTotals: route('admin', MANAGE)
    .route({ method: 'GET', path: '/admin/product-totals', summary: 'How many products, and featured ones' })
    .output(z.object({ total: z.int(), featured: z.int() })),
  getForAdmin: route('admin', MANAGE)
    .route({
      method: 'GET',
      path: '/admin/products/{id}',
      summary: 'One product with the version to save over',
    })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(adminProduct),
  createProduct: route('admin', MANAGE)
    .route({ method: 'POST', path: '/products', summary: 'Make a product, with or without an image' })
    .meta({ access: 'admin', action: MANAGE, maxBody: 6 * 1024 * 1024 })
    .errors(raises('NOT_AN_IMAGE', 'IMAGE_TOO_LARGE', 'IMAGE_UNREADABLE', 'STORAGE_UNAVAILABLE'))
    .input(
      productInput.extend({
        /** Chosen by the form, so that pressing again after a lost answer makes no second product. */
        id: id.optional(),
        image: z.file().optional(),
        price: priceOrText,
        featured: z.boolean().or(z.stringbool()).default(false),
      }),
    )
    .output(adminProduct),
  /** Refuses a save over a newer version, and says what that one is. */
  updateProduct: route('admin', MANAGE)
    .route({
      method: 'PUT',
      path: '/products/{id}',
      summary: 'Save a product over the version that was read',
    })
    .errors(raises('NOT_FOUND'))
    .errors(raisesStale(adminProduct))
    .input(productInput.extend({ id, version }))
    .output(adminProduct),
  /** Orders keep their items and the images they show. */
  deleteProduct: route('admin', MANAGE)
    .route({ method: 'DELETE', path: '/products/{id}', summary: 'Delete a product and its images' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ deleted: z.literal(true) })),
  setFeatured: route('admin', MANAGE)
    .route({ method: 'PUT', path: '/products/{id}/featured', summary: 'Feature a product, or no longer' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id, featured: z.boolean(), shown: z.boolean() }))
    .output(z.object({ featured: z.boolean(), overtaken: changedBy.nullable() })),
};
