import { expect, test } from 'vitest';
import type { Product } from '#domains/catalog/shapes.ts';
import { productHead } from './-product-head.ts';

const shop = { publicUrl: 'https://shop.test', name: 'Aso House', currency: 'NGN' } as Parameters<
  typeof productHead
>[0];
const image = { url: '/uploads/product-images/a.jpg', width: 1200, height: 1500, placeholder: '' };
const product: Product = {
  id: '0198aaaa-0000-7000-8000-000000000000',
  name: 'Agbada',
  price: 8750,
  category: null,
  featured: false,
  soldOut: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  promotionId: null,
  promotion: null,
  image,
  description: 'Woven slowly.',
  likes: 0,
  images: [],
};

test('VIS-04 search engines and previews are told what is sold out', () => {
  const [available, soldOut] = [false, true].map((is) =>
    JSON.stringify(productHead(shop, { ...product, soldOut: is }, undefined, '2026-11-20')),
  );
  expect(available).toContain('https://schema.org/InStock');
  expect(soldOut).toContain('https://schema.org/SoldOut');
  expect(soldOut).not.toContain('InStock');
  expect(available).toContain('"₦8,750.00. Woven slowly."');
  expect(soldOut).toContain('"Sold out. ₦8,750.00. Woven slowly."');
  // WhatsApp keeps an image by its URL: another state is another URL.
  const imageOf = (head = '') => /\/share\/[^"\\]+/.exec(head)?.[0];
  expect(imageOf(soldOut)).toBeDefined();
  expect(imageOf(soldOut)).not.toBe(imageOf(available));
});
