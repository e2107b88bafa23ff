import type { ImageSpec, ImageView, TileSpec } from '../pictures/names.ts';
import type { DemoCategoryKey } from './category.ts';
import type { DemoPromotionKey } from './promotions.ts';

/** A product of the demonstration shop. `price` is naira as numeric(12,2) text; the first picture is the primary one. */
export type DemoProduct = {
  key: string;
  name: string;
  description: string;
  price: string;
  categoryKey: DemoCategoryKey;
  featured?: boolean;
  promotionKey?: DemoPromotionKey;
  /** How many browsers have held it in a wishlist. */
  likes: number;
  /** Age of the product in days on the day of seeding. */
  daysAgo: number;
  images: ImageSpec[];
};

/** The same piece drawn from several sides, in the order given. */
export function drawn(piece: TileSpec, ...views: ImageView[]): ImageSpec[] {
  return views.map((view) => ({ ...piece, view }));
}
