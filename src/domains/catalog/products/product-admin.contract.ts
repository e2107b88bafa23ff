import { z } from 'zod';
import { IMAGE_CODES } from '#shared/errors.ts';
import { MAX_UPLOAD_BODY } from '#shared/image-rules.ts';
import { oneSetForRetries, raises, routes } from '#shared/route.ts';
import {
  changedBy,
  filledText,
  id,
  instant,
  nairaWith,
  page,
  paged,
  progressKey,
  raisesStale,
  selectionOf,
  text,
  version,
} from '#shared/shapes.ts';
import { categoryName, product, productSummary } from '../shapes.ts';
import { PRODUCT_SORTS, PRODUCT_STATES, PRODUCT_STATUSES, type ProductStatus } from './product-list.ts';

/** An existing category, or the name of one that is created in the same transaction if missing. */
const categoryChoice = z.union(
  [
    z.strictObject({ id: z.guid({ error: 'Category is required' }) }),
    z.strictObject({ name: filledText(1, 100, 'Category is required') }),
  ],
  { error: 'Category is required' },
);

const NO_PRICE = 'Price is required';

/** Naira. 0 is valid here, unlike in a spreadsheet, where it is more likely an error. */
const productPrice = nairaWith({
  missing: { error: NO_PRICE },
  tooLittle: 'Price must be 0 or more',
  tooMuch: 'Price must be at most 9,999,999,999.99',
  decimals: 'Price has at most two decimals',
});

/** Also as text: of the product form, and of a multipart form, i.e. with an image. */
export const priceOrText = z
  .union([z.string().trim(), z.number()], { error: NO_PRICE })
  .refine((price) => price !== '', { error: NO_PRICE, abort: true })
  .refine((price) => typeof price === 'number' || /^-?(\d+\.?\d*|\.\d+)$/.test(price), {
    error: 'Write it as 12500 or 12500.50',
    abort: true,
  })
  .transform(Number)
  .pipe(productPrice);

/** The input of the product form. */
export const productInput = z.object({
  name: filledText(1, 200, 'Name is required'),
  description: filledText(1, 10_000, 'Description is required'),
  price: productPrice,
  category: categoryChoice,
  featured: z.boolean().default(false),
  /** A draft is seen by staff alone. */
  status: z.enum(PRODUCT_STATUSES).default('published'),
  /** Shown with a badge, and refused in orders. */
  soldOut: z.boolean().default(false),
});
export type ProductInput = z.infer<typeof productInput>;

/** A product as its form reads it. */
export const adminProduct = product.extend({
  status: z.enum(PRODUCT_STATUSES),
  version,
  updatedAt: instant,
  /** Who saved it last, if known. */
  updatedBy: z.string().nullable(),
});
export type AdminProduct = z.infer<typeof adminProduct>;

/** A product of a list, with what staff alone know of it. */
const adminSummary = productSummary.extend({ status: z.enum(PRODUCT_STATUSES) });
export type AdminSummary = z.infer<typeof adminSummary>;

/** The filters of the back office's list of products; an absent one does not limit. */
export const productsFilter = z.object({
  /** Words of the name or description, as in the shop's search. */
  search: text(20_000).optional(),
  /** A slug, descendants included; 'none' for products without a category. */
  category: text(200).optional(),
  /** Only products of this status, or what is sold out. */
  status: z.enum(PRODUCT_STATES).optional(),
});
export type ProductsFilter = z.infer<typeof productsFilter>;

/** What is done with all selected products. */
export const productsChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('feature'), featured: z.boolean() }),
  z.strictObject({ kind: z.literal('status'), status: z.enum(PRODUCT_STATUSES) }),
  z.strictObject({ kind: z.literal('soldOut'), soldOut: z.boolean() }),
  z.strictObject({ kind: z.literal('move'), categoryId: id }),
  /** Null takes them out of their promotions. */
  z.strictObject({ kind: z.literal('promotion'), promotionId: id.nullable() }),
  z.strictObject({ kind: z.literal('delete') }),
]);
export type ProductsChange = z.infer<typeof productsChange>;

function changeSummary(change: ProductsChange | undefined): string {
  if (change?.kind === 'feature')
    return change.featured ? 'Featured {products}' : 'Stopped featuring {products}';
  if (change?.kind === 'status')
    return change.status === 'draft' ? 'Set {products} to draft' : 'Published {products}';
  if (change?.kind === 'soldOut')
    return change.soldOut ? 'Marked {products} as sold out' : 'Marked {products} as available';
  if (change?.kind === 'move') return 'Moved {products} to another category';
  if (change?.kind === 'promotion')
    return change.promotionId ? 'Put {products} into a promotion' : 'Removed the promotion of {products}';
  return 'Deleted {products}';
}

const see = routes('admin', 'manage products', { scope: 'products:read' });
const manage = routes('admin', 'manage products', { scope: 'products:write' });

/** Product operations of the back office. */
export const productAdminContract = {
  listForAdmin: see(
    'GET /admin/products',
    'Products of the back office: found words by relevance, others newest first',
  )
    .input(
      productsFilter.extend({
        /** Without one, by relevance where words are searched; else, and above 10,000 hits, the newest first. */
        sort: z.enum(PRODUCT_SORTS).optional(),
        page: page.default(1),
      }),
    )
    .output(
      paged(adminSummary).extend({
        /** The number of all products, whatever the filter. */
        all: z.int(),
        /** On the first page of a search: products of close words, which no selection of all hits contains. */
        close: z.array(z.object({ word: z.string(), by: z.array(z.string()), items: z.array(adminSummary) })),
        /** The resolved category; null if unset, 'none' or unknown. */
        category: categoryName.nullable(),
      }),
    ),
  productTotals: see('GET /admin/product-totals', 'How many products, and featured ones').output(
    z.object({ total: z.int(), featured: z.int() }),
  ),
  getForAdmin: see('GET /admin/products/{id}', 'One product with the version to save over')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(adminProduct),
  createProduct: manage('POST /admin/products', 'Make a product, with or without an image', {
    maxBody: MAX_UPLOAD_BODY,
    change: 'Added {products}',
    ...oneSetForRetries,
  })
    .errors({ ...raises(...IMAGE_CODES), ...raisesStale(adminProduct) })
    .input(
      productInput.extend({
        /** Generated by the form, so that a retry after a lost response creates no second product. */
        id: id.optional(),
        image: z.file().optional(),
        price: priceOrText,
        featured: z.boolean().or(z.stringbool()).default(false),
        soldOut: z.boolean().or(z.stringbool()).default(false),
      }),
    )
    .output(adminProduct),
  /** Refuses a save over a newer version, and returns that version. */
  updateProduct: manage('PUT /admin/products/{id}', 'Save a product over the version that was read', {
    change: 'Changed {products}',
  })
    .errors(raises('NOT_FOUND'))
    .errors(raisesStale(adminProduct))
    .input(productInput.extend({ id, version }))
    .output(adminProduct),
  /** Orders keep their items and the images they show. */
  deleteProduct: manage('DELETE /admin/products/{id}', 'Delete a product and its images', {
    change: 'Deleted {products}',
  })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ deleted: z.literal(true) })),
  /** All in one transaction, or nothing. NOT_FOUND if the category or promotion is gone. */
  changeProducts: manage('POST /admin/products/changes', 'Change many products at once', {
    change: ({ change }: { change?: ProductsChange }) => changeSummary(change),
  })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ key: progressKey, selection: selectionOf(productsFilter), change: productsChange }))
    .output(z.object({ changed: z.int() })),
  setFeatured: manage('PUT /admin/products/{id}/featured', 'Feature a product, or no longer', {
    change: ({ featured }: { featured: boolean }) =>
      featured ? 'Featured {products}' : 'Stopped featuring {products}',
  })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id, featured: z.boolean(), shown: z.boolean().optional() }))
    .output(z.object({ featured: z.boolean(), overtaken: changedBy.nullable() })),
  setStatus: manage('PUT /admin/products/{id}/status', 'Publish a product, or make it a draft', {
    change: ({ status }: { status: ProductStatus }) =>
      status === 'published' ? 'Published {products}' : 'Made {products} a draft',
  })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id, status: z.enum(PRODUCT_STATUSES), shown: z.enum(PRODUCT_STATUSES).optional() }))
    .output(z.object({ status: z.enum(PRODUCT_STATUSES), overtaken: changedBy.nullable() })),
  setSoldOut: manage('PUT /admin/products/{id}/sold-out', 'Mark a product as sold out, or as available', {
    change: ({ soldOut }: { soldOut: boolean }) =>
      soldOut ? 'Marked {products} as sold out' : 'Marked {products} as available',
  })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id, soldOut: z.boolean(), shown: z.boolean().optional() }))
    .output(z.object({ soldOut: z.boolean(), overtaken: changedBy.nullable() })),
};
