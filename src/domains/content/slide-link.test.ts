import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSlideLink } from './slide-link.ts';

test.each([
  '/',
  '/products',
  '/products?category=agbada#first',
  'https://wa.me/2348000000000?text=Good%20day',
  '/products?q=ẹ̀wù',
])('ADM-SLIDE-11 %s is an allowed link', (link) => expect(isSlideLink(link)).toBe(true));

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'http://plain.example',
  'https://',
  'https:evil',
  'products',
  '',
  ' /products',
])('the link %j is refused', (link) => expect(isSlideLink(link)).toBe(false));

test('an allowed path stays on this site in every browser', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('/', '\\', '\t', '\n', 'a', ':', '@', '.') }), (link) => {
      if (!isSlideLink(link) || link.startsWith('https://')) return;
      expect(new URL(link, 'https://shop.example').origin).toBe('https://shop.example');
    }),
  );
});
