import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { clothNames, garmentNames, type ImageSpec, imageViews, paletteNames, slideThemes } from './names.ts';
import { drawPlaceholder } from './placeholder.ts';
import { drawProduct } from './plate.ts';
import { rasterise } from './raster.ts';
import { drawSlide } from './slide.ts';
import { drawTile } from './tile.ts';

const spec: ImageSpec = {
  garment: 'agbada',
  cloth: 'aso-oke-stripe',
  palette: 'alaari',
  view: 'front',
  seed: 'one',
};

/** The drawing at a twelfth of its size: proves that it renders, without paying for the pixels. */
const thumbnail = async (drawing: string, width: number) =>
  sharp(Buffer.from(drawing)).resize(width).raw().toBuffer({ resolveWithObject: true });

/** What would fetch something, run something, or ask for a font. */
const foreign =
  /<script|<image|<text|<foreignObject|javascript:|on\w+=|@import|(?:href|src)="(?!#)|url\((?!#)/i;

const sound = (drawing: string) => {
  expect(drawing).not.toMatch(foreign);
  expect(drawing).not.toMatch(/NaN|undefined|Infinity|\[object/);
  const ids = [...drawing.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
  const used = [...drawing.matchAll(/(?:url\(|href=")#([^")]+)/g)].map((match) => match[1]);
  expect(used.filter((id) => !ids.includes(id))).toEqual([]);
};

test('equal specs give equal drawings', () => {
  expect(drawProduct({ ...spec })).toBe(drawProduct({ ...spec }));
  expect(drawSlide({ theme: 'loom', seed: 'a' })).toBe(drawSlide({ theme: 'loom', seed: 'a' }));
  expect(drawPlaceholder()).toBe(drawPlaceholder());
});

test('each word of a spec changes the image', () => {
  const changes: Partial<ImageSpec>[] = [
    {},
    { garment: 'kaftan' },
    { cloth: 'adire-eleko' },
    { palette: 'indigo' },
    { trim: 'emerald' },
    { view: 'detail' },
    { view: 'cloth' },
    { seed: 'two' },
  ];
  const drawn = changes.map((change) => drawProduct({ ...spec, ...change }));
  expect(new Set(drawn).size).toBe(changes.length);
});

describe.each(garmentNames)('%s', (garment) => {
  test.each(imageViews)('%s is a sound drawing that renders', async (view) => {
    const drawing = drawProduct({ ...spec, garment, view });
    sound(drawing);
    expect(drawing).toContain('width="1200" height="1500"');
    const { data, info } = await thumbnail(drawing, 100);
    expect([info.width, info.height]).toEqual([100, 125]);
    // Something is on it: more than a wall of one colour.
    expect(new Set(data).size).toBeGreaterThan(60);
  });
});

test('every cloth and every palette is sound', () => {
  for (const cloth of clothNames) sound(drawProduct({ ...spec, cloth, view: 'cloth' }));
  for (const palette of paletteNames) sound(drawProduct({ ...spec, palette }));
});

test('two garments of one cloth do not look alike', async () => {
  const images = await Promise.all(
    garmentNames.map(async (garment) => (await thumbnail(drawProduct({ ...spec, garment }), 60)).data),
  );
  expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(garmentNames.length);
});

test('a rasterised product image is a JPEG of 1200 × 1500 and at most 300 kB', async () => {
  const image = await rasterise(
    drawProduct({ ...spec, garment: 'ankara-shirt', cloth: 'ankara-discs' }),
    'jpeg',
  );
  const { format, width, height } = await sharp(image).metadata();
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 1500 });
  expect(image.length).toBeLessThanOrEqual(300_000);
});

test.each(slideThemes)(
  'slide %s is 1920 × 1080, and dark enough on the left for white words',
  async (theme) => {
    const drawing = drawSlide({ theme, seed: 'slide' });
    sound(drawing);
    const { data, info } = await thumbnail(drawing, 192);
    expect([info.width, info.height]).toEqual([192, 108]);
    let brightest = 0;
    for (let y = 0; y < info.height; y++) {
      for (let x = 0; x < info.width / 3; x++) {
        const at = (y * info.width + x) * info.channels;
        brightest = Math.max(brightest, luminance(data[at]!, data[at + 1]!, data[at + 2]!));
      }
    }
    // White on this luminance has a contrast of 4.5 to 1.
    expect(brightest).toBeLessThan(1.05 / 4.5 - 0.05);
  },
);

/** WCAG's relative luminance of an sRGB colour. */
function luminance(red: number, green: number, blue: number): number {
  const [r, g, b] = [red, green, blue].map((value) => {
    const c = value / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test('placeholder and tile have their sizes', async () => {
  sound(drawPlaceholder());
  const placeholder = await thumbnail(drawPlaceholder(), 100);
  expect([placeholder.info.width, placeholder.info.height]).toEqual([100, 125]);
  const tile = drawTile({ garment: 'gele', cloth: 'aso-oke-metallic', palette: 'royal', seed: 'tile' });
  sound(tile);
  expect((await thumbnail(tile, 90)).info.height).toBe(90);
});
