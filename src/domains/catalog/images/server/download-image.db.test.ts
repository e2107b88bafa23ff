import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLimits } from '#platform/limits/limits.ts';
import type { SignedIn } from '#shared/caller.ts';
import { contextOf, createFixture, type Fixture } from '../../server/test-catalog.ts';
import { MAX_IMAGES } from '../images.ts';

let fixture: Fixture;
let admin: SignedIn;
let productId: string;
let jpeg: Buffer;
let listener: RequestListener;
let requested: string[];
let origin: string;
const server = createServer((request, response) => {
  requested.push(request.url!);
  listener(request, response);
});

beforeAll(async () => {
  fixture = await createFixture();
  admin = await fixture.createUser('admin');
  jpeg = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#7a3b1d' } })
    .jpeg()
    .toBuffer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await fixture?.close();
});
beforeEach(async () => {
  await fixture.reset();
  productId = await fixture.product('Agbada');
  requested = [];
  listener = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(jpeg);
});

const apiOf = (more: Parameters<Fixture['apiOf']>[1] = {}, user: SignedIn = admin) =>
  fixture.apiOf(contextOf('', user), { privateHosts: [origin.replace('http://', '')], ...more });
const download = (path: string, api = apiOf()) => api.downloadImage({ productId, url: `${origin}${path}` });
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message }: { code?: string; message: string }) => [code, message],
  );
const rows = async () =>
  (await fixture.owner.query('SELECT id, image_url, width FROM product_images ORDER BY display_order')).rows;
const files = async () => (await fixture.storage.list(`product-images/${productId}`, 100)).length;

test('IMP-06 an image at an address becomes one of the product, as an upload does, and once for each address', async () => {
  const image = await download('/front');
  // Its content decides what it is, not what the server calls it.
  expect(image).toMatchObject({ productId, width: 40, height: 50, isPrimary: true, displayOrder: 0 });
  expect(image.url).toMatch(/\.jpg$/);
  expect(await rows()).toEqual([{ id: image.id, image_url: image.url, width: 40 }]);
  expect(await download('/front')).toEqual(image);
  const back = await download('/back');
  expect(back).toMatchObject({ isPrimary: false, displayOrder: 1 });
  expect(requested).toEqual(['/front', '/back']);
  // Twice at once: one row and one file.
  const [one, other] = await Promise.all([download('/side'), download('/side')]);
  expect(one.id).toBe(other.id);
  expect([(await rows()).length, await files()]).toEqual([3, 3]);
  // The same address is another image of another product.
  productId = await fixture.product('Fila');
  expect((await download('/front')).id).not.toBe(image.id);
});

test('IMP-06 a download is a change of the product that can be undone', async () => {
  await download('/front');
  const { rows: changes } = await fixture.owner.query(
    'SELECT summary, actor_id FROM change_sets ORDER BY at DESC LIMIT 1',
  );
  expect(changes).toMatchObject([
    { summary: expect.stringMatching(/^Added an image/), actor_id: admin.userId },
  ]);
});

test('IMP-08 images that name one change set are one change, and those of an import belong to it', async () => {
  const changeSet = crypto.randomUUID();
  const asked = (path: string, input: object = { changeSet }) =>
    apiOf().downloadImage({ productId, url: `${origin}${path}`, ...input });
  await asked('/front');
  await asked('/back');
  await asked('/back');
  await asked('/side', {});
  const { rows: sets } = await fixture.owner.query(
    `SELECT id, summary, row_count FROM change_sets WHERE summary LIKE 'Added%' ORDER BY at DESC LIMIT 2`,
  );
  expect(sets).toMatchObject([
    { summary: 'Added an image to Agbada', row_count: 1 },
    { id: changeSet, summary: 'Added images to Agbada', row_count: 2 },
  ]);
});

test('IMP-06 what is no image, too large, missing or private is refused with its reason, and nothing is stored', async () => {
  listener = (_, response) => response.end('<html>Not found</html>');
  expect(await refused(download('/page'))).toEqual(['NOT_AN_IMAGE', 'Please select an image file']);
  listener = (_, response) => response.end(Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024)]));
  expect((await refused(download('/large')))[0]).toBe('IMAGE_TOO_LARGE');
  listener = (_, response) => response.end(jpeg.subarray(0, 200));
  expect((await refused(download('/half')))[0]).toBe('IMAGE_UNREADABLE');
  listener = (_, response) => response.writeHead(404).end();
  expect(await refused(download('/gone'))).toEqual([
    'DOWNLOAD_FAILED',
    'The image could not be downloaded: it is no longer at this address.',
  ]);
  listener = (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  const message = 'Images are downloaded from public addresses of the web only.';
  expect(await refused(download('/elsewhere'))).toEqual(['URL_REFUSED', message]);
  const count = requested.length;
  expect(await refused(download('/front', apiOf({ privateHosts: [] })))).toEqual(['URL_REFUSED', message]);
  expect(requested).toHaveLength(count);
  expect([await rows(), await files()]).toEqual([[], 0]);
});

test('IMP-06 nothing is downloaded for a full product, an unknown one, a full disk, others or beyond the limit', async () => {
  await fixture.images(
    productId,
    Array.from({ length: MAX_IMAGES }, (_, n) => [`/uploads/${n}.jpg`, n === 0]),
  );
  expect((await refused(download('/one-more')))[0]).toBe('IMAGE_LIMIT');
  const full = { state: async () => ({ free: 0, reserve: 1, isShort: true, isFull: false }) };
  expect((await refused(download('/x', apiOf({ disk: full }))))[0]).toBe('DISK_FULL');
  expect((await refused(download('/x', apiOf({}, await fixture.createUser('user')))))[0]).toBe(
    'NO_PERMISSION',
  );
  productId = admin.userId;
  expect((await refused(download('/x')))[0]).toBe('NOT_FOUND');
  expect(requested).toEqual([]);
  productId = await fixture.product('Fila');
  const limits = createLimits(fixture.database.web);
  for (let n = 0; n < 240; n++) await limits.allows(`upload:${admin.userId}`, 240, 60);
  expect((await refused(download('/x', apiOf({ limits }))))[0]).toBe('RATE_LIMITED');
});

test('IMP-06 four images are downloaded at once', async () => {
  let [running, most] = [0, 0];
  const held: (() => void)[] = [];
  listener = (_, response) => {
    most = Math.max(most, ++running);
    held.push(() => {
      running--;
      response.writeHead(404).end();
    });
  };
  const api = apiOf();
  const answers = Array.from({ length: 12 }, (_, n) => refused(download(`/${n}`, api)));
  // As many as may run at once have arrived before any is answered, however slow this machine is.
  for (let left = 12; left > 0; left -= 4) {
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(4);
    for (const end of held.splice(0)) end();
  }
  await Promise.all(answers);
  expect(most).toBe(4);
});
