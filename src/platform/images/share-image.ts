import sharp, { type OverlayOptions } from 'sharp';
import { LIGHT, LOGO } from '#brand/look.ts';
import { type DrawnText, drawLines, drawText } from './drawn-text.ts';
import { kindOf, openImage } from './image-format.ts';

export interface ShareImageInput {
  /** The stored image of the product; without one a woven cloth is shown. */
  image: Uint8Array | null;
  name: string;
  /** As shown on the page: '₦12,500.00'. */
  price: string;
  /** The price before a promotion; struck through. */
  listPrice?: string | undefined;
  /** Why it is no longer the price: 'less 10 % (ADIRE10), until 29 November'. */
  reason?: string | undefined;
  shopName: string;
}

export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const;
/** WhatsApp does not show larger ones. */
const MAX_BYTES = 300_000;

const { width: WIDTH, height: HEIGHT } = SHARE_IMAGE_SIZE;
/** The shop's images are 4:5, so an image as high as the card is shown whole. */
const IMAGE_WIDTH = 504;
const SELVEDGE = 16;
const LEFT = IMAGE_WIDTH + SELVEDGE + 56;
const TEXT_WIDTH = WIDTH - LEFT - 56;
const INK = LIGHT.foreground;
const INDIGO = LIGHT['thread-indigo'];
const GOLD = LIGHT['thread-gold'];
const OXBLOOD = LIGHT['thread-oxblood'];
const CREAM = LIGHT['thread-cream'];

const LOGO_PATHS = LOGO.map(({ d, fill }) => `<path fill="${LIGHT[fill]}" d="${d}"/>`).join('');

/** Only shapes: text in SVG would need installed fonts. */
const card = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs>
      <pattern id="cloth" width="84" height="84" patternUnits="userSpaceOnUse"><g transform="scale(2.625)">${LOGO_PATHS}</g></pattern>
      <pattern id="selvedge" width="${SELVEDGE}" height="28" patternUnits="userSpaceOnUse">
        <path fill="${INDIGO}" d="M0 0h16v28H0z"/><path fill="${GOLD}" d="M0 0h16v10H0z"/>
        <path fill="${OXBLOOD}" d="M5 14h6v10H5z"/>
      </pattern>
    </defs>
    <path fill="${LIGHT.background}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
    <path fill="${CREAM}" d="M0 0h${IMAGE_WIDTH}v${HEIGHT}H0z"/>
    <path fill="url(#cloth)" d="M0 0h${IMAGE_WIDTH}v${HEIGHT}H0z"/>
    <path fill="url(#selvedge)" transform="translate(${IMAGE_WIDTH} 0)" d="M0 0h${SELVEDGE}v${HEIGHT}H0z"/>
    <g transform="translate(${LEFT} 58) scale(1.25)">${LOGO_PATHS}</g>
  </svg>`,
);

/**
 * The preview image of a product link in WhatsApp and elsewhere: JPEG, 1200 × 630, under 300 kB, with name and price.
 * An unreadable image is left out.
 */
export async function drawShareImage(input: ShareImageInput): Promise<Buffer> {
  const size = input.name.length <= 40 ? 68 : 56;
  const [image, shop, name, price, listPrice, reason] = await Promise.all([
    cropped(input.image),
    drawLines(input.shopName, { font: 'display', size: 32, colour: INK, width: TEXT_WIDTH - 56 }, 1),
    drawLines(input.name, { font: 'display', size, colour: INK, width: TEXT_WIDTH }, 3),
    drawLines(
      input.price,
      { font: 'text', size: 56, bold: true, colour: input.listPrice ? LIGHT.promo : INK, width: TEXT_WIDTH },
      1,
    ),
    input.listPrice
      ? drawText(input.listPrice, { font: 'text', size: 34, colour: LIGHT['muted-foreground'], struck: true })
      : null,
    input.reason
      ? drawLines(
          input.reason,
          { font: 'text', size: 26, colour: LIGHT['muted-foreground'], width: TEXT_WIDTH },
          1,
        )
      : null,
  ]);
  const at = ({ input }: DrawnText, left: number, top: number): OverlayOptions => ({
    input,
    left: Math.round(left),
    top: Math.round(top),
  });
  const bottom = HEIGHT - 64;
  const layers: OverlayOptions[] = [
    at(shop, LEFT + 56, 78 - shop.height / 2),
    // The name is centred between the shop name above and the price below.
    at(name, LEFT, (130 + bottom - 110 - name.height) / 2),
    at(price, LEFT, bottom - price.height),
  ];
  if (image) layers.push({ input: image, left: 0, top: 0 });
  if (reason) layers.push(at(reason, LEFT, bottom + 14));
  if (listPrice) {
    const beside = LEFT + price.width + 28;
    const room = beside + listPrice.width <= WIDTH - 40;
    layers.push(
      room
        ? at(listPrice, beside, bottom - listPrice.height)
        : at(listPrice, LEFT, bottom - price.height - listPrice.height - 18),
    );
  }
  return asJpeg(await sharp(card).composite(layers).removeAlpha().raw().toBuffer());
}

async function cropped(image: Uint8Array | null): Promise<Buffer | null> {
  if (!image || !kindOf(image)) return null;
  return openImage(image)
    .resize(IMAGE_WIDTH, HEIGHT, { fit: 'cover' })
    .flatten({ background: CREAM })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(() => null);
}

async function asJpeg(pixels: Buffer): Promise<Buffer> {
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
  for (const quality of [84, 70, 50]) {
    const jpeg = await sharp(pixels, { raw }).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length < MAX_BYTES) return jpeg;
  }
  return sharp(pixels, { raw }).jpeg({ quality: 25, mozjpeg: true }).toBuffer();
}
