import sharp from 'sharp';
import { SHARE_FORMATS, type ShareFormat, shareImagePath } from '#shared/share-image.ts';
import { expect, send, test } from './shop.ts';

const FORMATS = Object.keys(SHARE_FORMATS) as ShareFormat[];

test('SHARE-01 a product, a category, a promotion and the shop have an image in each format', async ({
  db,
}) => {
  const { rows } =
    await db.query(`select p.id, c.slug, m.code from products p join categories c on c.id = category_id
    join promotions m on m.id = promotion_id and current_date between start_date and end_date
    where p.status = 'published' and c.is_active limit 1`);
  const { id, slug, code } = rows[0];
  const all = [
    { kind: 'product', id, promotion: code },
    { kind: 'category', slug },
    { kind: 'promotion', code },
    { kind: 'shop' },
  ] as const;
  for (const shared of all) {
    for (const format of FORMATS) {
      const { status, headers, bytes } = await send(shareImagePath(shared, format));
      expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', ...SHARE_FORMATS[format] });
      expect(bytes.length).toBeLessThanOrEqual(300_000);
    }
  }
  const page = await send(`/products?category=${slug}`);
  expect(page.text).toContain(`content="${process.env.SHOP_URL}/share/categories/${slug}.jpg"`);
});

test('SHARE-01 each page that shares nothing else shares the shop', async () => {
  for (const path of ['/', '/products', '/products?search=agbada', '/about', '/contact'])
    expect([path, (await send(path)).text.match(/(?<=og:image" content=")[^"]*/g)]).toEqual([
      path,
      [`${process.env.SHOP_URL}/share/shop.jpg`],
    ]);
});

test('SHARE-01 an image without a version is revalidated, and changes with the price', async ({ db }) => {
  const { rows } = await db.query(
    `select id, price from products where status = 'published' and not sold_out order by id limit 1`,
  );
  const { id, price } = rows[0];
  const path = shareImagePath({ kind: 'product', id }, 'square');
  const first = await send(path);
  expect(first.headers['cache-control']).toBe('public, no-cache');
  const again = () => send(path, { headers: { 'if-none-match': String(first.headers.etag) } });
  expect((await again()).status).toBe(304);
  try {
    await db.query('update products set price = price + 500 where id = $1', [id]);
    const changed = await again();
    expect(changed.status).toBe(200);
    expect(changed.bytes.equals(first.bytes)).toBe(false);
  } finally {
    await db.query('update products set price = $2 where id = $1', [id, price]);
  }
});

test('SHARE-01 what has no page has no image', async ({ db }) => {
  const id = '019a0000-0000-7000-8000-00000000dead';
  await db.query(
    `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
     values ($1, 'Over', 'OVER10', current_date - 20, current_date - 10, 'percentage', 10)`,
    [id],
  );
  try {
    const { rows } = await db.query(`select id from products where status = 'published' limit 1`);
    const paths = [
      '/share/promotions/OVER10.jpg',
      '/share/promotions/unknown.jpg',
      '/share/categories/unknown.jpg',
      '/share/categories/%2e%2e%2fusers.jpg',
      `/share/${rows[0].id}.jpg?format=poster`,
      `/share/${rows[0].id}.jpg?format=__proto__`,
    ];
    for (const path of paths) expect([path, (await send(path)).status]).toEqual([path, 404]);
  } finally {
    await db.query('delete from promotions where id = $1', [id]);
  }
});

test('SHARE-01 SHARE-03 the page of a hidden category, or of one below it, shares the shop', async ({
  db,
}) => {
  const [above, below] = ['019a0000-0000-7000-8000-00000000ab01', '019a0000-0000-7000-8000-00000000ab02'];
  await db.query(
    `insert into categories (id, name, slug, parent_id) values
       ($1, 'Bùbá', 'buba-hidden', null), ($2, 'Ìró', 'iro-hidden', $1)`,
    [above, below],
  );
  const imageOf = async (slug: string) => {
    const { status, text } = await send(`/products?category=${slug}`);
    expect(status).toBe(200);
    return /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1];
  };
  try {
    for (const slug of ['buba-hidden', 'iro-hidden'])
      await expect
        .poll(() => imageOf(slug))
        .toBe(`${process.env.SHOP_URL}${shareImagePath({ kind: 'category', slug })}`);
    await db.query('update categories set is_active = false where id = $1', [above]);
    for (const slug of ['buba-hidden', 'iro-hidden']) {
      await expect
        .poll(() => imageOf(slug))
        .toBe(`${process.env.SHOP_URL}${shareImagePath({ kind: 'shop' })}`);
      expect((await send(shareImagePath({ kind: 'category', slug }))).status).toBe(404);
    }
  } finally {
    await db.query('delete from categories where id = any($1)', [[below, above]]);
  }
});

test('SHARE-01 a category without products has an image', async ({ db }) => {
  const id = '019a0000-0000-7000-8000-00000000beef';
  await db.query(`insert into categories (id, name, slug) values ($1, 'Fìlà', 'fila-empty')`, [id]);
  try {
    await expect
      .poll(async () => (await send('/share/categories/fila-empty.jpg?format=status')).status)
      .toBe(200);
  } finally {
    await db.query('delete from categories where id = $1', [id]);
  }
});
