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
  const categories = [{ name: 'Shirts & more](x)', slug: 'shirts', description: 'Of linen' }];
  const text = llmsText(shop, categories, true);
  const lines = text.split('\n');
  expect(lines.slice(0, 3)).toEqual(['# Blue \\[House\\]', '', '> Shirts, \\# made to measure']);
  expect(lines).toContain('- [Shirts & more\\](x)](https://shop.example/products?category=shirts): Of linen');
  expect(lines.filter((line) => line.startsWith('#')).map((line) => line.replace(/^#+ /, ''))).toEqual([
    'Blue \\[House\\]',
    'Products',
    'Categories',
    'API',
    'Agents',
    'About the shop',
  ]);
  for (const path of [
    '/products?search=',
    '/feeds/google.xml',
    '/feeds/meta.csv',
    '/sitemap.xml',
    '/openapi.json',
    '/.well-known/ucp)',
    '/ucp/mcp)',
  ])
    expect(text).toContain(`(https://shop.example${path}`);
});

test('AGENT-02 /llms.txt leaves out what the shop does not say', () => {
  const text = llmsText({ ...shop, tagline: '', city: '' }, [], false);
  expect(text).not.toMatch(/^>|Categories| in \.|ucp/m);
  expect(text).toContain('An online shop. Prices are in EUR.');
});
