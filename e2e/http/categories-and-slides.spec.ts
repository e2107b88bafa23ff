import { v4 as uuid } from 'uuid';
import { expect, refusalOf, send, test } from './shop.ts';

/** One dark pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const image = { name: 'a.png', mimeType: 'image/png', buffer: PNG };
const page = async (path: string) => (await send(path)).text;

test('CALLS-38 CALLS-41 a category that changes is on the shop’s pages at the next request', async ({
  as,
  db,
}) => {
  const name = `Shelf ${uuid().slice(0, 8)}`;
  const list = '/products';
  expect(await page(list)).not.toContain(name);
  const made = await (await as.admin.post('/api/v1/admin/categories', { data: { name } })).json();
  try {
    expect(await page(list)).toContain(name);
    await as.admin.put(`/api/v1/admin/categories/${made.id}/active`, {
      data: { isActive: false, shown: true },
    });
    expect(await page(list)).not.toContain(name);
    await as.admin.put(`/api/v1/admin/categories/${made.id}/active`, {
      data: { isActive: true, shown: false },
    });
    const { version } = await (await as.admin.get(`/api/v1/admin/categories/${made.id}`)).json();
    const renamed = `${name} Anew`;
    const answer = await as.admin.patch(`/api/v1/admin/categories/${made.id}`, {
      data: { version, name: renamed, description: '', parentId: null, isActive: true },
    });
    expect(answer.status()).toBe(200);
    expect(await page(list)).toContain(renamed);
    // Its old URL redirects to the new one.
    const old = await send(`/products?category=${made.slug}`);
    expect([old.status, String(old.headers.location)]).toEqual([
      expect.any(Number),
      expect.stringContaining((await answer.json()).slug),
    ]);
  } finally {
    expect((await as.admin.delete(`/api/v1/admin/categories/${made.id}`)).status()).toBe(200);
  }
  expect(await page(list)).not.toContain(name);
  const { rows } = await db.query('SELECT id FROM categories WHERE id = $1', [made.id]);
  expect(rows).toEqual([]);
});

test('CALLS-32 CALLS-33 a slide is sent as multipart form data, and is on the front page at the next request', async ({
  as,
}) => {
  const title = `Slide ${uuid().slice(0, 8)}`;
  const fields = {
    title,
    description: 'In wool',
    buttonText: 'Explore',
    buttonLink: '/products',
    titleAnimation: 'animate-fade-in',
    descriptionAnimation: 'animate-float',
    displayOrder: '90',
    isActive: 'true',
  };
  const answer = await as.admin.post('/api/v1/admin/slides', { multipart: { ...fields, file: image } });
  expect(answer.status()).toBe(200);
  const slide = await answer.json();
  try {
    expect(slide).toMatchObject({ title, displayOrder: 90, isActive: true });
    expect(await page('/')).toContain(title);
    expect((await send(slide.image.url)).status).toBe(200);
    const other = await as.admin.put(`/api/v1/admin/slides/${slide.id}/image`, {
      multipart: { file: image },
    });
    const { url } = await other.json();
    // The former image stays for 30 days, because the change can be undone.
    expect([(await send(slide.image.url)).status, (await send(url)).status]).toEqual([200, 200]);
    await as.admin.put(`/api/v1/admin/slides/${slide.id}/active`, { data: { isActive: false, shown: true } });
    expect(await page('/')).not.toContain(title);
  } finally {
    expect((await as.admin.delete(`/api/v1/admin/slides/${slide.id}`)).status()).toBe(200);
  }
});

test('a slide with an external link, or a file that is not an image, is refused with a message', async ({
  as,
  db,
}) => {
  const count = async () => (await db.query('SELECT count(*)::int AS n FROM hero_slides')).rows[0].n;
  const before = await count();
  const fields = {
    title: 'Refused',
    description: 'x',
    buttonText: 'x',
    titleAnimation: 'animate-fade-in',
    descriptionAnimation: 'animate-float',
  };
  for (const buttonLink of ['javascript:alert(1)', '//evil.example', '/\\evil.example', '/\t/evil.example']) {
    const answer = await as.admin.post('/api/v1/admin/slides', {
      multipart: { ...fields, buttonLink, file: image },
    });
    expect([answer.status(), (await answer.json()).data.issues[0].path], buttonLink).toEqual([
      400,
      'buttonLink',
    ]);
  }
  const svg = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') };
  const answer = await as.admin.post('/api/v1/admin/slides', {
    multipart: { ...fields, buttonLink: '/', file: svg },
  });
  expect(await refusalOf(answer)).toMatchObject({ status: 415, code: 'NOT_AN_IMAGE' });
  expect(await count()).toBe(before);
});
