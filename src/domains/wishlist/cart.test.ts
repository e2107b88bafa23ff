import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_LINES, MAX_NOTE } from '#shared/order-limits.ts';
import {
  type Cart,
  type CartEntry,
  ordersTheSame,
  parseCart,
  restored,
  withEntry,
  withNote,
  without,
} from './cart.ts';

const image = { url: '/uploads/product-images/a.jpg', width: 1200, height: 1500 };

function entry(id: string, over: Partial<CartEntry> = {}): CartEntry {
  return {
    product: { id, name: `Agbada ${id}`, price: 12_500.5, image },
    notes: '',
    promotion: null,
    addedAt: '2026-11-20T10:00:00.000Z',
    ...over,
  };
}

test('DATA-07 an entry consists of product, notes and promotion, and is restored as stored', () => {
  const cart = [
    entry('a', { notes: 'Size 42', promotion: { code: 'SALLAH15', price: 10_625.43 } }),
    entry('b'),
  ];
  expect(parseCart(JSON.stringify(cart))).toEqual(cart);
});

test('CART-08 reading never fails, whatever the storage contains', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc.array(fc.object()).map((value) => JSON.stringify(value)),
    fc
      .array(fc.record({ product: fc.anything(), notes: fc.anything(), promotion: fc.anything() }))
      .map((value) => {
        try {
          return JSON.stringify(value) ?? 'null';
        } catch {
          return '[';
        }
      }),
  );
  fc.assert(
    fc.property(anything, (text) => {
      const cart = parseCart(text);
      expect(parseCart(JSON.stringify(cart))).toEqual(cart);
      for (const { product } of cart) expect(product.id).not.toBe('');
    }),
  );
});

test('CART-08 invalid entries are left out, valid ones stay', () => {
  const good = entry('a');
  const text = JSON.stringify([null, 7, {}, { product: { id: 'x' } }, good, good]);
  expect(parseCart(text)).toEqual([good]);
});

test('CART-08 DATA-02 prices that are text are read as amounts', () => {
  const priced = (price: unknown, promotional: unknown = 1) => ({
    ...entry('a'),
    product: { ...entry('a').product, price },
    promotion: { code: 'SALE', price: promotional },
  });
  const read = (one: object) => parseCart(JSON.stringify([one]))[0];
  expect(read(priced('18750.00', '12500.5'))).toMatchObject({
    product: { price: 18_750 },
    promotion: { price: 12_500.5 },
  });
  for (const price of ['', ' ', '12,500.00', '1.005', '-1', 'NaN']) {
    expect([price, read(priced(price))]).toEqual([price, undefined]);
    expect([price, read(priced(1, price))?.promotion]).toEqual([price, null]);
  }
});

test('an image of another site and an absurd price are rejected', () => {
  const [kept] = parseCart(
    JSON.stringify([
      { ...entry('a'), product: { ...entry('a').product, image: { url: 'javascript:alert(1)' } } },
      { ...entry('b'), product: { ...entry('b').product, price: 1e300 } },
      { ...entry('c'), product: { ...entry('c').product, price: -1 } },
    ]),
  );
  expect(kept?.product.image.url).toBe('/uploads/placeholder.jpg');
  expect(
    parseCart(JSON.stringify([{ ...entry('b'), product: { ...entry('b').product, price: 1.005 } }])),
  ).toEqual([]);
});

test('CART-09 adding a product again only updates its note', () => {
  const first = withEntry([], entry('a', { notes: 'one', promotion: { code: 'X', price: 1 } })) as Cart;
  const second = withEntry(first, entry('a', { notes: 'two' })) as Cart;
  expect(second).toEqual([{ ...first[0], notes: 'two' }]);
});

test('CART-02 CART-03 a note is written, an entry removed and restored to its position', () => {
  const cart = [entry('a'), entry('b'), entry('c')];
  expect(withNote(cart, 'b', 'Sleeve 64 cm')[1]?.notes).toBe('Sleeve 64 cm');
  expect(withNote(cart, 'b', 'x'.repeat(600))[1]?.notes).toHaveLength(MAX_NOTE);
  const less = without(cart, ['b']);
  expect(less.map((one) => one.product.id)).toEqual(['a', 'c']);
  expect(restored(less, cart, ['b'])).toEqual(cart);
  expect(restored(cart, cart, ['b'])).toEqual(cart);
  expect(restored([], cart, ['a', 'c'])).toEqual([cart[0], cart[2]]);
  const other = [entry('d')];
  expect(restored(other, cart, ['a', 'b', 'c'])).toEqual([...cart, ...other]);
  // Two removals that are undone in the order of the removals.
  const [, ...withoutFirst] = cart;
  const both = restored(without(withoutFirst, ['c']), cart, ['a']);
  expect(restored(both, withoutFirst, ['c'])).toEqual(cart);
  const full = Array.from({ length: MAX_LINES - 1 }, (_, n) => entry(`p${n}`));
  expect(restored(full, cart, ['a', 'b'])).toEqual([cart[0], ...full]);
});

test('a full cart refuses the next product, but still accepts notes', () => {
  const cart = Array.from({ length: MAX_LINES }, (_, n) => entry(`p${n}`));
  expect(withEntry(cart, entry('one more'))).toBe('full');
  expect(withEntry(cart, entry('p3', { notes: 'long' }))).not.toBe('full');
  expect(parseCart(JSON.stringify([...cart, entry('one more')]))).toHaveLength(MAX_LINES);
});

test('two carts are equal orders if lines, notes and codes are equal, in any order', () => {
  const a = entry('a', { notes: 'n' });
  const b = entry('b');
  expect(ordersTheSame([a, b], [b, a])).toBe(true);
  expect(ordersTheSame([a, b], [a])).toBe(false);
  expect(ordersTheSame([a], [{ ...a, notes: 'm' }])).toBe(false);
  expect(ordersTheSame([a], [{ ...a, promotion: { code: 'X', price: 1 } }])).toBe(false);
  expect(ordersTheSame([a], [{ ...a, product: { ...a.product, price: 1 } }])).toBe(true);
});
