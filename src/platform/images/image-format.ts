import sharp from 'sharp';

/** One thread for each of the two images converted at a time; nothing is cached between them. */
sharp.concurrency(1);
sharp.cache(false);

/** Maximum pixels of an image: the largest of current phones (8160 × 6120). */
export const MAX_PIXELS = 50_000_000;

/** Opens an image with the options used everywhere. Broken or oversized images reject when they are read. */
export const openImage = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true });

export interface ImageFormatKind {
  contentType: string;
  /** File extension, without the dot. */
  extension: 'jpg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';
}

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .subarray(at, at + text.length)
    .toString('latin1') === text;

/** Brands of HEVC-coded images. Phones write them first or, after a generic brand, among the others. */
const HEVC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'];
const FORMAT_BRANDS = ['mif1', 'msf1'];

function isHeic(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, 'ftyp', 4)) return false;
  const hasBrand = (brands: readonly string[], at: number) =>
    brands.some((brand) => startsWith(bytes, brand, at));
  if (hasBrand(HEVC_BRANDS, 8)) return true;
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const others = Array.from({ length: Math.min(16, (size - 16) / 4) }, (_, index) => 16 + 4 * index);
  return hasBrand(FORMAT_BRANDS, 8) && others.some((at) => hasBrand(HEVC_BRANDS, at));
}

/** Detects the format from the first bytes; null if it is not an accepted image. */
export function kindOf(bytes: Uint8Array): ImageFormatKind | null {
  if (startsWith(bytes, '\xff\xd8\xff')) return { contentType: 'image/jpeg', extension: 'jpg' };
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return { contentType: 'image/png', extension: 'png' };
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) {
    return { contentType: 'image/webp', extension: 'webp' };
  }
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) {
    return { contentType: 'image/gif', extension: 'gif' };
  }
  if (startsWith(bytes, 'ftypavif', 4)) return { contentType: 'image/avif', extension: 'avif' };
  if (isHeic(bytes)) return { contentType: 'image/heic', extension: 'heic' };
  return null;
}
