import createLibheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs';
import { MAX_PIXELS } from './image-format.ts';

/** Pixels of an image, four bytes each: red, green, blue, alpha. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/**
 * Decodes the image of a HEIC file, upright. Throws if it is damaged or has too many pixels. Needs memory and time
 * for all of them: call it in a separate process.
 */
export async function decodeHeic(bytes: Uint8Array): Promise<Pixels> {
  const images = new (createLibheif().HeifDecoder)().decode(bytes);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw new Error('No image in this file');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > MAX_PIXELS) throw new RangeError(`Too many pixels: ${width} × ${height}`);
  const pixels = { data: new Uint8ClampedArray(width * height * 4), width, height };
  return new Promise((resolve, reject) => {
    image.display(pixels, (found) => (found ? resolve(found) : reject(new Error('The image is damaged'))));
  });
}
