import { z } from 'zod';
import { raises, route } from '#shared/route.ts';
import { id, image } from '#shared/shapes.ts';

/** An image of a product. Exactly one of a product's is primary: the one that cards show. */
export const productImage = image.extend({
  id,
  productId: id,
  isPrimary: z.boolean(),
  displayOrder: z.int(),
});
export type ProductImage = z.infer<typeof productImage>;

const MANAGE = 'manage products';

/** The images of a product. */
export const imageContract = {
  /** In their order; the primary one stands where it stands. */
  listImages: route('admin', MANAGE)
    .route({ method: 'GET', path: '/products/{productId}/images', summary: 'The images of a product' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ productId: id }))
    .output(z.array(productImage)),
  /** Comes last. The first image of a product is primary, whatever was asked for. */
  uploadImage: route('admin', MANAGE)
    .route({ method: 'POST', path: '/products/{productId}/images', summary: 'Add an image to a product' })
    .meta({ access: 'admin', action: MANAGE, maxBody: 6 * 1024 * 1024 })
    .errors(
      raises(
        'NOT_FOUND',
        'NOT_AN_IMAGE',
        'IMAGE_TOO_LARGE',
        'IMAGE_UNREADABLE',
        'STORAGE_UNAVAILABLE',
        'IMAGE_LIMIT',
        'KEY_REUSED',
      ),
    )
    .input(
      z.object({
        productId: id,
        /** Chosen by the page, so that sending again after a lost answer adds no second image. */
        id: id.optional(),
        file: z.file('Please select an image file'),
        primary: z.stringbool().or(z.boolean()).default(false),
      }),
    )
    .output(productImage),
  /** Of a primary one the first that remains becomes primary. An order that shows it keeps its file. */
  deleteImage: route('admin', MANAGE)
    .route({ method: 'DELETE', path: '/product-images/{id}', summary: 'Delete an image' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ deleted: z.literal(true) })),
  setPrimaryImage: route('admin', MANAGE)
    .route({ method: 'PUT', path: '/product-images/{id}/primary', summary: 'Make an image the primary one' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(productImage),
  /** The whole new order: exactly the images that the product has. */
  reorderImages: route('admin', MANAGE)
    .route({
      method: 'PUT',
      path: '/products/{productId}/images',
      summary: 'Put the images in another order',
    })
    .errors(raises('NOT_FOUND', 'IMAGES_CHANGED'))
    .input(
      z.object({
        productId: id,
        ids: z
          .array(id)
          .max(1000)
          .refine((ids) => new Set(ids).size === ids.length, 'Each image once'),
      }),
    )
    .output(z.array(productImage)),
};
