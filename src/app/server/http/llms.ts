import { createRouterClient } from '@orpc/server';
import { Hono } from 'hono';
import type { Category } from '#domains/catalog/shapes.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import type { ShopInfo } from '#shared/shop.ts';
import type { AppRouter } from '../app-router.ts';

type DescribedShop = Pick<ShopInfo, 'name' | 'tagline' | 'publicUrl' | 'currency' | 'city'>;

/** Text of the shop's own in one line of Markdown, where it can begin no link and no heading. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#]/g, '\\$&');

/** /llms.txt: what the shop sells and where programs find it, in the form of llmstxt.org. */
export function llmsText(
  { name, tagline, publicUrl, currency, city }: DescribedShop,
  categories: readonly Pick<Category, 'name' | 'slug' | 'description'>[],
  hasAgents: boolean,
): string {
  const link = (title: string, path: string, about: string) =>
    `- [${title}](${publicUrl}${path})${about && `: ${about}`}`;
  const section = (title: string, lines: string[]) =>
    lines.length > 0 ? ['', `## ${title}`, '', ...lines] : [];
  return [
    `# ${plain(name)}`,
    ...(tagline ? ['', `> ${plain(tagline)}`] : []),
    '',
    `An online shop${city && ` in ${plain(city)}`}. Prices are in ${currency}. A customer signs in, sends the order from the cart and completes it with the shop in WhatsApp; the shop takes no payment online.`,
    ...section('Products', [
      link('All products', '/products', 'each product has a page of its own with price and images'),
      link('Search', '/products?search=shirt', 'replace “shirt” by any words'),
      link('Google product feed', '/feeds/google.xml', 'every product with price and availability, as XML'),
      link('Meta product feed', '/feeds/meta.csv', 'the same as CSV'),
      link('Sitemap', '/sitemap.xml', 'the address of every page'),
    ]),
    ...section(
      'Categories',
      categories.map((one) =>
        link(plain(one.name), `/products?category=${encodeURIComponent(one.slug)}`, plain(one.description)),
      ),
    ),
    ...section('API', [
      link('OpenAPI', '/openapi.json', 'every operation with its security, examples and errors'),
      link('Products as JSON', '/api/v1/products?search=shirt', 'the same search'),
      link('The shop as JSON', '/api/v1/shop', 'contact, opening hours and currency'),
    ]),
    ...section(
      'Agents',
      hasAgents
        ? [
            link(
              'UCP',
              '/.well-known/ucp',
              'the profile for the Universal Commerce Protocol: search, carts, checkouts',
            ),
            link('MCP', '/ucp/mcp', 'the same as tools of the Model Context Protocol, by POST'),
          ]
        : [],
    ),
    ...section('About the shop', [
      link('About', '/about', 'who makes the products'),
      link('Contact', '/contact', 'phone, WhatsApp, email and opening hours'),
    ]),
    '',
  ].join('\n');
}

/** GET /llms.txt, with the active categories as they are now. */
export function llms(deps: {
  router: AppRouter;
  shop: DescribedShop;
  visitor(requestId: string): RequestContext;
  /** Whether the shop answers shopping agents. */
  hasAgents: boolean;
}) {
  const app = new Hono<{ Variables: { requestId: string } }>();
  app.get('/llms.txt', async (c) => {
    const client = createRouterClient(deps.router, { context: deps.visitor(c.get('requestId')) });
    const text = llmsText(deps.shop, await client.catalog.listCategories(), deps.hasAgents);
    return c.text(text, 200, { 'cache-control': 'public, max-age=300' });
  });
  return app;
}
