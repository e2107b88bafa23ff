import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Region } from 'sharp';
import { expect, test } from 'vitest';
import { drawLines, drawText } from './drawn-text.ts';
import { drawShareImage } from './share-image.ts';
import { createShareImages } from './share-images.ts';

const words = { name: 'Ẹwà Ọṣun Gele', price: '₦12,500.00', shopName: 'Aso House' };
const noise = sharp({
  create: {
    width: 1200,
    height: 1500,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
});

/** Statistics of a part of an image. `stats` alone is of the whole input, so the part is cut out first. */
const statsOf = async (image: Buffer, part: Region) =>
  sharp(await sharp(image).extract(part).toBuffer()).stats();

test('a share image is a JPEG of 1200 × 630 under 300 kB, even with a detailed pattern', async () => {
  const original = await noise.clone().jpeg({ quality: 95 }).toBuffer();
  const image = await drawShareImage({ ...words, image: original, listPrice: '₦15,000.00' });
  expect(await sharp(image).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
    channels: 3,
  });
  expect(image.length).toBeLessThan(300_000);
});

test('HAND-05 a share image explains a reduced price below it', async () => {
  const reduced = { ...words, image: null, listPrice: '₦15,000.00' };
  const below = (image: Buffer) => statsOf(image, { left: 560, top: 574, width: 600, height: 40 });
  const [plain, explained] = await Promise.all([
    drawShareImage(reduced).then(below),
    drawShareImage({ ...reduced, reason: 'less 10 % (ADIRE10), until 29 November' }).then(below),
  ]);
  expect(plain.channels[0]!.min).toBeGreaterThan(200);
  expect(explained.channels[0]!.min).toBeLessThan(150);
});

test('a missing or broken image is replaced by cloth, the text remains', async () => {
  const without = await drawShareImage({ ...words, image: null });
  expect(await drawShareImage({ ...words, image: Buffer.from('\xff\xd8\xff broken', 'latin1') })).toEqual(
    without,
  );
  expect(await drawShareImage({ ...words, image: Buffer.from('<svg/>') })).toEqual(without);
  const { channels } = await statsOf(without, { left: 560, top: 130, width: 600, height: 450 });
  // Ink on cream: not an empty card.
  expect(channels[0]!.min).toBeLessThan(80);
  expect(channels[0]!.max).toBeGreaterThan(240);
});

test.each([
  ['markup', '<b>&amp; </span>\u0000\u0007 "x"'],
  ['nothing', ''],
  ['blanks', '  \n '],
  ['half an emoji', 'Gele \ud83d'],
  ['one long word', 'A'.repeat(200)],
  ['other scripts', 'أغبادا 长袍 👗'],
])('a name may be %s', async (_, name) => {
  const image = await drawShareImage({ ...words, name, shopName: name, price: name, image: null });
  expect(await sharp(image).metadata()).toMatchObject({ width: 1200, height: 630 });
});

test('the text uses the shop’s fonts: naira sign, dots and tone marks are in place', async () => {
  for (const font of ['display', 'text'] as const) {
    const style = { font, size: 100, colour: '#000' } as const;
    const [plain, dotted, toned, naira] = await Promise.all(
      ['o', 'ọ', 'ọ\u0300', '₦'].map((text) => drawText(text, style)),
    );
    expect(dotted!.height).toBeGreaterThan(plain!.height + 10);
    expect(toned!.height).toBeGreaterThan(dotted!.height + 10);
    // A misplaced tone mark would widen the text.
    expect(toned!.width).toBeLessThan(plain!.width * 1.1);
    expect(naira!.width).toBeGreaterThan(plain!.width);
  }
});

test('a long name ends with … on its last line', async () => {
  const style = { font: 'display', size: 56, colour: '#000', width: 560 } as const;
  const three = await drawText('Ẹ́g\nẸ́g\nẸ́g', style);
  const four = await drawText('Ẹ́g\nẸ́g\nẸ́g\nẸ́g', style);
  const short = await drawLines('Agbada', style, 3);
  const long = await drawLines('Agbada with hand embroidery '.repeat(7), style, 3);
  expect(short.height).toBeLessThan(three.height / 2);
  expect(long.height).toBeGreaterThan(three.height * 0.7);
  expect(long.height).toBeLessThan((three.height + four.height) / 2);
  expect(long.width).toBeLessThanOrEqual(560);
});

test('the same text and image are drawn once, others again', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'aso-share-'));
  const files = async () => (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.jpg'));
  const shares = createShareImages({ dir });
  const all = await Promise.all(Array.from({ length: 10 }, () => shares.draw({ ...words, image: null })));
  expect(new Set(all.map((image) => image.toString('base64'))).size).toBe(1);
  expect(await files()).toHaveLength(1);
  await shares.draw({ ...words, image: null, price: '₦9,000.00', listPrice: '₦12,500.00' });
  const bytes = await noise.clone().jpeg().toBuffer();
  let reads = 0;
  const read = async () => {
    reads += 1;
    return bytes;
  };
  const original = { state: 'a.jpg|1', read };
  await shares.draw({ ...words, image: original });
  await shares.draw({ ...words, image: original });
  expect([reads, (await files()).length]).toEqual([1, 3]);
  await shares.draw({ ...words, image: { ...original, state: 'a.jpg|2' } });
  expect([reads, (await files()).length]).toEqual([2, 4]);
  await rm(dir, { recursive: true });
});
