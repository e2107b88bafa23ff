import { describe, expect, test } from 'vitest';
import { demoCategories } from './categories.ts';
import { demoMessages } from './messages.ts';
import { demoOrders } from './orders.ts';
import { demoUsers } from './people.ts';
import { demoProducts } from './products.ts';
import { demoPromotions } from './promotions.ts';
import { demoSlides } from './slides.ts';

const NUMERIC_12_2 = /^(0|[1-9]\d{0,9})\.\d{2}$/;
const doubled = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at);
const wordsIn = (text: string) => text.split(/\s+/).length;
const sentencesIn = (text: string) =>
  text
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim().toLowerCase())
    .filter(Boolean);
const keysOf = (rows: readonly { key: string }[]) => rows.map((row) => row.key);

describe('categories', () => {
  test('have unique keys, and names unique without regard to case', () => {
    expect(doubled(keysOf(demoCategories))).toEqual([]);
    expect(doubled(demoCategories.map((category) => category.name.toLowerCase()))).toEqual([]);
  });

  test('have keys that are the slugs of their names, so that links by slug hold', () => {
    for (const { key, name } of demoCategories) {
      const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      expect(plain.replace(/[^a-z0-9]+/g, '-')).toBe(key);
    }
  });

  test('stand on two levels, parents before children, in a distinct order per shelf', () => {
    const seen = new Map<string, (typeof demoCategories)[number]>();
    for (const category of demoCategories) {
      if (category.parentKey) expect(seen.get(category.parentKey), category.key).toBeDefined();
      if (category.parentKey) expect(seen.get(category.parentKey)?.parentKey, category.key).toBeUndefined();
      seen.set(category.key, category);
    }
    expect(doubled(demoCategories.map((c) => `${c.parentKey ?? ''}/${c.displayOrder}`))).toEqual([]);
  });

  test('are each used by a product, their own or a child’s', () => {
    const used = new Set<string>(demoProducts.map((product) => product.categoryKey));
    for (const child of demoCategories) if (child.parentKey && used.has(child.key)) used.add(child.parentKey);
    expect(keysOf(demoCategories).filter((key) => !used.has(key))).toEqual([]);
  });

  test('hide one shelf that has products of its own and below it', () => {
    const hidden = demoCategories.filter((category) => !category.active);
    expect(keysOf(hidden)).toEqual(['archive']);
    const below = demoCategories.filter((category) => category.parentKey === 'archive');
    expect(below.every((category) => category.active)).toBe(true);
    for (const { key } of [...hidden, ...below])
      expect(demoProducts.some((product) => product.categoryKey === key)).toBe(true);
  });
});

describe('products', () => {
  test('are between 64 and 72, with unique keys and names', () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(64);
    expect(demoProducts.length).toBeLessThanOrEqual(72);
    expect(doubled(keysOf(demoProducts))).toEqual([]);
    expect(doubled(demoProducts.map((product) => product.name.toLowerCase()))).toEqual([]);
  });

  test('refer to categories and promotions that exist', () => {
    const known: string[] = [...keysOf(demoCategories), ...keysOf(demoPromotions)];
    for (const product of demoProducts) {
      expect(known, product.key).toContain(product.categoryKey);
      if (product.promotionKey) expect(known, product.key).toContain(product.promotionKey);
    }
  });

  test('have prices that are numeric(12,2) text, and not all of them round', () => {
    for (const { key, price } of demoProducts) expect(price, key).toMatch(NUMERIC_12_2);
    const cents = demoProducts.filter((product) => !product.price.endsWith('000.00'));
    expect(cents.length).toBeGreaterThan(demoProducts.length / 2);
  });

  test('have descriptions of 40 to 140 words in composed letters', () => {
    for (const { key, name, description } of demoProducts) {
      expect(wordsIn(description), key).toBeGreaterThanOrEqual(40);
      expect(wordsIn(description), key).toBeLessThanOrEqual(140);
      expect(`${name} ${description}`.normalize('NFC'), key).toBe(`${name} ${description}`);
    }
  });

  test('share no sentence', () => {
    expect(doubled(demoProducts.flatMap((product) => sentencesIn(product.description)))).toEqual([]);
  });

  test('have two to four distinct images, but for the one that shows the placeholder', () => {
    expect(keysOf(demoProducts.filter((product) => product.images.length === 0))).toHaveLength(1);
    for (const { key, images } of demoProducts.filter((product) => product.images.length > 0)) {
      expect(images.length, key).toBeGreaterThanOrEqual(2);
      expect(images.length, key).toBeLessThanOrEqual(4);
      expect(images[0], key).toBe('front');
      expect(doubled(images), key).toEqual([]);
    }
  });

  test('include the wrapper that the screenshots know, one very long name, and some eight featured', () => {
    const wrapper = demoProducts.find((product) => product.name === 'Ẹwà Ọṣun Adire Wrapper');
    expect(wrapper?.price).toBe('12500.00');
    expect(demoProducts.filter((product) => product.name.length > 120)).toHaveLength(1);
    const featured = demoProducts.filter((product) => product.featured).length;
    expect(featured).toBeGreaterThanOrEqual(6);
    expect(featured).toBeLessThanOrEqual(10);
  });

  test('have likes from 0 to 140 and an age', () => {
    for (const { key, likes, daysAgo } of demoProducts) {
      expect(Number.isInteger(likes) && likes >= 0 && likes <= 140, key).toBe(true);
      expect(Number.isInteger(daysAgo) && daysAgo >= 0, key).toBe(true);
    }
  });
});

describe('promotions', () => {
  test('are two running, one past, one future on the day of seeding', () => {
    const running = demoPromotions.filter((p) => p.startsInDays <= 0 && p.endsInDays >= 0);
    expect(running.map((promotion) => promotion.type).sort()).toEqual(['fixed', 'percentage']);
    expect(demoPromotions.filter((promotion) => promotion.endsInDays < 0)).toHaveLength(1);
    expect(demoPromotions.filter((promotion) => promotion.startsInDays > 0)).toHaveLength(1);
    for (const promotion of demoPromotions)
      expect(promotion.endsInDays).toBeGreaterThanOrEqual(promotion.startsInDays);
  });

  test('have unique codes and values within the constraints', () => {
    expect(doubled(demoPromotions.map((promotion) => promotion.code.toLowerCase()))).toEqual([]);
    for (const { key, type, value } of demoPromotions) {
      expect(value, key).toMatch(NUMERIC_12_2);
      expect(Number(value), key).toBeGreaterThan(0);
      if (type === 'percentage') expect(Number(value), key).toBeLessThanOrEqual(100);
    }
  });

  test('each have products', () => {
    for (const { key } of demoPromotions)
      expect(
        demoProducts.some((product) => product.promotionKey === key),
        key,
      ).toBe(true);
  });
});

describe('orders and people', () => {
  test('orders cover every status, for the customer account and five other people', () => {
    const statuses = new Set(demoOrders.map((order) => order.status));
    expect([...statuses].sort()).toEqual(['cancelled', 'completed', 'pending', 'processing']);
    const buyers = new Set(demoOrders.map((order) => order.customerKey));
    expect(buyers.has('amara')).toBe(true);
    expect(buyers.size).toBe(6);
    const amara = new Set(
      demoOrders.filter((order) => order.customerKey === 'amara').map((order) => order.status),
    );
    expect(amara.size).toBe(4);
  });

  test('orders hold one to fifty distinct products that exist, with notes a tailor can read', () => {
    const known = keysOf(demoProducts);
    for (const { items } of demoOrders) {
      const entries = Object.entries(items);
      expect(entries.length).toBeGreaterThanOrEqual(1);
      expect(entries.length).toBeLessThanOrEqual(50);
      for (const [productKey, note] of entries) {
        expect(known).toContain(productKey);
        expect(note?.length ?? 0).toBeLessThanOrEqual(500);
        expect(note).not.toBe('');
      }
    }
  });

  test('no order is older than what it holds or who sent it', () => {
    for (const { customerKey, daysAgo, items } of demoOrders) {
      expect(demoUsers.find((user) => user.key === customerKey)?.daysAgo).toBeGreaterThan(daysAgo);
      for (const productKey of Object.keys(items)) {
        const product = demoProducts.find(({ key }) => key === productKey);
        expect(product?.daysAgo, productKey).toBeGreaterThanOrEqual(daysAgo);
      }
    }
  });

  test('people have unique addresses, and the three accounts their roles', () => {
    expect(doubled(keysOf(demoUsers))).toEqual([]);
    expect(doubled(demoUsers.map((user) => user.email.toLowerCase()))).toEqual([]);
    const roleOf = (email: string) => demoUsers.find((user) => user.email === email)?.role;
    expect(roleOf('customer@demo.shop')).toBe('user');
    expect(roleOf('admin@demo.shop')).toBe('admin');
    expect(roleOf('super@demo.shop')).toBe('super_admin');
    for (const { email } of demoUsers) expect(email).toMatch(/^[a-z.]+@demo\.shop$/);
  });
});

describe('slides and messages', () => {
  test('slides lead to a path of this site', () => {
    expect(demoSlides).toHaveLength(3);
    for (const slide of demoSlides) {
      expect(slide.buttonLink).toMatch(/^\/(?!\/)/);
      const slug = new URLSearchParams(slide.buttonLink.split('?')[1]).get('category');
      expect(keysOf(demoCategories.filter((category) => category.active))).toContain(slug);
    }
  });

  test('messages would pass the contact form', () => {
    expect(demoMessages).toHaveLength(6);
    for (const { name, email, phone, subject, message } of demoMessages) {
      expect(name.length).toBeGreaterThanOrEqual(2);
      expect(email).toContain('@');
      expect(phone).not.toBe('');
      expect(subject.length).toBeGreaterThanOrEqual(5);
      expect(message.length).toBeGreaterThanOrEqual(10);
    }
  });
});
