import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { expect, test, vi } from 'vitest';
import { MAX_IMAGE_BYTES } from '#shared/image-rules.ts';
import { errors } from '../rpc/test-errors.ts';
import { acceptImage } from './accept-image.ts';
import { convertImage } from './convert-image.ts';
import { decodeHeic } from './decode-heic.ts';
import { hugePng } from './test-huge-png.ts';

/** Noise: the hardest to compress, like a photograph. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#7a3b1d',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  });
const flat = (width: number, height: number, background = '#7a3b1d') =>
  sharp({ create: { width, height, channels: 3, background } });

// Each image is converted in a separate process.
vi.setConfig({ testTimeout: 20_000 });

const refused = (bytes: Uint8Array) =>
  acceptImage(errors, bytes).then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? error,
  );

const average = async (bytes: Uint8Array) =>
  (await sharp(bytes).stats()).channels.map(({ mean }) => Math.round(mean));

test('a photograph is rotated upright and loses its metadata', async () => {
  const bytes = await noise(600, 400)
    .withExif({
      IFD0: { Copyright: 'Aso House', Make: 'Phone' },
      IFD3: { GPSLatitude: '6/1 27/1 0/1', GPSLongitude: '3/1 24/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(bytes).metadata()).exif!.length).toBeGreaterThan(100);
  const accepted = await acceptImage(errors, bytes);
  expect(accepted).toMatchObject({ extension: 'jpg', contentType: 'image/jpeg', width: 400, height: 600 });
  expect(accepted.placeholder).toMatch(/^data:image\/webp;base64,/);
  const { exif, icc, xmp, iptc, orientation, width } = await sharp(accepted.bytes).metadata();
  expect([exif, icc, xmp, iptc, orientation, width]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    400,
  ]);
});

test('wide-gamut colours are converted to sRGB correctly', async () => {
  const srgb = { r: 200, g: 60, b: 30 };
  const wide = await sharp({ create: { width: 64, height: 64, channels: 3, background: srgb } })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  // Wide-gamut values interpreted as sRGB would be a different colour.
  expect(await average(wide)).not.toEqual([200, 60, 30]);
  const [r, g, b] = await average((await acceptImage(errors, wide)).bytes);
  expect(Math.max(Math.abs(r! - 200), Math.abs(g! - 60), Math.abs(b! - 30))).toBeLessThanOrEqual(3);
});

test.each<[string, Sharp, string]>([
  ['JPEG', noise(300, 200).jpeg(), 'jpg'],
  ['PNG, whatever its file was named', noise(300, 200).png(), 'png'],
  ['WebP', noise(300, 200).webp(), 'webp'],
  ['GIF', flat(300, 200).gif(), 'png'],
  ['AVIF', flat(300, 200).avif({ effort: 0 }), 'webp'],
])('%s is taken', async (_, image, extension) => {
  const accepted = await acceptImage(errors, await image.toBuffer());
  expect(accepted).toMatchObject({ extension, width: 300, height: 200 });
  const { format } = await sharp(accepted.bytes).metadata();
  expect(extension).toBe(format === 'jpeg' ? 'jpg' : format);
});

/** 96 × 64 pixels: a blue strip at the top, red on the left, green on the right. */
const HEIC = readFileSync(new URL('./test-files/flag.heic', import.meta.url));

test('HEIC is accepted and stored as JPEG, also if its first brand is the generic one', async () => {
  const general = Buffer.from(HEIC);
  general.write('mif1', 8, 'latin1');
  for (const bytes of [HEIC, general]) {
    const accepted = await acceptImage(errors, bytes);
    expect(accepted).toMatchObject({ extension: 'jpg', contentType: 'image/jpeg', width: 96, height: 64 });
    const at = async (left: number, top: number) =>
      average(await sharp(accepted.bytes).extract({ left, top, width: 8, height: 8 }).png().toBuffer());
    for (const [found, meant] of [
      [await at(40, 2), [20, 40, 200]],
      [await at(8, 40), [200, 30, 30]],
      [await at(80, 40), [30, 160, 40]],
    ] as const) {
      for (const [channel, value] of meant.entries())
        expect(Math.abs(found[channel]! - value)).toBeLessThan(12);
    }
  }
});

test('wide-gamut colours in HEIC are converted correctly', async () => {
  // Created with the colour 200, 60, 30 in Display P3, as an iPhone writes it.
  const file = readFileSync(new URL('./test-files/wide-gamut.heic', import.meta.url));
  const [r, g, b] = await average((await acceptImage(errors, file)).bytes);
  expect(Math.max(Math.abs(r! - 200), Math.abs(g! - 60), Math.abs(b! - 30))).toBeLessThanOrEqual(4);
});

test('HEIC of 60 megapixels is refused by its header, a truncated one by its content', async () => {
  const huge = Buffer.from(HEIC);
  const size = huge.indexOf('ispe') + 8;
  huge.writeUInt32BE(10_000, size);
  huge.writeUInt32BE(6_000, size + 4);
  expect(await refused(huge)).toBe('IMAGE_UNREADABLE');
  expect(await refused(HEIC.subarray(0, HEIC.length - 60))).toBe('IMAGE_UNREADABLE');
  // The decoder has the same limit.
  await expect(decodeHeic(huge)).rejects.toThrow();
});

test('HEIC that exceeds the time or memory limit is refused, and the next one is accepted', async () => {
  const limits = { patienceMs: 10_000, memoryPages: 8192 };
  await expect(acceptImage(errors, HEIC, { ...limits, patienceMs: 1 })).rejects.toMatchObject({
    code: 'IMAGE_UNREADABLE',
  });
  await expect(acceptImage(errors, HEIC, { ...limits, memoryPages: 16 })).rejects.toMatchObject({
    code: 'IMAGE_UNREADABLE',
  });
  expect(await acceptImage(errors, HEIC, limits)).toMatchObject({ width: 96, height: 64 });
});

test('transparency is preserved', async () => {
  const glass = sharp({
    create: { width: 40, height: 40, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.4 } },
  });
  for (const bytes of [await glass.clone().png().toBuffer(), await glass.clone().webp().toBuffer()]) {
    expect((await sharp((await acceptImage(errors, bytes)).bytes).stats()).isOpaque).toBe(false);
  }
});

test('an image is scaled down to the largest useful size', async () => {
  const large = await flat(7000, 5000).jpeg().toBuffer();
  expect(await acceptImage(errors, large)).toMatchObject({ width: 3200, height: 2286 });
});

test('a PNG that would be stored larger than the upload limit becomes a WebP', async () => {
  const large = await noise(1600, 1600).png({ compressionLevel: 1 }).toBuffer();
  expect(large.length).toBeGreaterThan(MAX_IMAGE_BYTES);
  const { extension, bytes } = (await convertImage(large, 'png'))!;
  expect([extension, bytes.length < MAX_IMAGE_BYTES]).toEqual(['webp', true]);
});

test('a crash of the image process affects nothing else', async () => {
  const image = acceptImage(errors, await noise(400, 400).jpeg().toBuffer());
  const children = ['-o', 'pid=,args=', '--ppid', String(process.pid)];
  for (let its: string | undefined; !its; ) {
    its = /(\d+) .*convert-process/.exec((await promisify(execFile)('ps', children)).stdout)?.[1];
    if (its) process.kill(Number(its), 'SIGKILL');
  }
  await expect(image).rejects.toMatchObject({ code: 'IMAGE_UNREADABLE' });
  expect(await acceptImage(errors, await noise(40, 40).jpeg().toBuffer())).toMatchObject({ width: 40 });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  [
    'a drawing with a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  ['a page named .png', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a page as large as an image may not be', Buffer.alloc(MAX_IMAGE_BYTES, '<html>')],
])('%s is not an image', async (_, bytes) => {
  expect(await refused(bytes)).toBe('NOT_AN_IMAGE');
});

test('OPEN-64 an image of five times 1024 × 1024 bytes is too large, one byte less is not', async () => {
  const jpeg = await noise(100, 100).jpeg().toBuffer();
  const filled = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
  expect(await refused(filled(MAX_IMAGE_BYTES))).toBe('IMAGE_TOO_LARGE');
  expect(await refused(filled(MAX_IMAGE_BYTES - 1))).toBe('accepted');
});

test('a truncated image is refused', async () => {
  const jpeg = await noise(800, 800).jpeg().toBuffer();
  const png = await noise(800, 800).png().toBuffer();
  for (const bytes of [
    jpeg.subarray(0, jpeg.length / 2),
    jpeg.subarray(0, 20),
    png.subarray(0, png.length / 2),
  ]) {
    expect(await refused(bytes)).toBe('IMAGE_UNREADABLE');
  }
});

test('900 megapixels in 4.9 MB are refused by their header, without memory', async () => {
  // A small version of the same file is accepted, so the large one is not refused as damaged.
  const small = hugePng(1000, 0);
  const smallStarted = performance.now();
  expect(await refused(small)).toBe('accepted');
  const smallTook = performance.now() - smallStarted;
  const bomb = hugePng(30_000, 4_900_000);
  expect(bomb.length).toBe(4_900_000);
  const before = process.memoryUsage().rss;
  const started = performance.now();
  expect(await refused(bomb)).toBe('IMAGE_UNREADABLE');
  // It has 900 times the pixels of the small one.
  expect((performance.now() - started) / smallTook).toBeLessThan(30);
  expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
});
