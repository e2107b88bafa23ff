import { expect, test } from './shop.ts';

/** Words that only occur in the back office's code. */
const ADMIN = [
  'Loading admin panel...',
  'Sign in with your administrator credentials',
  'Order Management',
  'Product Catalog Management',
  'Manage Promotions',
  'Assign Products to Promotion',
  'Please select an image for the slide',
  'product_template.csv',
  'useSortable',
  'Papa',
  // The gallery of components: /dev/components.
  'Everything in src/design.',
];

const SCRIPT = /(?:src|href)="(\/assets\/[^"]+\.js)"/g;
const IMPORT = /(?:from|import)\s*"\.\/([^"]+\.js)"/g;

/** Every script that a page loads: those it names, and their static imports. */
async function scriptsOf(
  read: (path: string) => Promise<string>,
  page: string,
): Promise<Map<string, string>> {
  const scripts = new Map<string, string>();
  const waiting = [...(await read(page)).matchAll(SCRIPT)].map(([, path]) => path!);
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (scripts.has(path)) continue;
    const text = await read(path);
    scripts.set(path, text);
    waiting.push(...[...text.matchAll(IMPORT)].map(([, name]) => `/assets/${name}`));
  }
  return scripts;
}

test('OPEN-21 no page of the shop loads any of the back office', async ({ as, db }) => {
  const read = async (path: string) => (await as.visitor.get(path)).text();
  const { rows } = await db.query('select id from products limit 1');
  for (const page of [
    '/',
    '/products',
    `/products/${rows[0].id}`,
    '/wishlist',
    '/checkout',
    '/orders',
    '/account',
    '/auth',
  ]) {
    const scripts = await scriptsOf(read, page);
    expect(scripts.size, page).toBeGreaterThan(1);
    for (const [path, text] of scripts) {
      // Those of the back office: `SHOP_ICONS` of tools/kit-chunk.ts lists the shop's own.
      expect(path, page).not.toContain('/icons-');
      expect(
        ADMIN.filter((words) => text.includes(words)),
        `${path} on ${page}`,
      ).toEqual([]);
    }
  }
});

test('ADM-LAYOUT-02 the back office is an empty shell that is not cached', async ({ as }) => {
  for (const role of ['visitor', 'super'] as const) {
    const answer = await as[role].get('/admin/orders');
    expect(answer.status()).toBe(200);
    expect(answer.headers()['cache-control']).toContain('no-store');
    expect(await answer.text()).not.toContain('super@demo.shop');
  }
  const [visitor, owner] = await Promise.all(
    (['visitor', 'super'] as const).map(async (role) =>
      (await (await as[role].get('/admin/dashboard')).text()).replace(/\bu:\d+/g, 'u:when'),
    ),
  );
  expect(owner).toBe(visitor);
});
