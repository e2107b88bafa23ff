import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Region } from 'sharp';
import { expect, test } from 'vitest';
import { DRAWN_FONTS, LIGHT } from '#brand/look.ts';
import { sourceFile } from '#db/source-file.ts';
import { SHARE_FORMATS, type ShareFormat } from '#shared/share-image.ts';
import { drawLines, drawText } from './drawn-text.ts';
import { drawShareImage } from './share-image.ts';
import { createShareImages } from './share-images.ts';

const words = {
  ...{ name: 'Ẹwà Ọṣun Gele', price: '₦12,500.00', shopName: 'Aso House', url: 'aso.test' },
  format: 'link',
  images: [],
} as const;
const FORMATS = Object.keys(SHARE_FORMATS) as ShareFormat[];
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
  const image = await drawShareImage({ ...words, images: [original], listPrice: '₦15,000.00' });
  expect(await sharp(image).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
    channels: 3,
  });
  expect(image.length).toBeLessThan(300_000);
});

test('HAND-05 a share image explains a reduced price below it', async () => {
  const reduced = { ...words, listPrice: '₦15,000.00' };
  const below = (image: Buffer) => statsOf(image, { left: 560, top: 574, width: 600, height: 40 });
  const [plain, explained] = await Promise.all([
    drawShareImage(reduced).then(below),
    drawShareImage({ ...reduced, reason: 'less 10 % (ADIRE10), until 29 November' }).then(below),
  ]);
  expect(plain.channels[0]!.min).toBeGreaterThan(200);
  expect(explained.channels[0]!.min).toBeLessThan(150);
});

test('a missing or broken image is replaced by cloth, the text remains', async () => {
  const without = await drawShareImage(words);
  expect(await drawShareImage({ ...words, images: [Buffer.from('\xff\xd8\xff broken', 'latin1')] })).toEqual(
    without,
  );
  expect(await drawShareImage({ ...words, images: [Buffer.from('<svg/>')] })).toEqual(without);
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
  const image = await drawShareImage({ ...words, name, shopName: name, price: name });
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

const NETWORK = '192.0.2.0/24';

test('one network cannot keep the others from images: ten of its own wait at most', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'aso-share-'));
  const shares = createShareImages({ dir });
  const { promise, resolve } = Promise.withResolvers<null>();
  const wish = (n: number) => ({ ...words, images: [{ state: `${n}`, read: () => promise }] });
  const draws = Array.from({ length: 30 }, (_, n) =>
    shares.draw(wish(n), NETWORK).then(
      () => 'drawn',
      (error: Error) => error.name,
    ),
  );
  const other = shares.draw(wish(100), '198.51.100.0/24');
  resolve(null);
  expect((await other).length).toBeGreaterThan(1_000);
  const ends = await Promise.all(draws);
  expect(ends.filter((end) => end === 'drawn')).toHaveLength(11);
  expect(ends.filter((end) => end === 'QueueFull')).toHaveLength(19);
  expect(await shares.cached(wish(0))).not.toBeNull();
  await rm(dir, { recursive: true });
}, 120_000);

test('the same text and image are drawn once, others again', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'aso-share-'));
  const files = async () => (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.jpg'));
  const shares = createShareImages({ dir });
  const all = await Promise.all(Array.from({ length: 10 }, () => shares.draw(words, NETWORK)));
  expect(new Set(all.map((image) => image.toString('base64'))).size).toBe(1);
  expect(await files()).toHaveLength(1);
  await shares.draw({ ...words, price: '₦9,000.00', listPrice: '₦12,500.00' }, NETWORK);
  const bytes = await noise.clone().jpeg().toBuffer();
  let reads = 0;
  const read = async () => {
    reads += 1;
    return bytes;
  };
  const original = { state: 'a.jpg|1', read };
  await shares.draw({ ...words, images: [original] }, NETWORK);
  await shares.draw({ ...words, images: [original] }, NETWORK);
  expect([reads, (await files()).length]).toEqual([1, 3]);
  await shares.draw({ ...words, images: [{ ...original, state: 'a.jpg|2' }] }, NETWORK);
  expect([reads, (await files()).length]).toEqual([2, 4]);
  await rm(dir, { recursive: true });
});

/** Relative luminance of WCAG 2. */
function luminance(red: number, green: number, blue: number): number {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** The contrast of the darkest hundredth of the pixels of each line of text with the median, the smallest of all lines. */
async function contrastOf(image: Buffer, part: Region): Promise<number> {
  const { data, info } = await sharp(image)
    .extract(part)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rows = Array.from({ length: info.height }, (_, y) =>
    Array.from({ length: info.width }, (_, x) => {
      const at = 3 * (y * info.width + x);
      return luminance(data[at]!, data[at + 1]!, data[at + 2]!);
    }),
  );
  const lines: number[][] = [];
  let isOpen = false;
  for (const row of rows) {
    const hasInk = Math.min(...row) < 0.5;
    if (hasInk && !isOpen) lines.push([]);
    if (hasInk) lines.at(-1)!.push(...row);
    isOpen = hasInk;
  }
  const contrasts = lines
    .filter((line) => line.length > 15 * info.width)
    .map((line) => {
      const sorted = line.toSorted((a, b) => a - b);
      const at = (portion: number) => sorted[Math.floor(portion * (sorted.length - 1))]!;
      return (at(0.5) + 0.05) / (at(0.002) + 0.05);
    });
  expect(contrasts.length).toBeGreaterThan(3);
  return Math.min(...contrasts);
}

const photographs: Record<string, () => Promise<Buffer>> = {
  white: () =>
    sharp({ create: { width: 400, height: 500, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  black: () =>
    sharp({ create: { width: 400, height: 500, channels: 3, background: '#000' } })
      .png()
      .toBuffer(),
  noise: () => noise.clone().jpeg({ quality: 95 }).toBuffer(),
};
/** The part of each card that has text. */
const TEXT_PARTS: Record<ShareFormat, Region> = {
  link: { left: 540, top: 40, width: 640, height: 580 },
  square: { left: 640, top: 40, width: 430, height: 1020 },
  status: { left: 60, top: 1300, width: 990, height: 600 },
};

test.each(
  FORMATS.flatMap((format) => Object.keys(photographs).map((photograph) => [format, photograph] as const)),
)(
  'SHARE-01 a %s over a %s photograph: its size, at most 300 kB, every line of text at 4.5:1',
  async (format, photograph) => {
    const image = await drawShareImage({
      ...words,
      format,
      label: 'Ƙananan kaya',
      listPrice: '₦15,000.00',
      reason: 'less 10 % (ADIRE10), until 29 November',
      images: [await photographs[photograph]!()],
    });
    expect(await sharp(image).metadata()).toMatchObject({
      format: 'jpeg',
      channels: 3,
      ...SHARE_FORMATS[format],
    });
    expect(image.length).toBeLessThanOrEqual(300_000);
    expect(await contrastOf(image, TEXT_PARTS[format])).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(FORMATS)(
  'SHARE-01 a %s of three photographs, a long name and a high price is a card',
  async (format) => {
    const image = await photographs.noise!();
    const jpeg = await drawShareImage({
      ...words,
      format,
      name: 'Hand-embroidered agbada of aso oke with lining '.repeat(4).slice(0, 180),
      price: 'from ₦1,250,000,000.00',
      listPrice: '₦1,500,000,000.00',
      url: `aso.test/products?category=${'agbada-'.repeat(17)}`,
      images: [image, image, image],
    });
    expect(await sharp(jpeg).metadata()).toMatchObject({ ...SHARE_FORMATS[format] });
    expect(jpeg.length).toBeLessThanOrEqual(300_000);
  },
);

/** The characters of a TrueType font: the segments of its `cmap` in format 4. */
function charactersOf(font: Buffer): Set<number> {
  const found = new Set<number>();
  for (let table = 12; table < 12 + 16 * font.readUInt16BE(4); table += 16) {
    if (font.toString('latin1', table, table + 4) !== 'cmap') continue;
    const cmap = font.readUInt32BE(table + 8);
    for (let entry = cmap + 4; entry < cmap + 4 + 8 * font.readUInt16BE(cmap + 2); entry += 8) {
      const subtable = cmap + font.readUInt32BE(entry + 4);
      if (font.readUInt16BE(subtable) !== 4) continue;
      const bytes = font.readUInt16BE(subtable + 6);
      for (let at = subtable + 14; at < subtable + 14 + bytes; at += 2) {
        for (let one = font.readUInt16BE(at + bytes + 2); one <= font.readUInt16BE(at); one++) found.add(one);
      }
    }
  }
  return found;
}

test('SHARE-01 the fonts have the characters and tone marks of Yoruba, Igbo and Hausa, and the naira sign', async () => {
  const read = async (file: string) =>
    charactersOf(await readFile(sourceFile(join('src', 'platform', 'images', 'fonts', file))));
  const [display, text] = await Promise.all([read(DRAWN_FONTS.display.file), read(DRAWN_FONTS.text.file)]);
  const missing = (font: Set<number>, characters: string) =>
    Array.from(characters).filter((character) => !font.has(character.codePointAt(0)!));
  const characters = 'ÁáÀàÉéẸẹÍíÒòỌọṢṣÚúŃńṄṅỊịỤụ₦\u0300\u0301\u0323'.normalize('NFC');
  const composed = Array.from(characters).filter(
    (character) =>
      missing(display, character).length > 0 && missing(display, character.normalize('NFD')).length > 0,
  );
  expect(composed).toEqual([]);
  expect(missing(text, 'áéẹọṣ₦\u0300\u0301')).toEqual([]);
  // Commissioner has no hooked consonants: drawn texts take them from the display font.
  expect(missing(display, 'ƘƙƁɓƊɗƳƴ')).toEqual([]);
  const colour = LIGHT.foreground;
  const [hooked, plain] = await Promise.all(
    ['Ƙ', 'K'].map((one) => drawText(one, { font: 'text', size: 100, colour })),
  );
  expect(hooked!.height).toBeGreaterThanOrEqual(plain!.height);
});
