import { expect, test } from 'vitest';
import { llmsText } from './llms.ts';

const shop = {
  name: 'Blue [House]',
  tagline: 'Shirts,\n# made to measure',
  publicUrl: 'https://shop.example',
  currency: 'EUR',
  city: 'Lyon',
};

test('AGENT-02 /llms.txt is a title, a summary and lists of links in the form of llmstxt.org', () => {
  const text = llmsText(shop, [{ name: 'Shirts & more](x)', slug: 'shirts', description: 'Of linen' }]);
  const lines = text.split('\n');
  expect(lines.slice(0, 3)).toEqual(['# Blue \\[House\\]', '', '> Shirts, \\# made to measure']);
  expect(lines).toContain('- [Shirts & more\\](x)](https://shop.example/products?category=shirts): Of linen');
  expect(lines.filter((line) => line.startsWith('#')).map((line) => line.replace(/^#+ /, ''))).toEqual([
    'Blue \\[House\\]',
    'Products',
    'Categories',
    'API',
    'About the shop',
  ]);
  for (const path of [
    '/products?search=',
    '/feeds/google.xml',
    '/feeds/meta.csv',
    '/sitemap.xml',
    '/openapi.json',
  ])
    expect(text).toContain(`(https://shop.example${path}`);
});

test('AGENT-02 /llms.txt leaves out what the shop does not say', () => {
  const text = llmsText({ ...shop, tagline: '', city: '' }, []);
  expect(text).not.toMatch(/^>|Categories| in \./m);
  expect(text).toContain('An online shop. Prices are in EUR.');
});
