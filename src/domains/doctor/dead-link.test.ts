import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SHOP_PAGES, targetOf } from './dead-link.ts';

const SHOP = 'https://shop.test';
const ID = '018f0000-0000-7000-8000-000000000001';

test('DOCTOR-01 the pages are those of routes/_shop', () => {
  const files = readdirSync('src/routes/_shop').filter((name) => /^[a-z].*\.tsx$/.test(name));
  const pages = files
    // The shell is at the URLs of other pages.
    .filter((name) => name !== 'route.tsx' && name !== 'shell.tsx')
    .map((name) => `/${name.replace(/(\.?index)?\.tsx$/, '').replaceAll('.', '/')}`);
  expect([...SHOP_PAGES].sort()).toEqual(pages.sort());
});

test.each<[string, ReturnType<typeof targetOf>]>([
  ['/', {}],
  ['/contact#map', {}],
  ['/products/', { category: undefined, promotion: undefined }],
  ['/products?category=&promotion=EID', { category: undefined, promotion: 'eid' }],
  [`/products/${ID}`, { productId: ID }],
  [`${SHOP}/about`, {}],
  ['https://instagram.example/aso', 'outside'],
  ['/Products', null],
  ['/product', null],
  ['/products/agbada', null],
  [`/products/${ID}/more`, null],
  ['/admin/products', null],
])('DOCTOR-01 %s leads to %j', (link, target) => expect(targetOf(link, SHOP)).toEqual(target));
