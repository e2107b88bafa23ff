import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { imageUrl } from '#shared/image-url.ts';
import { localStorage } from '../storage/local-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { createImages, type Images } from './image-widths.ts';
import { imagesApp } from './images-app.ts';
import { inspectImage } from './inspect-image.ts';

let dir = '';
let storage: Storage;
let images: Images;
const warnings: unknown[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-pictures-'));
  storage = localStorage(join(dir, 'uploads'));
  warnings.length = 0;
  images = createImages({
    storage,
    dir: join(dir, 'derived'),
    log: { warn: (...facts: unknown[]) => void warnings.push(facts) },
  });
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Noise on a gradient: neither trivially small nor unusually hard to encode. */
const image = (width: number, height: number, colour = '#7a3b1d', sigma = 20) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: colour,
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  });
const jpeg = { contentType: 'image/jpeg' };
const put = async (path: string, width = 800, height = 1000) =>
  storage.put(path, await image(width, height).jpeg().toBuffer(), jpeg);

const made = async () =>
  (await readdir(join(dir, 'derived'), { recursive: true }).catch(() => [])).filter((name) =>
    /\.(avif|webp|jpg)$/.test(name),
  );

test.each([
  ['avif', 'image/avif'],
  ['webp', 'image/webp'],
  ['jpg', 'image/jpeg'],
] as const)('an image is generated in its width as %s and cached', async (format, contentType) => {
  await put('product-images/p/1.jpg');
  const answer = await imagesApp(images).request(imageUrl('/uploads/product-images/p/1.jpg', 480, format));
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 480, height: 600 });
  expect(await made()).toHaveLength(1);
  expect((await images.variant('product-images/p/1.jpg', 480, format))!.bytes).toEqual(bytes);
  expect(await made()).toHaveLength(1);
});

test('OFF-06 a dense pattern has a lower quality as AVIF, except in the widths of cards', async () => {
  const written = async (path: string, original: Buffer, width: 480 | 640) => {
    await storage.put(path, original, jpeg);
    const { bytes } = (await images.variant(path, width, 'avif'))!;
    const ofQuality = (quality: number) =>
      sharp(original).rotate().resize({ width }).avif({ quality, effort: 1 }).toBuffer();
    return { bytes: bytes.length, full: (await ofQuality(40)).length, lower: (await ofQuality(32)).length };
  };
  const dense = await image(640, 800, '#7a3b1d', 60).jpeg().toBuffer();
  const plain = await image(640, 800, '#7a3b1d', 10).jpeg().toBuffer();
  const wide = await written('product-images/p/1.jpg', dense, 640);
  expect(wide.lower).toBeLessThan(wide.full);
  expect(wide.bytes).toBe(wide.lower);
  const ofCard = await written('product-images/p/2.jpg', dense, 480);
  expect(ofCard.bytes).toBe(ofCard.full);
  const smooth = await written('product-images/p/3.jpg', plain, 640);
  expect(smooth.bytes).toBe(smooth.full);
});

test('a transparent image is white as a JPEG, which has no transparency', async () => {
  const clear = { create: { width: 60, height: 60, channels: 4, background: '#00000000' } } as const;
  await storage.put('product-images/p/1.png', await sharp(clear).png().toBuffer(), {
    contentType: 'image/png',
  });
  const variant = await images.variant('product-images/p/1.png', 160, 'jpg');
  expect((await sharp(variant!.bytes).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
});

test('nothing is enlarged', async () => {
  await put('product-images/p/1.jpg', 300, 400);
  const variant = await images.variant('product-images/p/1.jpg', 1920, 'webp');
  expect(await sharp(variant!.bytes).metadata()).toMatchObject({ width: 300, height: 400 });
});

test('an image is rotated according to its metadata, which is removed', async () => {
  const bytes = await image(400, 200)
    .withExif({ IFD0: { Copyright: 'x' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  await storage.put('product-images/p/1.jpg', bytes, jpeg);
  const variant = await images.variant('product-images/p/1.jpg', 160, 'webp');
  const { width, height, exif } = await sharp(variant!.bytes).metadata();
  expect([width, height, exif]).toEqual([160, 320, undefined]);
  expect(await inspectImage(bytes)).toMatchObject({ width: 200, height: 400 });
});

test('concurrent requests for one image share the result', async () => {
  await put('product-images/p/1.jpg');
  const all = await Promise.all(
    Array.from({ length: 200 }, () => images.variant('product-images/p/1.jpg', 160, 'webp')),
  );
  expect(new Set(all.map((variant) => variant!.hash)).size).toBe(1);
});

test('an image requested 100 times at once is encoded once', async () => {
  await put('product-images/p/1.jpg');
  let readings = 0;
  const counting: Storage = {
    ...storage,
    get(path) {
      readings++;
      return storage.get(path);
    },
  };
  const one = createImages({ storage: counting, dir: join(dir, 'derived'), log: { warn: () => {} } });
  const ask = () => one.variant('product-images/p/1.jpg', 160, 'webp');
  const all = await Promise.all(Array.from({ length: 100 }, ask));
  expect(new Set(all.map((variant) => variant!.bytes)).size).toBe(1);
  await ask();
  // Read once for its hash and once for the encoding.
  expect(readings).toBe(2);
});

test('of originals requested at once, few are read at a time', async () => {
  const original = await image(800, 800).jpeg().toBuffer();
  const paths = Array.from({ length: 60 }, (_, n) => `product-images/p/${n}.jpg`);
  for (const path of paths) await storage.put(path, original, jpeg);
  let open = 0;
  let most = 0;
  const counting: Storage = {
    ...storage,
    async get(path) {
      most = Math.max(most, ++open);
      const file = (await storage.get(path))!;
      const closed = new TransformStream<Uint8Array, Uint8Array>({ flush: () => void open-- });
      return { ...file, stream: file.stream.pipeThrough(closed) };
    },
  };
  const many = createImages({ storage: counting, dir: join(dir, 'derived'), log: { warn: () => {} } });
  const all = await Promise.all(paths.map((path) => many.variant(path, 160, 'webp')));
  expect(new Set(all.map((variant) => variant?.hash)).size).toBe(1);
  // Eight for their hashes, two for the encoding.
  expect(most).toBeLessThanOrEqual(10);
  expect(open).toBe(0);
});

test('requests beyond the queue limit get 503 and can be retried', async () => {
  const originals = Array.from({ length: 20 }, (_, n) => `product-images/p/${n}.jpg`);
  for (const [n, path] of originals.entries()) await put(path, 600 + n, 600);
  const few = createImages({
    storage,
    dir: join(dir, 'derived'),
    log: { warn: () => {} },
    maxWaiting: 3,
  });
  const app = imagesApp(few);
  const url = (path: string) => imageUrl(`/uploads/${path}`, 480, 'avif');
  const answers = await Promise.all(originals.map(async (path) => app.request(url(path))));
  const refused = answers.findIndex(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5);
  expect(answers[refused]!.headers.get('retry-after')).toBe('2');
  expect((await app.request(url(originals[refused]!))).status).toBe(200);
});

test.each([
  '/img/481/avif/uploads/product-images/p/1.jpg',
  '/img/480/jpeg/uploads/product-images/p/1.jpg',
  '/img/480/avif/uploads/product-images/p/2.jpg',
  '/img/480/avif/uploads/product-images/../p/1.jpg',
  '/img/480/avif/uploads/',
  '/img/0480/avif/uploads/product-images/p/1.jpg',
  '/img/480/avif/product-images/p/1.jpg',
  '/img/480/avif/uploads/product-images/p/1.svg',
])('%s is not found', async (url) => {
  await put('product-images/p/1.jpg');
  expect((await imagesApp(images).request(url)).status).toBe(404);
  expect(await made()).toEqual([]);
});

test('a broken original is 404 and logged once', async () => {
  await storage.put(
    'product-images/p/1.jpg',
    (await image(800, 800).jpeg().toBuffer()).subarray(0, 3_000),
    jpeg,
  );
  await storage.put('product-images/p/2.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), jpeg);
  for (const name of ['1', '2', '1']) {
    for (const width of [160, 320] as const) {
      expect(await images.variant(`product-images/p/${name}.jpg`, width, 'webp')).toBeNull();
    }
  }
  expect(warnings).toHaveLength(2);
});

test.each([
  'timeout: 37% complete\nVipsImage: killed for image "temp-34"',
  'vips_tracked: out of memory -- size == 48MB',
  'std::bad_alloc',
])('an image is tried again after %j', async (message) => {
  await put('product-images/p/1.jpg');
  const app = imagesApp(images);
  const statusOf = async () => (await app.request('/img/160/webp/uploads/product-images/p/1.jpg')).status;
  const encoding = vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(new Error(message));
  try {
    expect([await statusOf(), await statusOf()]).toEqual([503, 200]);
  } finally {
    encoding.mockRestore();
  }
});

test('an image that time is always short for is given up', async () => {
  await put('product-images/p/1.jpg');
  const app = imagesApp(images);
  const statusOf = async () => (await app.request('/img/160/webp/uploads/product-images/p/1.jpg')).status;
  const encoding = vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValue(new Error('timeout: 0% complete'));
  try {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) statuses.push(await statusOf());
    expect(statuses).toEqual([503, 503, 503, 503, 404, 404]);
    expect(encoding).toHaveBeenCalledTimes(5);
  } finally {
    encoding.mockRestore();
  }
});

test('sizes of an image that were made before one that cannot be are still answered', async () => {
  await put('product-images/p/1.jpg');
  const widthOf = (width: 160 | 320) => images.variant('product-images/p/1.jpg', width, 'webp');
  const before = await widthOf(160);
  const encoding = vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(new Error('bad seek'));
  try {
    expect([await widthOf(320), await widthOf(320)]).toEqual([null, null]);
  } finally {
    encoding.mockRestore();
  }
  expect(await widthOf(160)).toEqual(before);
});

test('a changed original gives a new image at once', async () => {
  await put('placeholder.jpg', 400, 400);
  const before = await images.variant('placeholder.jpg', 160, 'webp');
  await put('placeholder.jpg', 400, 200);
  const after = await images.variant('placeholder.jpg', 160, 'webp');
  expect(after!.hash).not.toBe(before!.hash);
  const answer = await imagesApp(images).request('/img/160/webp/uploads/placeholder.jpg');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
});

test('a client that has the image gets 304', async () => {
  await put('product-images/p/1.jpg');
  const app = imagesApp(images);
  const url = '/img/160/webp/uploads/product-images/p/1.jpg';
  const etag = (await app.request(url)).headers.get('etag')!;
  const again = await app.request(url, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('a warm-up generates missing images and stops on close', async () => {
  for (const n of [1, 2, 3]) await put(`product-images/p/${n}.jpg`, 200 + n, 200);
  const paths = [1, 2, 3].map((n) => `product-images/p/${n}.jpg`);
  await images.warmUp([...paths, 'product-images/none.jpg'], [160]);
  expect(await made()).toHaveLength(3);
  const warming = images.warmUp(paths, [320, 480]);
  images.close();
  await warming;
  expect((await made()).length).toBeLessThanOrEqual(4);
});

test('images of an earlier encoding are deleted, current ones and other files stay', async () => {
  await put('product-images/p/1.jpg');
  await imagesApp(images).request(imageUrl('/uploads/product-images/p/1.jpg', 160, 'avif'));
  const [current] = await made();
  const outdated = current!.replace(/-\d+-160/, '-1-160');
  const later = current!.replace(/-\d+-160/, '-9999-160');
  for (const name of [outdated, later, 'notes.jpg']) await writeFile(join(dir, 'derived', name), 'x');
  await images.deleteOutdated();
  expect((await made()).sort()).toEqual([current, later, 'notes.jpg'].sort());
});

test('resized images are bounded together, share images beside them stay', async () => {
  const derived = join(dir, 'derived');
  await mkdir(join(derived, 'share'), { recursive: true });
  const share = join(derived, 'share', `${'a'.repeat(32)}.jpg`);
  await writeFile(share, 'x'.repeat(100_000));
  await utimes(share, 1_000, 1_000);
  const log = { warn: (...facts: unknown[]) => void warnings.push(facts) };
  const few = createImages({ storage, dir: derived, log, maxBytes: 20_000, trimEvery: 1 });
  let bytes = 0;
  for (let n = 1; n <= 6; n++) {
    await put(`product-images/p/${n}.jpg`, 300 + n, 300);
    bytes += (await few.variant(`product-images/p/${n}.jpg`, 320, 'jpg'))!.bytes.length;
  }
  expect(bytes).toBeGreaterThan(40_000);
  await expect.poll(async () => (await made()).length).toBeLessThan(5);
  expect((await readFile(share)).length).toBe(100_000);
  expect(warnings).toEqual([]);
});

test('the format of an uploaded image is detected from its content', async () => {
  const small = image(300, 200);
  for (const [bytes, contentType] of [
    [await small.clone().jpeg().toBuffer(), 'image/jpeg'],
    [await small.clone().png().toBuffer(), 'image/png'],
    [await small.clone().webp().toBuffer(), 'image/webp'],
    [await small.clone().gif().toBuffer(), 'image/gif'],
    [await small.clone().avif({ effort: 0 }).toBuffer(), 'image/avif'],
  ] as const) {
    const found = await inspectImage(bytes);
    expect(found).toMatchObject({ contentType, width: 300, height: 200 });
    expect(found!.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(found!.placeholder.length).toBeLessThanOrEqual(400);
  }
});

test('a file that is not an image, broken or a decompression bomb is refused', async () => {
  const whole = await image(800, 800).jpeg().toBuffer();
  const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  for (const bytes of [
    Buffer.from(''),
    Buffer.from('name,price\n'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    Buffer.from('%PDF-1.4'),
    whole.subarray(0, whole.length / 2),
    Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.from('nonsense')]),
    bomb,
  ]) {
    expect(await inspectImage(bytes)).toBeNull();
  }
});

test('on a full disk an image is served without being cached', async () => {
  await put('product-images/p/1.jpg');
  const derived = join(dir, 'derived');
  await mkdir(derived);
  let isFull = false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', derived], { stdio: 'ignore' });
    isFull = true;
  } catch {
    // Only root can mount; elsewhere the image is served and cached.
  }
  try {
    const url = imageUrl('/uploads/product-images/p/1.jpg', 480, 'webp');
    for (const _ of ['first', 'again']) {
      const answer = await imagesApp(images).request(url);
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(4096);
    }
    expect(await made()).toHaveLength(isFull ? 0 : 1);
    expect(warnings).toHaveLength(isFull ? 2 : 0);
  } finally {
    if (isFull) execFileSync('umount', [derived]);
  }
});
