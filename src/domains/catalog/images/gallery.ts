import type { Product } from '../shapes.ts';

/** The primary image first, the others in their order; the placeholder if there is none. */
export function galleryOf(product: Pick<Product, 'id' | 'image' | 'images'>) {
  if (product.images.length === 0) return [{ ...product.image, id: product.id }];
  return product.images.toSorted(
    (a, b) => Number(b.isPrimary) - Number(a.isPrimary) || a.displayOrder - b.displayOrder,
  );
}
