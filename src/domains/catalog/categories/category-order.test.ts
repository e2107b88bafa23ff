import { expect, test } from 'vitest';
import { descendantsOf } from './categories.ts';
import { inNewOrder, lossOf, orderWith } from './category-order.ts';

const category = (id: string, parentId: string | null, displayOrder: number, productCount = 0) => ({
  id,
  name: id,
  parentId,
  isActive: true,
  displayOrder,
  productCount,
});
const flat = [
  category('men', null, 3, 1),
  category('agbada', 'men', 0, 4),
  category('kaftan', 'men', 0, 2),
  category('women', null, 7, 5),
];
const ids = (list: { id: string }[]) => list.map(({ id }) => id);

test('RULES-26 OPEN-60 a move among siblings exchanges their places and no others', () => {
  expect(orderWith(flat, ['women', 'men'])).toEqual([
    { id: 'men', displayOrder: 7 },
    { id: 'agbada', displayOrder: 0 },
    { id: 'kaftan', displayOrder: 0 },
    { id: 'women', displayOrder: 3 },
  ]);
  expect(ids(inNewOrder(flat, orderWith(flat, ['women', 'men'])))).toEqual([
    'women',
    'men',
    'agbada',
    'kaftan',
  ]);
});

test('OPEN-60 siblings with equal places get different ones when one moves', () => {
  const order = orderWith(flat, ['kaftan', 'agbada']);
  expect(ids(inNewOrder(flat, order))).toEqual(['men', 'kaftan', 'agbada', 'women']);
  expect(order.filter(({ id }) => id !== 'men' && id !== 'women')).toEqual([
    { id: 'agbada', displayOrder: 1 },
    { id: 'kaftan', displayOrder: 0 },
  ]);
});

test('OPEN-58 the loss of a deletion is counted with all descendants', () => {
  expect(lossOf(flat, descendantsOf(flat, 'men'))).toEqual({ subcategories: 2, products: 7 });
  expect(lossOf(flat, descendantsOf(flat, 'women'))).toEqual({ subcategories: 0, products: 5 });
  expect(lossOf(flat, [])).toEqual({ subcategories: 0, products: 0 });
});
