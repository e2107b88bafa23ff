import type { DemoCategoryKey } from './category.ts';
import type { DemoPromotionKey } from './promotions.ts';

/** What an image shows: the whole piece, a part of it, its cloth, or a second piece of the set. */
export type DemoView = 'front' | 'detail' | 'cloth' | 'cap' | 'gele';

/** A product of the demo store. `price` is naira as numeric(12,2) text. */
export type DemoProduct = {
  key: string;
  name: string;
  description: string;
  price: string;
  categoryKey: DemoCategoryKey;
  featured?: boolean;
  promotionKey?: DemoPromotionKey;
  /** How many browsers have it in a wishlist. */
  likes: number;
  /** Age of the product in days on the day of seeding. */
  daysAgo: number;
  /** Its images in their order, the primary one first. */
  images: readonly DemoView[];
};
