import { expect, test } from 'vitest';
import { MAX_LINES } from '#shared/order-limits.ts';
import type { CartEntry } from './cart.ts';
import { itemsPath, linkedIds, linkedItems } from './linked-items.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const product = (n: number, soldOut = false) => ({ id: id(n), name: `Piece ${n}`, soldOut });
const entry = (n: number): CartEntry => ({
  product: { id: id(n), name: `Piece ${n}`, price: 1, image: { url: '/x', width: 1, height: 1 } },
  ...{ notes: 'Chest 42', promotion: null, addedAt: '' },
});

test('AGENT-01 a link names products, each once, and nothing else', () => {
  expect(linkedIds(itemsPath([id(1), id(2)]).split('?')[1]!)).toEqual([id(1), id(2)]);
  expect(linkedIds(`?items=${id(1)},${id(1).toUpperCase()},<b>,,../x&x=1`)).toEqual([id(1)]);
  expect(linkedIds('?page=2')).toEqual([]);
  expect(linkedIds(itemsPath(Array.from({ length: 80 }, (_, n) => id(n))).split('?')[1]!)).toHaveLength(
    MAX_LINES,
  );
});

test('AGENT-01 products are added, or named with what keeps them out', () => {
  const cart = [entry(1)];
  const ids = [1, 2, 3, 4].map(id);
  expect(linkedItems(cart, ids, [product(1), product(2, true), product(3)])).toEqual({
    added: [product(3)],
    present: ['Piece 1'],
    soldOut: ['Piece 2'],
    left: [],
    missing: 1,
  });
});

test('AGENT-01 a full cart takes no more', () => {
  const cart = Array.from({ length: MAX_LINES - 1 }, (_, n) => entry(n + 10));
  const found = linkedItems(cart, [id(1), id(2)], [product(1), product(2)]);
  expect([found.added, found.left]).toEqual([[product(1)], ['Piece 2']]);
});
