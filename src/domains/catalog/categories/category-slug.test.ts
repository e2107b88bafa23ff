import { expect, test } from 'vitest';
import { categorySlugOf, freeSlug } from './category-slug.ts';

test('DATA-17 a category’s slug is its name in lower case, spaces as hyphens', () => {
  expect(categorySlugOf('Ìró and Bùbá')).toBe('iro-and-buba');
});

test('a slug fits its column in any script, and does not end in a hyphen', () => {
  expect(categorySlugOf('한'.repeat(100))).toHaveLength(110);
  expect(categorySlugOf(`${'x'.repeat(109)} yz`)).toBe('x'.repeat(109));
});

test('a slug in use gets the first free number as suffix', () => {
  expect(freeSlug('gele', ['gele-2', 'gele-cap'])).toBe('gele');
  expect(freeSlug('gele', ['gele', 'gele-2', 'gele-4'])).toBe('gele-3');
  expect(freeSlug('none', [])).toBe('none-2');
});
