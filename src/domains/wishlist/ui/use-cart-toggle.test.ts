import { expect, test } from 'vitest';
import { entryFor } from './use-cart-toggle.ts';

const product = {
  id: 'a',
  name: 'Kaftan',
  price: 1000,
  image: { url: '/uploads/product-images/a.jpg', width: 1200, height: 1500, placeholder: '#eee' },
  promotion: {
    id: 'p',
    name: 'Sallah',
    description: '',
    tagLine: '',
    code: 'SALLAH15',
    startDate: '2026-11-10',
    endDate: '2026-11-20',
    promotionType: 'percentage' as const,
    promotionValue: 15,
    createdAt: '2026-11-01T00:00:00.000Z',
  },
};

test('DETAIL-10 DATA-07 adding during the promotion stores its code and the discounted price', () => {
  expect(entryFor(product, 'SALLAH15', '2026-11-20', 'now').promotion).toEqual({
    code: 'SALLAH15',
    price: 850,
  });
});

test('DETAIL-09 with another code, no code or an ended promotion, none is stored', () => {
  expect(entryFor(product, undefined, '2026-11-20', '').promotion).toBeNull();
  expect(entryFor(product, 'OTHER', '2026-11-20', '').promotion).toBeNull();
  expect(entryFor(product, 'SALLAH15', '2026-11-21', '').promotion).toBeNull();
  expect(entryFor(product, 'SALLAH15', '2026-11-21', '').product.price).toBe(1000);
});
