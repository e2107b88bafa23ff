import type { APIRequestContext, APIResponse } from '@playwright/test';
import { v4 as uuid } from 'uuid';
import { expect, refusalOf, send, test } from './shop.ts';

// A write by staff is visible at a shopper's next request, without delay, also when the page was
// cached before.

const name = () => `Woven zq${uuid().slice(0, 8)}`;

async function input(admin: APIRequestContext, more: object = {}) {
  const { categories } = await (await admin.get('/api/v1/admin/categories')).json();
  const [{ id }] = categories;
  return { name: name(), description: 'By hand.', price: 1500, category: { id }, featured: true, ...more };
}

async function made(answer: APIResponse) {
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

test.afterEach(async ({ db }) => {
  await db.query(`delete from products where name like 'Woven zq%'`);
  await db.query(`delete from categories where name like 'Woven zq%'`);
});

test('CALLS-19 CALLS-53 CALLS-54 each write is on the next page of the shop', async ({ as }) => {
  const given = await input(as.admin);
  // Cached first, so that the change invalidates it.
  expect((await send('/products')).text).not.toContain(given.name);
  const product = await made(await as.admin.post('/api/v1/admin/products', { data: given }));
  const path = `/products/${product.id}`;
  expect((await send('/products')).text).toContain(given.name);
  expect((await send(path)).text).toContain('₦1,500.00');

  const renamed = name();
  const data = { ...given, name: renamed, price: 2750.5, version: product.version };
  await made(await as.admin.put(`/api/v1/admin/products/${product.id}`, { data }));
  const [list, detail] = [await send('/products'), await send(path)];
  expect([list.text.includes(renamed), list.text.includes(given.name)]).toEqual([true, false]);
  expect([detail.text.includes(renamed), detail.text.includes('₦2,750.50')]).toEqual([true, true]);

  expect((await send('/')).text).toContain(renamed);
  const star = { featured: false, shown: true };
  await made(await as.admin.put(`/api/v1/admin/products/${product.id}/featured`, { data: star }));
  expect((await send('/')).text).not.toContain(renamed);

  await made(await as.admin.delete(`/api/v1/admin/products/${product.id}`));
  expect((await send('/products')).text).not.toContain(renamed);
  expect((await send(path)).status).toBe(404);
});

test('PERM-10 admin and super admin write products, other users cannot', async ({ as, db }) => {
  for (const role of ['admin', 'super'] as const) {
    const product = await made(
      await as[role].post('/api/v1/admin/products', { data: await input(as.admin) }),
    );
    await made(await as[role].delete(`/api/v1/admin/products/${product.id}`));
  }
  const [{ id, name: before }] = (await db.query('select id, name from products limit 1')).rows;
  const given = await input(as.admin);
  for (const role of ['customer', 'visitor'] as const) {
    for (const answer of [
      await as[role].post('/api/v1/admin/products', { data: given }),
      await as[role].put(`/api/v1/admin/products/${id}`, { data: { ...given, version: 1 } }),
      await as[role].delete(`/api/v1/admin/products/${id}`),
      await as[role].put(`/api/v1/admin/products/${id}/featured`, { data: { featured: true, shown: false } }),
    ])
      expect([401, 403]).toContain(answer.status());
  }
  expect((await db.query('select name from products where id = $1', [id])).rows).toEqual([{ name: before }]);
});

test('saving over a newer version is refused with that version', async ({ as }) => {
  const given = await input(as.admin);
  const product = await made(await as.admin.post('/api/v1/admin/products', { data: given }));
  const save = (client: APIRequestContext, price: number) =>
    client.put(`/api/v1/admin/products/${product.id}`, { data: { ...given, price, version: 1 } });
  await made(await save(as.super, 10));
  const refused = await save(as.admin, 20);
  expect(await refusalOf(refused)).toMatchObject({ status: 409, code: 'STALE' });
  const { data } = await refused.json();
  expect(data).toMatchObject({ current: { price: 10, version: 2 }, at: expect.any(String) });
  expect(data.name).not.toMatch(/^Somebody/);
});

test('a file that is not an image creates no product, through either API', async ({ as, db }) => {
  const given = await input(as.admin);
  const image = { name: 'gele.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') };
  const body = { json: { ...given, image: {} }, meta: [], maps: [['image']] };
  const answer = await as.admin.post('/api/rpc/catalog/createProduct', {
    multipart: { data: JSON.stringify(body), '0': image },
  });
  expect((await answer.json()).json).toMatchObject({ code: 'NOT_AN_IMAGE', status: 415 });
  expect((await db.query('select 1 from products where name = $1', [given.name])).rows).toEqual([]);
});

test('invalid fields are refused with messages, and nothing is stored', async ({ as, db }) => {
  const count = async () => (await db.query('select count(*) from products')).rows[0].count;
  const before = await count();
  for (const [more, message] of [
    [{ name: '\u0000 ' }, 'Name is required'],
    [{ name: 'x'.repeat(201) }, undefined],
    [{ price: 'twelve' }, undefined],
    [{ price: 1e300 }, undefined],
    [{ price: -0.01 }, 'Price must be 0 or more'],
    [{ category: { id: uuid() } }, 'This category no longer exists. Please choose another one.'],
    [{ category: { id: 'x', name: 'y' } }, undefined],
    [{ description: ['a'] }, undefined],
    [{ featured: 'perhaps' }, undefined],
  ] as const) {
    const answer = await as.admin.post('/api/v1/admin/products', { data: await input(as.admin, more) });
    expect(answer.status(), JSON.stringify(more)).toBe(400);
    const { code, data } = await answer.json();
    expect(code).toBe('BAD_INPUT');
    if (message) {
      expect(data.issues.map((issue: { message: string }) => issue.message)).toContain(message);
    }
  }
  expect(await count()).toBe(before);
});
