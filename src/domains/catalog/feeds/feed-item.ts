import { type PromotionTerms, priceOf } from '#domains/promotions/price.ts';
import { FIRST_DAY, LAST_DAY } from '#domains/promotions/window.ts';
import { cleanText } from '#shared/clean-text.ts';
import { type Day, dayPlus, localInstant, startOfDay } from '#shared/dates.ts';
import { excerpt } from '#shared/excerpt.ts';
import { imageUrl } from '#shared/image-url.ts';
import { type Kobo, textOfKobo } from '#shared/money.ts';
import type { ShopInfo } from '#shared/shop.ts';
import { categoryText } from '../categories/category-path.ts';
import { PLACEHOLDER } from '../images/placeholder.ts';
import { htmlToText } from '../import/csv-html.ts';

/** What a feed is made of: a published product. */
export interface FeedProduct {
  id: string;
  name: string;
  description: string;
  price: Kobo;
  soldOut: boolean;
  /** Names from the top level down. */
  categoryPath: readonly string[];
  promotion: PromotionTerms | null;
  /** Paths of its images, the primary one first. */
  images: readonly string[];
}

export type FeedShop = Pick<ShopInfo, 'name' | 'publicUrl' | 'currency' | 'timeZone'>;

/** A product as both providers read it. Its description is without HTML; each feed bounds the texts. */
export interface FeedItem {
  id: string;
  title: string;
  description: string;
  /** The product's page, with the promotion whose price it then shows. */
  link: string;
  /** Absolute, at least one, the primary one first. */
  images: [string, ...string[]];
  soldOut: boolean;
  price: Kobo;
  sale: { price: Kobo; dates: string } | null;
  productType: string;
}

/** Google and Meta read JPEG of at least 500 pixels; neither reads AVIF, and Meta no WebP. */
const IMAGE_WIDTH = 1280;

/** Images besides the first, in both feeds. */
export const MORE_IMAGES = 10;

/** '12500.00 NGN'. */
export const amount = (price: Kobo, currency: string): string => `${textOfKobo(price)} ${currency}`;

const plain = (text: string) => cleanText(text).trim();

/**
 * The first and the last minute of a promotion, by the shop's clocks: '2026-11-20T00:00+0100/2026-11-27T23:59+0100'.
 * Within the days of the form: clocks are not known for those that older rows may have.
 */
function datesOf({ startDate, endDate }: PromotionTerms, timeZone: string): string {
  const first = startDate < FIRST_DAY ? FIRST_DAY : startDate;
  const last = endDate > LAST_DAY ? LAST_DAY : endDate;
  const lastMinute = startOfDay(timeZone, dayPlus(last, 1)).getTime() - 60_000;
  return [startOfDay(timeZone, first), new Date(lastMinute)]
    .map((instant) => localInstant(timeZone, instant))
    .join('/');
}

/** Makes items of products as they are offered on this day. */
export function feedItemsOf(shop: FeedShop, today: Day): (product: FeedProduct) => FeedItem {
  /** Dates of promotions that many products share: reading the clocks of a time zone is slow. */
  const knownDates = new Map<string, string>();
  function saleDates(promotion: PromotionTerms): string {
    const key = `${promotion.startDate} ${promotion.endDate}`;
    const dates = knownDates.get(key) ?? datesOf(promotion, shop.timeZone);
    knownDates.set(key, dates);
    return dates;
  }
  const absolute = (path: string) =>
    new URL(path.startsWith('/uploads/') ? imageUrl(path, IMAGE_WIDTH, 'jpg') : path, shop.publicUrl).href;

  return ({ id, name, description, price, soldOut, categoryPath, promotion, images }) => {
    const { amount, list, code } = priceOf(price, promotion, promotion?.code, today);
    const isReduced = promotion !== null && code !== null && amount < list;
    const title = plain(name);
    const [first = PLACEHOLDER.url, ...more] = images;
    return {
      id,
      title,
      description: plain(htmlToText(description)) || title,
      link: `${shop.publicUrl}/products/${id}${isReduced ? `?promotion=${encodeURIComponent(code)}` : ''}`,
      images: [absolute(first), ...more.slice(0, MORE_IMAGES).map(absolute)],
      soldOut,
      price: list,
      sale: isReduced ? { price: amount, dates: saleDates(promotion) } : null,
      productType: excerpt(categoryText(categoryPath), 750),
    };
  };
}
