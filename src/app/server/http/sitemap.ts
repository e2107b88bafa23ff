import { Hono } from 'hono';
import type { Database } from '#db/client.ts';
import { countProductPages, listProductPages } from '#domains/catalog/products/server/sitemap.repository.ts';

/** URLs per file; search engines accept up to 50,000, but smaller files suit slow links. */
const PER_FILE = 10_000;
const PAGES = ['/', '/products', '/about', '/contact'];
const HEADERS = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' };

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** robots.txt and the sitemaps: an index, the pages, and the products in files of 10,000. */
export function sitemap({
  database,
  publicUrl,
}: {
  database: Pick<Database, 'web'>;
  publicUrl: string;
}): Hono {
  const app = new Hono();
  const urlset = (lines: string[]) => xml(`<urlset ${NAMESPACE}>\n${lines.join('\n')}\n</urlset>`);

  app.get('/robots.txt', (c) =>
    c.text(
      [
        'User-agent: *',
        ...['/admin', '/api/', '/account', '/orders', '/checkout', '/auth', '/wishlist', '/dev/'].map(
          (path) => `Disallow: ${path}`,
        ),
        `Sitemap: ${publicUrl}/sitemap.xml`,
        // Feeds have no directive: the comment is for people who look for their addresses here.
        `# Products for Google Merchant Center: ${publicUrl}/feeds/google.xml`,
        `# Products for Meta: ${publicUrl}/feeds/meta.csv`,
        '',
      ].join('\n'),
      200,
      { 'cache-control': 'public, max-age=3600' },
    ),
  );

  app.get('/sitemap.xml', async (c) => {
    const files = Math.ceil((await countProductPages(database.web)) / PER_FILE);
    const names = ['pages', ...Array.from({ length: files }, (_, n) => `products-${n + 1}`)];
    const lines = names.map((name) => `<sitemap><loc>${publicUrl}/sitemap/${name}.xml</loc></sitemap>`);
    return c.body(xml(`<sitemapindex ${NAMESPACE}>\n${lines.join('\n')}\n</sitemapindex>`), 200, HEADERS);
  });

  app.get('/sitemap/pages.xml', (c) =>
    c.body(urlset(PAGES.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`)), 200, HEADERS),
  );

  app.get('/sitemap/:name{products-[1-9][0-9]{0,4}\\.xml}', async (c) => {
    const file = Number(c.req.param('name').slice('products-'.length, -'.xml'.length));
    const products = await listProductPages(database.web, (file - 1) * PER_FILE, PER_FILE);
    if (products.length === 0) return c.notFound();
    const lines = products.map(
      ({ id, updatedAt }) =>
        `<url><loc>${publicUrl}/products/${id}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
    );
    return c.body(urlset(lines), 200, HEADERS);
  });
  return app;
}
