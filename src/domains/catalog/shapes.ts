import { z } from 'zod';
import { promotion } from '#domains/promotions/contract.ts';
import { day, id, image, instant, naira } from '#shared/shapes.ts';

export const categoryName = z.object({ id, name: z.string(), slug: z.string() });

/** A product as a card shows it. `image` is the primary image, else the first, else the placeholder. */
export const productSummary = z.object({
  id,
  name: z.string(),
  price: naira,
  category: categoryName.nullable(),
  featured: z.boolean(),
  createdAt: instant,
  promotionId: id.nullable(),
  promotion: promotion.nullable(),
  image: image,
});
export type ProductSummary = z.infer<typeof productSummary>;

export const product = productSummary.extend({
  description: z.string(),
  likes: z.int(),
  images: z.array(image.extend({ id, isPrimary: z.boolean(), displayOrder: z.int() })),
});
export type Product = z.infer<typeof product>;

export const category = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  parentId: id.nullable(),
  isActive: z.boolean(),
  displayOrder: z.int(),
  image: image.nullable(),
});
export type Category = z.infer<typeof category>;

export const listing = z.object({
  items: z.array(productSummary),
  /** Exact without a search; with one exact to 1,000, then 1,000 with `capped`. */
  total: z.int(),
  capped: z.boolean(),
  /** The page that is answered: a page past the end becomes the last. */
  page: z.int(),
  pageCount: z.int(),
  /** What `category` meant, or null when unset or unknown. A different slug than asked for: go there. */
  category: categoryName.nullable(),
  /** What `promotion` meant, or null when unset, unknown or not begun. Ended, its products are listed at the usual price. */
  promotion: promotion.nullable(),
  today: day,
});
export type Listing = z.infer<typeof listing>;
