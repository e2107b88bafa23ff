import { expect, test } from 'vitest';
import { cutAt, findingsOf, headEnd, type InspectedPage, pagePathOf, tagsOfHead } from './link-preview.ts';

const SHOP = 'https://aso.test';

test.each([
  ['/products?category=adire', '/products?category=adire'],
  ['https://aso.test/products/1#top', '/products/1'],
  ['aso.test/about', '/about'],
  ['', '/'],
  ['products', '/products'],
  ['https://other.test/', null],
  ['//other.test/', null],
  ['https://aso.test@other.test/', null],
  ['https://me@aso.test/', null],
  ['https://aso.test:8443/', null],
  ['/\\other.test', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['/admin/orders', null],
  ['/api/my-data', null],
  ['http://[', null],
])('SHARE-03 %s is the page %s of this shop', (typed, path) => {
  expect(pagePathOf(typed, SHOP)).toBe(path);
});

const html = `<!DOCTYPE html><html><head><title>Adire &amp; more · Aso House</title>
<meta name="description" content="Cloth &quot;by hand&quot;"/><meta property="og:title" content="Adire &amp; more"/>
<meta property="og:image" content="https://aso.test/share/a.jpg?promotion=X&amp;v=1"/><meta property="og:image:width" content="1200"/>
<link rel="canonical" href="https://aso.test/products/1"/></head><body><meta name="description" content="not this"></body></html>`;

test('SHARE-03 the tags of a head are read, those of the body are not', () => {
  expect(tagsOfHead(html)).toEqual({
    title: 'Adire & more · Aso House',
    description: 'Cloth "by hand"',
    og: {
      title: 'Adire & more',
      image: 'https://aso.test/share/a.jpg?promotion=X&v=1',
      'image:width': '1200',
    },
    canonical: 'https://aso.test/products/1',
    isIndexed: true,
  });
  expect(tagsOfHead('<head><meta name="robots" content="noindex"/></head>').isIndexed).toBe(false);
  expect(tagsOfHead('')).toMatchObject({ title: '', description: '', og: {}, canonical: null });
  expect(headEnd(html)).toBe(html.indexOf('</head>'));
});

const good: InspectedPage = {
  path: '/products/1',
  status: 200,
  bytes: 60_000,
  headBytes: 4_000,
  head: {
    title: 'Adire · Aso House',
    description: 'Indigo cloth, dyed by hand in Abeokuta and cut to measure in Lagos.',
    og: {
      title: 'Adire',
      description: 'Indigo cloth',
      'image:width': '1200',
      'image:height': '630',
    },
    canonical: 'https://aso.test/products/1',
    isIndexed: true,
  },
  image: { status: 200, bytes: 100_000, type: 'image/jpeg', width: 1200, height: 630 },
};

const textsOf = (page: InspectedPage) => findingsOf(page).map(({ state, text }) => `${state}: ${text}`);

test('SHARE-03 a complete page has no findings', () => {
  expect(findingsOf(good)).toEqual([]);
});

test.each<[string, InspectedPage]>([
  ['bad: There is no such page', { ...good, status: 404 }],
  ['bad: The page was answered with 503', { ...good, status: 503 }],
  ['bad: The page has no title', { ...good, head: { ...good.head, title: '' } }],
  ['bad: The page has no description', { ...good, head: { ...good.head, description: '' } }],
  ['bad: The page has no image', { ...good, image: null }],
  ['bad: The image was answered with 404', { ...good, image: { ...good.image!, status: 404 } }],
  ['bad: The image is neither', { ...good, image: { ...good.image!, type: 'image/webp' } }],
  ['bad: The image has 301 kB', { ...good, image: { ...good.image!, bytes: 300_001 } }],
  ['bad: The page says what it is after 301 kB', { ...good, headBytes: 300_001 }],
  ['warning: The image is small', { ...good, image: { ...good.image!, width: 400 } }],
  ['warning: The image has another size', { ...good, image: { ...good.image!, height: 640 } }],
  ['warning: The page is large', { ...good, bytes: 2_000_001 }],
  ['warning: Google cuts the title', { ...good, head: { ...good.head, title: 'a'.repeat(61) } }],
  ['warning: The description is short', { ...good, head: { ...good.head, description: 'Cloth' } }],
  ['warning: Search engines are asked', { ...good, head: { ...good.head, isIndexed: false } }],
  ['warning: Google lists it as', { ...good, path: '/products/1?promotion=X' }],
])('SHARE-03 %s', (text, page) => {
  expect(textsOf(page)).toContainEqual(expect.stringContaining(text));
});

test('SHARE-03 a text is cut with … within the length, and never inside an emoji', () => {
  expect(cutAt('Adire', 5)).toBe('Adire');
  expect(cutAt('Adire gele', 7)).toBe('Adire…');
  expect(cutAt('👗👗👗', 3)).toBe('👗👗…');
});
