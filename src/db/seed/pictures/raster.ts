import sharp from 'sharp';

/** Raise it when what is made of a drawing changes: images are kept by it. */
export const RASTER_RECIPE = 1;

/** What a product image may weigh, in bytes: a shopper pays for her data by volume. */
const heaviest = 300_000;

/**
 * Turns a drawing into a JPEG of the drawing's own size, of at most 300 kB where quality 46 allows it.
 * Mozjpeg's trellis pass would save a tenth of the bytes for eight times the time, and two hundred
 * plates are made at the first start; its finer table alone costs nothing.
 */
export async function rasterise(drawing: string, format: 'jpeg' = 'jpeg'): Promise<Buffer> {
  const { data, info } = await sharp(Buffer.from(drawing))
    .flatten({ background: '#efe1cb' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  let made = Buffer.alloc(0);
  for (const quality of [80, 68, 56, 46]) {
    made = await sharp(data, { raw })
      .toFormat(format, { quality, optimiseCoding: true, quantisationTable: 3 })
      .toBuffer();
    if (made.length <= heaviest) break;
  }
  return made;
}
