import { expect, test } from 'vitest';
import type { CartEntry } from './cart.ts';
import { type Answer, CART_SORTS, canOrder, priced, sorted, totalOf } from './priced-cart.ts';

const image = { url: '/uploads/product-images/a.jpg', width: 1200, height: 1500, placeholder: '' };
const sallah = {
  id: '0',
  name: 'Sallah',
  description: '',
  tagLine: '',
  code: 'SALLAH15',
  startDate: '2026-11-10',
  endDate: '2026-11-20',
  promotionType: 'percentage' as const,
  promotionValue: 15,
  createdAt: '2026-11-01T00:00:00.000Z',
};
const product = (id: string, price: number, over: Partial<Answer['products'][number]> = {}) => ({
  id,
  name: id,
  price,
  promotion: null,
  image,
  featured: false,
  soldOut: false,
  likes: 0,
  ...over,
});
const entry = (id: string, price: number, promotion: CartEntry['promotion'] = null): CartEntry => ({
  product: { id, name: id, price, image },
  notes: '',
  promotion,
  addedAt: '',
});

const cart = [entry('kaftan', 1000, { code: 'sallah15', price: 850 }), entry('fila', 200.5)];
const answer = (today: string): Answer => ({
  products: [product('kaftan', 1000, { promotion: sallah }), product('fila', 200.5)],
  today,
});

test('RULES-06 CHECKOUT-03 the total is the sum of effective prices', () => {
  const rows = priced(cart, answer('2026-11-20'));
  expect(rows.map((row) => row.amount)).toEqual([85_000, 20_050]);
  expect(rows[0]).toMatchObject({ list: 100_000, code: 'SALLAH15', lapsed: false });
  expect(totalOf(rows)).toBe(105_050);
});

test('OPEN-45 RULES-04 an ended promotion is dropped, and the row is marked', () => {
  const [row] = priced(cart, answer('2026-11-21'));
  expect(row).toMatchObject({ amount: 100_000, list: 100_000, code: null, lapsed: true });
});

test('OPEN-45 RULES-03 a code that no longer belongs to the product is ignored', () => {
  const moved = { ...answer('2026-11-15'), products: [product('kaftan', 1000), product('fila', 200.5)] };
  expect(priced(cart, moved)[0]).toMatchObject({ amount: 100_000, lapsed: true });
});

test('today’s price replaces the stored one', () => {
  const dearer = { ...answer('2026-11-15'), products: [product('kaftan', 1200), product('fila', 300)] };
  expect(priced(cart, dearer)[1]).toMatchObject({ amount: 30_000, lapsed: false });
});

test('a deleted product stays as a marked row outside the total', () => {
  const rows = priced(cart, { products: [product('fila', 200.5)], today: '2026-11-15' });
  expect(rows[0]).toMatchObject({ id: 'kaftan', name: 'kaftan', isDeleted: true });
  expect(totalOf(rows)).toBe(20_050);
});

test('VIS-03 a sold-out product stays as a marked row outside the total', () => {
  const products = [product('kaftan', 1000, { soldOut: true }), product('fila', 200.5)];
  const rows = priced(cart, { products, today: '2026-11-15' });
  expect(rows).toMatchObject([
    { id: 'kaftan', isSoldOut: true, isDeleted: false },
    { id: 'fila', isSoldOut: false },
  ]);
  expect(rows.map(canOrder)).toEqual([false, true]);
  expect(totalOf(rows)).toBe(20_050);
});

test('before the server answers, the cart shows its stored data', () => {
  expect(priced(cart, undefined).map((row) => row.amount)).toEqual([85_000, 20_050]);
});

test("OPEN-03 the cart has six sort orders; 'featured' is the order of adding", () => {
  expect(CART_SORTS).toEqual(['featured', 'price-low', 'price-high', 'name-asc', 'name-desc', 'most-liked']);
  const rows = priced([entry('b', 3), entry('a', 1), entry('c', 2)], {
    products: [product('a', 1, { likes: 1 }), product('b', 3, { likes: 9 }), product('c', 2)],
    today: '2026-11-15',
  });
  const order = (sort: (typeof CART_SORTS)[number]) =>
    sorted(rows, sort)
      .map((row) => row.id)
      .join('');
  expect(CART_SORTS.map(order)).toEqual(['bac', 'acb', 'bca', 'abc', 'cba', 'bac']);
});
