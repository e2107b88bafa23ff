import sharp, { type OverlayOptions } from 'sharp';
import { LIGHT, LOGO } from '#brand/look.ts';
import { MAX_SHARE_BYTES, SHARE_FORMATS, type ShareFormat } from '#shared/share-image.ts';
import { type DrawnText, drawFitting, drawLines, drawText } from './drawn-text.ts';
import { kindOf, openImage } from './image-format.ts';

export interface ShareWords {
  name: string;
  /** Above the name: the category of a product. */
  label?: string | undefined;
  /** As shown on the page: '₦12,500.00'. */
  price?: string | undefined;
  /** The price before a promotion; struck through. */
  listPrice?: string | undefined;
  /** Why it is no longer the price: 'less 10 % (ADIRE10), until 29 November'. */
  reason?: string | undefined;
  shopName: string;
  /** The page, without 'https://'. A link's preview has it below the image. */
  url: string;
}

export interface ShareImageInput extends ShareWords {
  format: ShareFormat;
  /** Stored images: one is shown as large as it fits, of two or three a part; without any, a woven cloth. */
  images: readonly (Uint8Array | null)[];
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const INK = LIGHT.foreground;
const MUTED = LIGHT['muted-foreground'];
const INDIGO = LIGHT['thread-indigo'];
const GOLD = LIGHT['thread-gold'];
const OXBLOOD = LIGHT['thread-oxblood'];
const CREAM = LIGHT['thread-cream'];
/** Between two images of one card. */
const GAP = 8;

const LOGO_PATHS = LOGO.map(({ d, fill }) => `<path fill="${LIGHT[fill]}" d="${d}"/>`).join('');

/** Where the parts of a card are. All text is on the plain panel, so that no photograph makes it hard to read. */
interface Layout {
  photo: Box;
  selvedge: Box;
  logo: { left: number; top: number; scale: number };
  texts: OverlayOptions[];
}

/**
 * The share image of a product, category, promotion or the shop: JPEG in the size of its format, under 300 kB. An
 * unreadable image is left out.
 */
export async function drawShareImage(input: ShareImageInput): Promise<Buffer> {
  const { width, height } = SHARE_FORMATS[input.format];
  const layout = await (input.format === 'status' ? stacked(input) : sideBySide(input));
  const photographs = await arranged(input.images, layout.photo);
  const pixels = await sharp(panelOf(layout, width, height))
    .composite([...photographs, ...layout.texts])
    .removeAlpha()
    .raw()
    .toBuffer();
  return asJpeg(pixels, width, height);
}

/** Only shapes: text in SVG would need installed fonts. */
function panelOf({ photo, selvedge, logo }: Layout, width: number, height: number): Buffer {
  const isUpright = selvedge.height > selvedge.width;
  const rect = ({ left, top, width, height }: Box) => `M${left} ${top}h${width}v${height}h${-width}z`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs>
        <pattern id="cloth" width="84" height="84" patternUnits="userSpaceOnUse"><g transform="scale(2.625)">${LOGO_PATHS}</g></pattern>
        <pattern id="selvedge" width="16" height="28" patternUnits="userSpaceOnUse" patternTransform="translate(${selvedge.left} ${selvedge.top})${isUpright ? '' : ' scale(1.5) rotate(-90) translate(-16 0)'}">
          <path fill="${INDIGO}" d="M0 0h16v28H0z"/><path fill="${GOLD}" d="M0 0h16v10H0z"/>
          <path fill="${OXBLOOD}" d="M5 14h6v10H5z"/>
        </pattern>
      </defs>
      <path fill="${LIGHT.background}" d="M0 0h${width}v${height}H0z"/>
      <path fill="${CREAM}" d="${rect(photo)}"/>
      <path fill="url(#cloth)" d="${rect(photo)}"/>
      <path fill="url(#selvedge)" d="${rect(selvedge)}"/>
      <g transform="translate(${logo.left} ${logo.top}) scale(${logo.scale})">${LOGO_PATHS}</g>
    </svg>`,
  );
}

const at = ({ input }: DrawnText, left: number, top: number): OverlayOptions => ({
  input,
  left: Math.round(left),
  top: Math.round(top),
});

/** The price, with the list price beside it where both fit in the line, else above, and the reason below. */
async function drawPrice(
  { price, listPrice, reason }: ShareWords,
  { width, sizes, small }: { width: number; sizes: readonly number[]; small: number },
) {
  if (!price) return { height: 0, at: () => [] };
  const colour = listPrice ? LIGHT.promo : INK;
  const [main, list, why] = await Promise.all([
    drawFitting(price, { font: 'text', bold: true, colour, width }, sizes, 1),
    listPrice ? drawText(listPrice, { font: 'text', size: small * 1.3, colour: MUTED, struck: true }) : null,
    reason ? drawLines(reason, { font: 'text', size: small, colour: MUTED, width }, 2) : null,
  ]);
  const beside = list !== null && main.width + small + list.width <= width;
  const above = list && !beside ? list.height + small * 0.6 : 0;
  const below = why ? why.height + small * 0.75 : 0;
  return {
    height: above + main.height + below,
    at(left: number, top: number): OverlayOptions[] {
      const bottom = top + above + main.height;
      return [
        at(main, left, top + above),
        ...(list
          ? [beside ? at(list, left + main.width + small, bottom - list.height) : at(list, left, top)]
          : []),
        ...(why ? [at(why, left, bottom + small * 0.75)] : []),
      ];
    },
  };
}

/** A link's preview and a square: the photograph, as high as the card, beside the text. */
async function sideBySide(words: ShareImageInput): Promise<Layout> {
  const { height, width: whole } = SHARE_FORMATS[words.format];
  const isLink = words.format === 'link';
  const photo = { left: 0, top: 0, width: isLink ? 504 : 608, height };
  const margin = isLink ? 56 : 44;
  const left = photo.width + 16 + margin;
  const width = whole - left - margin;
  const scale = isLink ? 1.25 : 1.5;
  const [shop, label, name, price, url] = await Promise.all([
    drawFitting(
      words.shopName,
      { font: 'display', colour: INK, width: width - 32 * scale - 16 },
      isLink ? [32] : [38, 32, 26],
      1,
    ),
    words.label
      ? drawLines(words.label, { font: 'text', size: 26, colour: LIGHT.gold, bold: true, width }, 1)
      : null,
    drawFitting(
      words.name,
      { font: 'display', colour: INK, width },
      isLink ? [68, 56, 48] : [68, 58, 48, 40],
      isLink ? 3 : 6,
    ),
    drawPrice(words, { width, sizes: [56, 48, 40], small: 26 }),
    isLink ? null : drawLines(words.url, { font: 'text', size: 25, colour: MUTED, width }, 2),
  ]);
  const top = margin;
  // The reason is below the line on which a price is.
  const bottom = height - (isLink ? (words.reason ? 24 : 64) : 52);
  const priceTop = bottom - (url ? url.height + 40 : 0) - price.height;
  // The name is centred between the shop's name above and the price below.
  const block = name.height + (label ? label.height + 20 : 0);
  const blockTop = (top + 32 * scale + priceTop - block) / 2 + (label ? 4 : 0);
  return {
    photo,
    selvedge: { left: photo.width, top: 0, width: 16, height },
    logo: { left, top, scale },
    texts: [
      at(shop, left + 32 * scale + 16, top + 16 * scale - shop.height / 2),
      ...(label ? [at(label, left, blockTop)] : []),
      at(name, left, blockTop + block - name.height),
      ...price.at(left, priceTop),
      ...(url ? [at(url, left, bottom - url.height)] : []),
    ],
  };
}

/** What apps draw over the lowest part of a status, such as the field for an answer. */
const COVERED = 190;

/** A status: the photograph as wide as the screen of a phone, above the text. */
async function stacked(words: ShareImageInput): Promise<Layout> {
  const { width: whole, height } = SHARE_FORMATS.status;
  const left = 72;
  const width = whole - 2 * left;
  const [label, name, price, shop, url] = await Promise.all([
    words.label
      ? drawLines(words.label, { font: 'text', size: 36, colour: LIGHT.gold, bold: true, width }, 1)
      : null,
    drawFitting(words.name, { font: 'display', colour: INK, width }, [104, 88, 72, 58, 50], 3),
    drawPrice(words, { width, sizes: [84, 72, 60], small: 36 }),
    drawLines(words.shopName, { font: 'display', size: 44, colour: INK, width: width - 96 }, 1),
    drawLines(words.url, { font: 'text', size: 30, colour: MUTED, width: width - 96 }, 1),
  ]);
  const parts = [label && label.height + 26, name.height, price.height && price.height + 44];
  const block = parts.reduce<number>((sum, part) => sum + (part || 0), 0);
  const footer = height - COVERED;
  // The shop's images are 4:5, so 1350 is all of one.
  const photoHeight = Math.min(1350, Math.round(footer - 56 - block - 56 - 24));
  const top = photoHeight + 24 + (footer - photoHeight - 24 - block) / 2;
  const nameTop = top + (label ? label.height + 26 : 0);
  return {
    photo: { left: 0, top: 0, width: whole, height: photoHeight },
    selvedge: { left: 0, top: photoHeight, width: whole, height: 24 },
    logo: { left, top: footer, scale: 2.25 },
    texts: [
      ...(label ? [at(label, left, top)] : []),
      at(name, left, nameTop),
      ...price.at(left, nameTop + name.height + 44),
      at(shop, left + 96, footer + 36 - 10 - shop.height),
      at(url, left + 96, footer + 36 + 12),
    ],
  };
}

/** The readable images as layers within the box: one fills it; beside or below the first are the others. */
async function arranged(
  images: readonly (Uint8Array | null)[],
  { left, top, width, height }: Box,
): Promise<OverlayOptions[]> {
  const readable = images.flatMap((image) => (image && kindOf(image) ? [image] : []));
  const isWide = width > height;
  const [first, second] = isWide
    ? [Math.round(width * 0.6), width - Math.round(width * 0.6) - GAP]
    : [Math.round(height * 0.62), height - Math.round(height * 0.62) - GAP];
  const half = Math.round(((isWide ? height : width) - GAP) / 2);
  const slots: Box[] =
    readable.length < 3
      ? [{ left, top, width, height }]
      : isWide
        ? [
            { left, top, width: first, height },
            { left: left + first + GAP, top, width: second, height: half },
            { left: left + first + GAP, top: top + half + GAP, width: second, height: height - half - GAP },
          ]
        : [
            { left, top, width, height: first },
            { left, top: top + first + GAP, width: half, height: second },
            { left: left + half + GAP, top: top + first + GAP, width: width - half - GAP, height: second },
          ];
  const layers = await Promise.all(
    slots.map(async (slot, index) => {
      const image = readable[index];
      const input = image && (await cropped(image, slot));
      return input ? [{ input, left: slot.left, top: slot.top }] : [];
    }),
  );
  const gap = { create: { width, height, channels: 3, background: LIGHT.background } } as const;
  return slots.length > 1 ? [{ input: gap, left, top }, ...layers.flat()] : layers.flat();
}

const cropped = (image: Uint8Array, { width, height }: Box): Promise<Buffer | null> =>
  openImage(image)
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: CREAM })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(() => null);

async function asJpeg(pixels: Buffer, width: number, height: number): Promise<Buffer> {
  const raw = { width, height, channels: 3 } as const;
  let jpeg = Buffer.alloc(0);
  for (const quality of [84, 74, 62, 48, 34, 20, 8]) {
    jpeg = await sharp(pixels, { raw }).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length < MAX_SHARE_BYTES) break;
  }
  return jpeg;
}
