import { expect, test } from 'vitest';
import { countedPage, pageCount, pagesToShow, placeOfPage } from './pages.ts';

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

test('a page is read from the nearer end, with the same rows', () => {
  const rows = Array.from({ length: 47 }, (_, n) => n);
  for (let page = 1; page <= 5; page++) {
    const { offset, limit, fromEnd } = placeOfPage(page, 10, rows.length);
    const read = (fromEnd ? rows.toReversed() : rows).slice(offset, offset + limit);
    expect(fromEnd ? read.reverse() : read).toEqual(rows.slice((page - 1) * 10, page * 10));
    expect(offset).toBeLessThanOrEqual(20);
  }
  expect(placeOfPage(1, 10, 0)).toEqual({ offset: 0, limit: 10 });
});

test('OPEN-51 a page past the end becomes the last, and is read from the end only if the total is known', () => {
  expect(countedPage(9, 10, 23)).toEqual({
    total: 23,
    capped: false,
    page: 3,
    pageCount: 3,
    place: { offset: 0, limit: 3, fromEnd: true },
  });
  expect(countedPage(9, 10, 31, 30)).toEqual({
    total: 30,
    capped: true,
    page: 3,
    pageCount: 3,
    place: { offset: 20, limit: 10 },
  });
  expect(countedPage(3, 10, 30, 30)).toMatchObject({ total: 30, capped: false, place: { fromEnd: true } });
  expect(countedPage(5, 10, 0)).toMatchObject({ total: 0, page: 1, pageCount: 1 });
});
