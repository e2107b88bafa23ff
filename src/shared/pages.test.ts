import { expect, test } from 'vitest';
import { pageCount, pagesToShow } from './pages.ts';

test('CONST-05 five pages or fewer are all shown, otherwise first, last and neighbours', () => {
  expect(pagesToShow(2, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pagesToShow(5, 10)).toEqual([1, 'gap', 4, 5, 6, 'gap', 10]);
  expect(pagesToShow(1, 10)).toEqual([1, 2, 'gap', 10]);
  expect(pagesToShow(10, 10)).toEqual([1, 'gap', 9, 10]);
  expect(pagesToShow(4, 10)).toEqual([1, 2, 3, 4, 5, 'gap', 10]);
});

test('LIST-14 13 products are two pages of 12', () => {
  expect(pageCount(13, 12)).toBe(2);
  expect(pageCount(12, 12)).toBe(1);
  expect(pageCount(0, 12)).toBe(1);
});
