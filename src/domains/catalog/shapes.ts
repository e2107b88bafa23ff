import { z } from 'zod';
import { promotion } from '#domains/promotions/contract.ts';
import { amountOut, day, id, image, instant } from '#shared/shapes.ts';

export const categoryName = z.object({ id, name: z.string(), slug: z.string() });

/** A product on a card. `image` is the primary image, else the first, else the placeholder. */
export const productSummary = z.object({
  id,
  name: z.string(),
  price: amountOut,
  category: categoryName.nullable(),
  featured: z.boolean(),
  /** It can be seen, not ordered. */
  soldOut: z.boolean(),
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

/** A category in a menu: without its image, which the pages of the shop do not show and every visit would load. */
export const menuCategory = category.pick({
  id: true,
  name: true,
  slug: true,
  description: true,
  parentId: true,
});
export type MenuCategory = z.infer<typeof menuCategory>;

export const listing = z.object({
  items: z.array(productSummary),
  /**
   * On the first page of a search: for a word or phrase of it, the words that may have been meant, and at most eight of
   * their products that are not among the hits.
   */
  close: z.array(z.object({ word: z.string(), by: z.array(z.string()), items: z.array(productSummary) })),
  /** Exact without a search; with one exact to 1,000, then 1,000 with `capped`. */
  total: z.int(),
  capped: z.boolean(),
  /** The returned page: a page past the end becomes the last. */
  page: z.int(),
  pageCount: z.int(),
  /**
   * The resolved category, or null if unset or unknown. If its slug differs from the requested one, redirect
   * to it.
   */
  category: categoryName.nullable(),
  /**
   * The resolved promotion, or null if unset, unknown or not started. After its end, its products are listed
   * at their list price.
   */
  promotion: promotion.nullable(),
  today: day,
});
export type Listing = z.infer<typeof listing>;

/** What a search box suggests. */
export const suggestions = z.object({
  products: z.array(productSummary.pick({ id: true, name: true, price: true, soldOut: true, image: true })),
  categories: z.array(categoryName),
  /** The text with other words for those that the shop does not have. */
  meant: z.array(z.string()),
});
export type Suggestions = z.infer<typeof suggestions>;
