import { randomUUID } from 'node:crypto';
import { expect, send, test } from './shop.ts';

const HOSTILE =
  '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'`{{7*7}}&amp;javascript:alert(1)';
const ids = { product: randomUUID(), category: randomUUID(), promotion: randomUUID(), slide: randomUUID() };

test.beforeAll(async ({ db }) => {
  await db.query(`insert into categories (id, name, slug, description) values ($1, $2, 'hostile', $2)`, [
    ids.category,
    HOSTILE.slice(0, 100),
  ]);
  await db.query(
    `insert into promotions (id, name, description, tag_line, code, start_date, end_date, promotion_type, promotion_value)
     values ($1, $2, $2, $2, 'HOSTILE', current_date - 2, current_date + 2, 'percentage', 10)`,
    [ids.promotion, HOSTILE],
  );
  await db.query(
    `insert into products (id, name, description, price, category_id, promotion_id, featured) values ($1, $2, $2, 1000, $3, $4, true)`,
    [ids.product, HOSTILE, ids.category, ids.promotion],
  );
  await db.query(
    `insert into hero_slides (id, title, description, button_text, button_link, title_animation, description_animation, display_order)
     values ($1, $2, $2, $3, '/products', 'animate-float', 'animate-float', -1)`,
    [ids.slide, HOSTILE, HOSTILE.slice(0, 60)],
  );
});
test.afterAll(async ({ db }) => {
  await db.query('delete from products where id = $1', [ids.product]);
  await db.query('delete from categories where id = $1', [ids.category]);
  await db.query('delete from promotions where id = $1', [ids.promotion]);
  await db.query('delete from hero_slides where id = $1', [ids.slide]);
});

const pages = [
  '/',
  '/products',
  '/products?category=hostile',
  '/products?promotion=HOSTILE',
  '/products?search=onerror',
  `/products/${ids.product}`,
  `/products/${ids.product}?promotion=HOSTILE`,
];
for (const [at, path] of pages.entries()) {
  test(`hostile texts of the shop are texts on page ${at + 1}, ${path.replace(ids.product, '{id}')}`, async () => {
    let html = '';
    await expect
      .poll(async () => {
        const page = await send(path);
        html = page.text;
        return page.status === 200 && html.includes('onerror');
      })
      .toBe(true);
    // Neither as an element nor inside a script, where '</script>' would end it.
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('</script><script>alert');
    expect(html).not.toMatch(/(href|src|action)="\s*javascript:/i);
  });
}

test('hostile text in the URL is text on the page', async () => {
  for (const name of ['search', 'category', 'promotion', 'sort', 'utm_source']) {
    const query = new URLSearchParams({ search: 'agbada', [name]: HOSTILE.slice(0, 90) });
    const followed = await send(`/products?${query}`);
    const { location } = followed.headers;
    const page = location ? await send(String(location).replace(process.env.SHOP_URL!, '')) : followed;
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('<img src=x');
    expect(page.text).not.toContain('<script>alert');
  }
});

test('the redirect after sign-in accepts neither a script nor another site', async () => {
  for (const next of [
    'javascript:stolen(1)',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'data:text/html,x',
  ]) {
    const page = await send(`/auth?${new URLSearchParams({ next })}`);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('evil.example');
    expect(page.text).not.toContain('javascript:stolen');
  }
});

test('the shared image, the sitemaps and the API escape hostile texts', async ({ as }) => {
  const jpeg = await send(`/share/${ids.product}.jpg`);
  expect([jpeg.status, jpeg.headers['content-type']]).toEqual([200, 'image/jpeg']);
  const detail = await as.visitor.get(`/api/v1/products/${ids.product}`);
  expect(detail.headers()['content-type']).toMatch(/^application\/json/);
  expect((await detail.json()).product.name).toBe(HOSTILE);
});

for (const link of [
  'javascript:stolen(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'http://evil.example',
  '',
]) {
  test(`a slide cannot link to '${link}'`, async ({ db }) => {
    const change = db.query('update hero_slides set button_link = $1 where id = $2', [link, ids.slide]);
    await expect(change).rejects.toThrow(/hero_slides_button_link_check/);
  });
}
