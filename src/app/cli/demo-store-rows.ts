import { v7 as uuidv7 } from 'uuid';
import type { Row } from '#db/seed/insert-rows.ts';
import { demoCategories } from '#demo-store/categories.ts';
import { demoMessages } from '#demo-store/messages.ts';
import { demoUsers } from '#demo-store/people.ts';
import { demoProducts } from '#demo-store/products.ts';
import { demoPromotions } from '#demo-store/promotions.ts';
import { demoSlides } from '#demo-store/slides.ts';
import { type Day, dayPlus } from '#shared/dates.ts';
import type { Image } from '#shared/image.ts';
import type { DemoImages, Ids } from './demo-store-images.ts';
import { nameOf } from './demo-store-orders.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const idsFor = (rows: readonly { key: string }[]): Ids =>
  new Map(rows.map(({ key }) => [key, uuidv7()]));

/** Minutes apart within a day, so that sorting by newest is unambiguous. */
const daysBefore = (now: Date, days: number, index: number): Date =>
  new Date(now.getTime() - days * DAY - index * MINUTE);

const cellsOf = ({ url, ...size }: Image) => ({ imageUrl: url, ...size });

export const profileRows = (ids: Ids, now: Date): Row[] =>
  demoUsers.map(({ key, daysAgo, ...user }, index) => ({
    id: ids.get(key)!,
    ...user,
    emailVerified: true,
    name: nameOf(user),
    isDemo: true,
    createdAt: daysBefore(now, daysAgo, index),
    updatedAt: daysBefore(now, daysAgo, index),
  }));

/** The password is printed at every start, so one hash for all accounts reveals nothing. */
export const accountRows = (ids: Ids, password: string): Row[] =>
  [...ids.values()].map((id) => ({
    id: uuidv7(),
    userId: id,
    accountId: id,
    providerId: 'credential',
    password,
  }));

export const promotionRows = (ids: Ids, today: Day, now: Date): Row[] =>
  demoPromotions.map(({ key, type, value, startsInDays, endsInDays, ...promotion }, index) => {
    // Created a day before it starts, the future one yesterday.
    const createdAt = daysBefore(now, Math.max(1, 1 - startsInDays), index);
    return {
      id: ids.get(key)!,
      ...promotion,
      startDate: dayPlus(today, startsInDays),
      endDate: dayPlus(today, endsInDays),
      promotionType: type,
      promotionValue: value,
      isDemo: true,
      createdAt,
      updatedAt: createdAt,
    };
  });

export const categoryRows = (ids: Ids, images: DemoImages): Row[] =>
  demoCategories.map(({ key, name, description, parentKey, active, displayOrder }) => {
    const { url, width, height, placeholder } = images.categories.get(key)!;
    return {
      id: ids.get(key)!,
      name,
      slug: key,
      description,
      parentId: parentKey ? ids.get(parentKey)! : null,
      isActive: active,
      displayOrder,
      imageUrl: url,
      imageWidth: width,
      imageHeight: height,
      imagePlaceholder: placeholder,
      isDemo: true,
    };
  });

export const productRows = (ids: Ids, categories: Ids, promotions: Ids, now: Date): Row[] =>
  demoProducts.map(({ key, name, description, price, likes, ...product }, index) => ({
    id: ids.get(key)!,
    name,
    description,
    price,
    likes,
    categoryId: categories.get(product.categoryKey)!,
    featured: product.featured ?? false,
    promotionId: product.promotionKey ? promotions.get(product.promotionKey)! : null,
    isDemo: true,
    createdAt: daysBefore(now, product.daysAgo, index),
    updatedAt: daysBefore(now, product.daysAgo, index),
  }));

export const imageRows = (ids: Ids, images: DemoImages): Row[] =>
  demoProducts.flatMap(({ key }) =>
    images.products.get(key)!.map((image, at) => ({
      id: uuidv7(),
      productId: ids.get(key)!,
      ...cellsOf(image),
      isPrimary: at === 0,
      displayOrder: at,
    })),
  );

export const slideImageRows = (ids: Ids, images: DemoImages): Row[] =>
  demoSlides.map(({ key }) => ({
    id: uuidv7(),
    slideId: ids.get(key)!,
    ...cellsOf(images.slides.get(key)!),
  }));

export const slideRows = (ids: Ids): Row[] =>
  demoSlides.map(({ key, active, ...slide }, at) => ({
    id: ids.get(key)!,
    ...slide,
    displayOrder: at,
    isActive: active,
    isDemo: true,
  }));

export const messageRows = (now: Date): Row[] =>
  demoMessages.map(({ daysAgo, ...message }, index) => ({
    id: uuidv7(),
    ...message,
    isDemo: true,
    createdAt: daysBefore(now, daysAgo, index),
  }));
