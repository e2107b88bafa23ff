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

const cellsOf = ({ url, width, height, placeholder }: Image) => ({
  image_url: url,
  width,
  height,
  placeholder,
});

export const profileRows = (ids: Ids, now: Date): Row[] =>
  demoUsers.map((user, index) => ({
    id: ids.get(user.key)!,
    email: user.email,
    email_verified: true,
    name: nameOf(user),
    first_name: user.firstName,
    last_name: user.lastName,
    phone: user.phone,
    phone_verified: false,
    role: user.role,
    banned: false,
    two_factor_enabled: false,
    is_demo: true,
    created_at: daysBefore(now, user.daysAgo, index),
    updated_at: daysBefore(now, user.daysAgo, index),
  }));

/** The password is printed at every start, so one hash for all accounts reveals nothing. */
export const accountRows = (ids: Ids, password: string): Row[] =>
  [...ids.values()].map((id) => ({
    id: uuidv7(),
    user_id: id,
    account_id: id,
    provider_id: 'credential',
    password,
    created_at: new Date(),
    updated_at: new Date(),
  }));

export const promotionRows = (ids: Ids, today: Day, now: Date): Row[] =>
  demoPromotions.map((promotion, index) => ({
    id: ids.get(promotion.key)!,
    name: promotion.name,
    description: promotion.description,
    tag_line: promotion.tagLine,
    code: promotion.code,
    start_date: dayPlus(today, promotion.startsInDays),
    end_date: dayPlus(today, promotion.endsInDays),
    promotion_type: promotion.type,
    promotion_value: promotion.value,
    is_demo: true,
    version: 1,
    // Created a day before it starts, the future one yesterday.
    created_at: daysBefore(now, Math.max(1, 1 - promotion.startsInDays), index),
    updated_at: daysBefore(now, Math.max(1, 1 - promotion.startsInDays), index),
  }));

export const categoryRows = (ids: Ids, images: DemoImages): Row[] =>
  demoCategories.map((category) => {
    const { url, width, height, placeholder } = images.categories.get(category.key)!;
    return {
      id: ids.get(category.key)!,
      name: category.name,
      slug: category.key,
      description: category.description,
      parent_id: category.parentKey ? ids.get(category.parentKey)! : null,
      is_active: category.active,
      display_order: category.displayOrder,
      image_url: url,
      image_width: width,
      image_height: height,
      image_placeholder: placeholder,
      is_demo: true,
      version: 1,
      created_at: new Date(),
      updated_at: new Date(),
    };
  });

export const productRows = (ids: Ids, categories: Ids, promotions: Ids, now: Date): Row[] =>
  demoProducts.map((product, index) => ({
    id: ids.get(product.key)!,
    name: product.name,
    description: product.description,
    price: product.price,
    category_id: categories.get(product.categoryKey)!,
    featured: product.featured ?? false,
    promotion_id: product.promotionKey ? promotions.get(product.promotionKey)! : null,
    likes: product.likes,
    is_demo: true,
    version: 1,
    created_at: daysBefore(now, product.daysAgo, index),
    updated_at: daysBefore(now, product.daysAgo, index),
  }));

export const imageRows = (ids: Ids, images: DemoImages): Row[] =>
  demoProducts.flatMap(({ key }) =>
    images.products.get(key)!.map((image, at) => ({
      id: uuidv7(),
      product_id: ids.get(key)!,
      ...cellsOf(image),
      is_primary: at === 0,
      display_order: at,
      created_at: new Date(),
    })),
  );

export const slideImageRows = (ids: Ids, images: DemoImages): Row[] =>
  demoSlides.map(({ key }) => ({
    id: uuidv7(),
    slide_id: ids.get(key)!,
    ...cellsOf(images.slides.get(key)!),
    created_at: new Date(),
  }));

export const slideRows = (ids: Ids): Row[] =>
  demoSlides.map((slide, at) => ({
    id: ids.get(slide.key)!,
    title: slide.title,
    description: slide.description,
    button_text: slide.buttonText,
    button_link: slide.buttonLink,
    title_animation: slide.titleAnimation,
    description_animation: slide.descriptionAnimation,
    display_order: at,
    is_active: slide.active,
    is_demo: true,
    version: 1,
    created_at: new Date(),
    updated_at: new Date(),
  }));

export const messageRows = (now: Date): Row[] =>
  demoMessages.map(({ daysAgo, ...message }, index) => ({
    id: uuidv7(),
    ...message,
    is_demo: true,
    created_at: daysBefore(now, daysAgo, index),
  }));
