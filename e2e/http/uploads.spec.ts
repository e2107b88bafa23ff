import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext } from '@playwright/test';
import type { Client } from 'pg';
import sharp from 'sharp';
import { hugePng } from '#platform/images/test-huge-png.ts';
import { test as base, expect, refusalOf } from './shop.ts';

/** A product for each test; its stored files are deleted with it. */
const test = base.extend<{ productId: string }>({
  productId: async ({ db, as }, use) => {
    const id = randomUUID();
    await db.query("INSERT INTO products (id, name, description, price) VALUES ($1, 'Upload', 'Cloth', 1)", [
      id,
    ]);
    await use(id);
    await as.admin.delete(`/api/v1/admin/products/${id}`);
  },
});

const JPEG = { mimeType: 'image/jpeg', name: 'agbada.jpg' };
const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a3b1d', noise } });

const upload = (client: APIRequestContext, productId: string, buffer: Buffer, file = JPEG) =>
  client.post(`/api/v1/admin/products/${productId}/images`, { multipart: { file: { ...file, buffer } } });

const filesOf = (productId: string): Promise<string[]> =>
  readdir(join(process.env.SHOP_DATA_DIR!, 'uploads', 'product-images', productId)).catch(() => []);
const rowsOf = async (db: Client, productId: string) =>
  (await db.query('SELECT image_url, is_primary FROM product_images WHERE product_id = $1', [productId]))
    .rows;
const stored = async (db: Client, productId: string) => [
  (await rowsOf(db, productId)).length,
  (await filesOf(productId)).length,
];

test('CALLS-60 OPEN-69 an uploaded image is public at its URL, upright and without location data', async ({
  as,
  db,
  productId,
}) => {
  const bytes = await draw(60, 40)
    .withExif({ IFD3: { GPSLatitude: '6/1 27/1 0/1', GPSLongitude: '3/1 24/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const answer = await upload(as.admin, productId, bytes);
  expect(answer.status()).toBe(200);
  const image = await answer.json();
  expect(await rowsOf(db, productId)).toEqual([{ image_url: image.url, is_primary: true }]);
  const got = await as.visitor.get(image.url);
  expect([got.status(), got.headers()['content-type'], got.headers()['cache-control']]).toEqual([
    200,
    'image/jpeg',
    'public, max-age=3600',
  ]);
  const { width, height, exif, orientation } = await sharp(await got.body()).metadata();
  expect([width, height, exif, orientation]).toEqual([40, 60, undefined, undefined]);
  expect((await as.visitor.get(`/img/160/webp${image.url}`)).status()).toBe(200);
});

for (const [client, status, code] of [
  ['visitor', 401, 'SIGN_IN_REQUIRED'],
  ['customer', 403, 'NO_PERMISSION'],
] as const) {
  test(`PERM-06 a ${client} cannot upload, and a body larger than a small image is not read`, async ({
    as,
    db,
    productId,
  }) => {
    const small = await draw(50, 50).jpeg().toBuffer();
    expect(await refusalOf(await upload(as[client], productId, small))).toMatchObject({ status, code });
    const large = await draw(1200, 1200).jpeg().toBuffer();
    expect(large.length).toBeGreaterThan(256 * 1024);
    expect((await upload(as[client], productId, large)).status()).toBe(413);
    expect(await stored(db, productId)).toEqual([0, 0]);
  });
}

test('ADM-IMG-03 ADM-IMG-04 OPEN-64 a file that is not an image, too large or damaged is refused with a clear error', async ({
  as,
  db,
  productId,
}) => {
  const jpeg = await draw(300, 300).jpeg().toBuffer();
  const filled = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
  const limit = 5 * 1024 * 1024;
  const refused: [string, Buffer, number, string, typeof JPEG?][] = [
    ['nothing', Buffer.alloc(0), 415, 'NOT_AN_IMAGE'],
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      415,
      'NOT_AN_IMAGE',
      { name: 'drawing.svg', mimeType: 'image/svg+xml' },
    ],
    [
      'a page named .png',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      415,
      'NOT_AN_IMAGE',
      { name: 'page.png', mimeType: 'image/png' },
    ],
    ['half an image', jpeg.subarray(0, jpeg.length / 2), 422, 'IMAGE_UNREADABLE'],
    ['30,000 × 30,000 pixels in 4.9 MB', hugePng(30_000, 4_900_000), 422, 'IMAGE_UNREADABLE'],
    ['exactly 5 MB', filled(limit), 413, 'IMAGE_TOO_LARGE'],
    ['7 MB', filled(7 * 1024 * 1024), 413, 'TOO_LARGE'],
  ];
  for (const [what, bytes, status, code, file] of refused) {
    const answer = await upload(as.admin, productId, bytes, file);
    expect(await refusalOf(answer), what).toMatchObject({ status, code });
  }
  expect(await stored(db, productId)).toEqual([0, 0]);
  expect((await upload(as.admin, productId, filled(limit - 1))).status()).toBe(200);
});

test('a PNG that is called .jpg is stored as PNG', async ({ as, productId }) => {
  const answer = await upload(as.admin, productId, await draw(30, 30).png().toBuffer());
  const { url } = await answer.json();
  expect(url).toMatch(/\.png$/);
  expect((await as.visitor.get(url)).headers()['content-type']).toBe('image/png');
});

test('an unknown product is not found, and nothing is stored for it', async ({ as }) => {
  const unknown = randomUUID();
  const answer = await upload(as.admin, unknown, await draw(30, 30).jpeg().toBuffer());
  expect(await refusalOf(answer)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await filesOf(unknown)).toEqual([]);
});

/** Sends the head and part of the body of an upload, then disconnects; or waits for the response. */
async function cutOff(
  client: APIRequestContext,
  productId: string,
  bytes: Buffer,
  share: number,
  waits = false,
): Promise<void> {
  const { cookies } = await client.storageState();
  const { hostname, port, origin } = new URL(process.env.SHOP_URL!);
  const boundary = 'cut'.repeat(12);
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const head = [
    `POST /api/v1/admin/products/${productId}/images HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Origin: ${origin}`,
    `Cookie: ${cookies.map(({ name, value }) => `${name}=${value}`).join('; ')}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => socket.write(body.subarray(0, body.length * share), resolve));
  if (waits) await new Promise((resolve) => socket.once('data', resolve));
  else await sleep(20);
  socket.destroy();
}

test('an interrupted upload leaves neither file nor row', async ({ as, db, productId }) => {
  const bytes = await draw(1500, 1500).jpeg().toBuffer();
  // Also when the body is complete and the client does not wait for the response.
  for (const share of [0.01, 0.5, 0.99, 1]) await cutOff(as.admin, productId, bytes, share);
  await sleep(1500);
  expect(await stored(db, productId)).toEqual([0, 0]);
  // The same request in full succeeds: only the interruption prevented it.
  await cutOff(as.admin, productId, bytes, 1, true);
  await expect.poll(() => stored(db, productId)).toEqual([1, 1]);
});
