import sharp from 'sharp';
import { expect, test } from 'vitest';
import { productImage } from './image-files.ts';
import { demoProducts } from './products.ts';

/** Hues in degrees (from 0 to 360, may wrap) that a colour word of a name allows for the main colour. */
const HUES: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'royal blue': [215, 240],
  royal: [215, 240],
  'sky blue': [195, 218],
  sky: [195, 218],
  indigo: [215, 245],
  ẹtù: [215, 245],
  teal: [178, 200],
  emerald: [155, 178],
  'palm green': [120, 165],
  ochre: [25, 48],
  sunset: [8, 34],
  cognac: [15, 35],
  coral: [2, 20],
  red: [345, 10],
  oxblood: [345, 10],
  crimson: [335, 358],
  wine: [325, 355],
  rose: [335, 358],
  champagne: [30, 52],
  sányán: [25, 48],
};

/** Words for colours without a hue: limits of saturation and lightness, 0 to 1, of the piece's median. */
const NEUTRALS: Readonly<Record<string, (saturation: number, lightness: number) => boolean>> = {
  white: (saturation, lightness) => saturation < 0.12 && lightness > 0.7,
  cream: (saturation, lightness) => saturation > 0.04 && saturation < 0.35 && lightness > 0.62,
  charcoal: (saturation, lightness) => saturation < 0.25 && lightness < 0.3,
};

/** Products whose name has no colour; the description has it, in these words. */
const DESCRIBED: Readonly<Record<string, string>> = {
  'kaftan-adire-panel': 'charcoal',
  'iro-wine-aso-oke-bridal': 'wine',
  'iro-oleku-adire': 'indigo',
  'iro-champagne-mother': 'champagne',
  'gown-discs-office': 'palm green',
  'adire-ewa-osun': 'indigo',
  'aso-oke-ilorin-openwork': 'teal',
  'aso-oke-royal-metallic': 'royal blue',
  'ankara-feather-six': 'orange',
  'adire-splash-sunset': 'orange',
  'bag-weekender-adire': 'indigo',
  'girls-iro-rose': 'rose',
  'girls-twirl-gown': 'coral',
};
const ALSO: Readonly<Record<string, readonly [number, number]>> = { ...HUES, orange: [12, 34] };

type Pixel = { hue: number; saturation: number; lightness: number; chroma: number };

function pixelOf(red: number, green: number, blue: number): Pixel {
  const [r, g, b] = [red / 255, green / 255, blue / 255] as const;
  const high = Math.max(r, g, b);
  const chroma = high - Math.min(r, g, b);
  const sector =
    high === r ? ((g - b) / chroma + 6) % 6 : high === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4;
  return {
    hue: chroma === 0 ? 0 : sector * 60,
    saturation: high === 0 ? 0 : chroma / high,
    lightness: high - chroma / 2,
    chroma,
  };
}

/** The pixels of the piece: the middle of the image without what looks like the wall at its border. */
async function pieceOf(file: string): Promise<Pixel[]> {
  const width = 96;
  const { data, info } = await sharp(file)
    .resize(width)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)] as [number, number, number];
  const wall = Array.from({ length: info.height }, (_, y) => [at(1, y), at(width - 2, y)]).flat();
  const isWall = (colour: readonly number[]) =>
    wall.some((other) => Math.hypot(...colour.map((value, i) => value - other[i]!)) < 16);
  const piece: Pixel[] = [];
  for (let y = Math.round(info.height * 0.15); y < info.height * 0.85; y++) {
    for (let x = Math.round(width * 0.2); x < width * 0.8; x++) {
      const colour = at(x, y);
      if (!isWall(colour)) piece.push(pixelOf(...colour));
    }
  }
  return piece;
}

const isWithin = (hue: number, [from, to]: readonly [number, number]) =>
  from <= to ? hue >= from && hue <= to : hue >= from || hue <= to;

/** Wood, leather, brass and most walls. A piece of another colour is compared without these hues. */
const BROWNS = [10, 55] as const;
const isBrown = ([from, to]: readonly [number, number]) => isWithin((from + to) / 2, BROWNS);

/**
 * The hue with the most chroma within 8 degrees, and the share of all chroma that `range` has. Only saturated pixels
 * count.
 */
function mainHueOf(
  piece: readonly Pixel[],
  range: readonly [number, number],
): { hue: number; share: number } {
  const saturated = piece.filter(({ saturation, chroma }) => saturation > 0.3 && chroma > 0.12);
  const weights = new Float64Array(360);
  for (const { hue, chroma } of saturated) {
    if (isBrown(range) || !isWithin(hue, BROWNS)) weights[Math.floor(hue) % 360]! += chroma;
  }
  const around = (hue: number) =>
    Array.from({ length: 17 }, (_, i) => weights[(hue + i + 352) % 360]!).reduce(
      (sum, weight) => sum + weight,
    );
  const chromaOf = (pixels: readonly Pixel[]) => pixels.reduce((sum, { chroma }) => sum + chroma, 0);
  return {
    hue: weights.reduce((best, _, hue) => (around(hue) > around(best) ? hue : best), 0),
    share: chromaOf(saturated.filter(({ hue }) => isWithin(hue, range))) / chromaOf(saturated),
  };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;
/** The first colour word of a text, the longest where two begin alike. */
function colourIn(text: string): string | undefined {
  const plain = text.toLowerCase().normalize('NFC');
  return [...Object.keys(HUES), ...Object.keys(NEUTRALS)]
    .sort((a, b) => b.length - a.length)
    .find((word) =>
      plain
        .split(/[^\p{L}\p{M} ]+| (?=\p{L})/u)
        .join(' ')
        .match(`(^| )${word}( |$)`),
    );
}

const coloured = demoProducts
  .filter(({ images }) => images.length > 0)
  .map(({ key, name }) => [key, DESCRIBED[key] ?? colourIn(name)] as const)
  .filter((pair): pair is [string, string] => pair[1] !== undefined);

test('most products name a colour', () => {
  expect(coloured.length).toBeGreaterThan(50);
  for (const [key, word] of Object.entries(DESCRIBED)) {
    expect(demoProducts.find((product) => product.key === key)?.description.toLowerCase(), key).toContain(
      word,
    );
  }
});

test.each(coloured)('%s is %s', async (key, word) => {
  const piece = await pieceOf(productImage(key, 'front'));
  expect(piece.length).toBeGreaterThan(300);
  const neutral = NEUTRALS[word];
  if (neutral) {
    const [saturation, lightness] = [
      median(piece.map((p) => p.saturation)),
      median(piece.map((p) => p.lightness)),
    ];
    expect(neutral(saturation, lightness), `saturation ${saturation}, lightness ${lightness}`).toBe(true);
  } else {
    const range = ALSO[word]!;
    const { hue, share } = mainHueOf(piece, range);
    expect(isWithin(hue, range), `hue ${hue}, share ${share.toFixed(2)}`).toBe(true);
    expect(share).toBeGreaterThan(0.2);
  }
});
