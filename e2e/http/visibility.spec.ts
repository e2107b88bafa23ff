import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { expect, send, test } from './shop.ts';

async function withProduct(db: Client, status: 'published' | 'draft', work: (id: string) => Promise<void>) {
  const id = randomUUID();
  await db.query(
    `insert into products (id, name, description, price, status) values ($1, $2, 'Unseen cloth', 1000, $3)`,
    [id, `Unseen ${id}`, status],
  );
  try {
    await work(id);
  } finally {
    await db.query('delete from products where id = $1', [id]);
  }
}

/** Polls until a response has this status: other processes than this test's are notified of SQL. */
const expectStatus = (path: string, status: number) =>
  expect.poll(async () => (await send(path)).status, { timeout: 5_000 }).toBe(status);

test('VIS-02 a draft’s page is not found for everyone alike, and is published and withdrawn at once', async ({
  as,
  db,
}) => {
  await withProduct(db, 'draft', async (id) => {
    const path = `/products/${id}`;
    const paths = [path, `/api/v1/products/${id}`, `/share/${id}.jpg`];
    for (const one of paths) expect((await send(one)).status, one).toBe(404);
    const { cookies } = await as.admin.storageState();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const page = await send(path, { headers: { cookie } });
    expect(page.status).toBe(404);
    expect(page.text).not.toContain('Unseen');
    // Staff read it uncached; nobody else does.
    const asStaff = await as.admin.get(`/api/v1/admin/products/${id}`);
    expect(await asStaff.json()).toMatchObject({ status: 'draft' });
    expect(asStaff.headers()['cache-control']).toBe('no-store');
    expect((await as.customer.get(`/api/v1/admin/products/${id}`)).status()).toBe(403);
    for (const list of [
      '/products?sort=newest',
      '/',
      '/api/v1/products?sort=newest',
      '/sitemap/products-1.xml',
    ]) {
      expect((await send(list)).text, list).not.toContain(id);
    }

    await db.query(`update products set status = 'published' where id = $1`, [id]);
    for (const one of paths) await expectStatus(one, 200);
    expect((await send('/products?sort=newest')).text).toContain(id);
    expect((await send('/sitemap/products-1.xml')).text).toContain(id);
    await db.query(`update products set status = 'draft' where id = $1`, [id]);
    for (const one of paths) await expectStatus(one, 404);
    expect((await send('/products?sort=newest')).text).not.toContain(id);
  });
});

test('VIS-04 page, API and share image say what is sold out', async ({ db }) => {
  await withProduct(db, 'published', async (id) => {
    const before = await send(`/share/${id}.jpg`);
    expect((await send(`/products/${id}`)).text).toContain('https://schema.org/InStock');
    await db.query('update products set sold_out = true where id = $1', [id]);
    await expect
      .poll(async () => (await send(`/products/${id}`)).text, { timeout: 5_000 })
      .toContain('https://schema.org/SoldOut');
    expect(JSON.parse((await send(`/api/v1/products/${id}`)).text)).toMatchObject({
      product: { soldOut: true },
    });
    const after = await send(`/share/${id}.jpg`);
    expect([before.status, after.status]).toEqual([200, 200]);
    expect(after.bytes.equals(before.bytes)).toBe(false);
  });
});
