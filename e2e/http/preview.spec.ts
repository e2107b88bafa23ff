import { randomUUID } from 'node:crypto';
import { dayIn, dayPlus } from '#shared/dates.ts';
import { expect, send, test } from './shop.ts';

const TODAY = dayIn('Africa/Lagos', new Date());
const DAY = dayPlus(TODAY, 20);

test('CAL-02 a link opens the shop of its day for everybody, uncached, unindexed, and nothing can be done in it', async ({
  as,
  db,
}) => {
  const [due, dear] = [randomUUID(), randomUUID()];
  await db.query(
    `insert into products (id, name, description, price, status) values ($1, 'Due wrapper', 'Cloth', 5000, 'draft'), ($2, 'Dear wrapper', 'Cloth', 7000, 'published')`,
    [due, dear],
  );
  await db.query(
    `insert into planned_changes (id, day, product_id, status, price) values
      (gen_random_uuid(), $3, $1, 'published', null), (gen_random_uuid(), $3, $2, null, 6500), (gen_random_uuid(), $4, $1, null, 9)`,
    [due, dear, DAY, dayPlus(DAY, 1)],
  );
  try {
    const read = (client: keyof typeof as, day = DAY) =>
      as[client].get(`/api/v1/admin/preview-link?day=${day}`);
    expect((await read('visitor')).status()).toBe(401);
    expect((await read('customer')).status()).toBe(403);
    expect((await read('admin', TODAY)).status()).toBe(400);
    const { url } = await (await read('admin')).json();
    const path = new URL(url).pathname;

    for (const page of ['/', '/products?sort=newest', `/products/${due}`, '/about', '/wishlist']) {
      const { status, headers, text } = await send(path + page);
      expect(status, page).toBe(200);
      expect(headers['cache-control'], page).toBe('no-store');
      expect(headers['x-robots-tag'], page).toBe('noindex, nofollow');
      expect(headers['referrer-policy'], page).toBe('strict-origin-when-cross-origin');
      expect(headers.etag, page).toBeUndefined();
      expect(/<meta name="robots" content="noindex/.test(text), page).toBe(true);
      expect(text.includes('Shop of today'), page).toBe(true);
    }
    const list = await send(`${path}/products?sort=newest`);
    expect(list.text).toContain('Due wrapper');
    expect(list.text).toContain('₦6,500.00');
    expect(list.text).toContain(`href="${path}/products/${dear}"`);
    // Nothing of it is in the shop of today.
    const today = await send('/products?sort=newest');
    expect(today.text).not.toContain('Due wrapper');
    expect(today.text).toContain('₦7,000.00');
    expect(today.text).not.toContain('Shop of today');
    expect((await send(`/products/${due}`)).status).toBe(404);
    expect((await send(`/share/${due}.jpg`)).status).toBe(404);
    expect((await send(`${path}/products/${randomUUID()}`)).status).toBe(404);

    const call = (operation: string, json: object, method = 'POST') => {
      const at = `${path}/api/rpc/${operation}`;
      return method === 'GET'
        ? as.customer.get(`${at}?data=${encodeURIComponent(JSON.stringify({ json }))}`)
        : as.customer.post(at, { data: { json } });
    };
    const product = await call('catalog/getProduct', { id: due }, 'GET');
    expect(product.headers()['cache-control']).toBe('no-store');
    expect(await product.json()).toMatchObject({
      json: { product: { name: 'Due wrapper', price: 5000 }, today: DAY },
    });
    expect(await (await call('catalog/getProducts', { ids: [dear] })).json()).toMatchObject({
      json: { products: [{ price: 6500 }] },
    });
    for (const operation of ['orders/submit', 'catalog/likeProduct', 'accounts/me', 'calendar/getCalendar']) {
      const answer = await call(operation, { id: dear });
      expect(answer.status(), operation).toBe(403);
      expect(await answer.json()).toMatchObject({ json: { code: 'PREVIEW_ONLY' } });
    }
    expect((await db.query('select from product_likes where product_id = $1', [dear])).rowCount).toBe(0);
    // What is not a part of it is shown as it is today.
    for (const page of ['/checkout', '/account', '/admin/products']) {
      const { status, headers } = await send(path + page);
      expect([status, headers.location]).toEqual([303, page]);
    }
    for (const [odd, location] of [
      ['//evil.example/', '/evil.example/'],
      ['/products/%E0', '/products/%E0'],
    ] as const) {
      expect((await send(path + odd)).headers.location).toBe(location);
    }

    for (const wrong of [
      path.replace(DAY, dayPlus(DAY, 1)),
      `${path.slice(0, -2)}xx`,
      '/preview/anything',
      '/preview',
    ]) {
      const page = await send(`${wrong}/products`, { headers: { accept: 'text/html' } });
      expect(page.status, wrong).toBe(403);
      expect(page.text).toContain('This preview link is not valid');
      expect(page.text).toContain('<a href="/">Go to the shop of today</a>');
      expect(page.headers['cache-control']).toBe('no-store');
      const read = await send(`${wrong}/api/rpc/catalog/listCategories`);
      expect(JSON.parse(read.text)).toMatchObject({ code: 'PREVIEW_INVALID' });
    }
  } finally {
    await db.query('delete from products where id = any ($1)', [[due, dear]]);
  }
});
