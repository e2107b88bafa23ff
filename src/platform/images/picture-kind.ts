import sharp from 'sharp';

/** One thread for each of the two pictures that are made at once; nothing is kept between them. */
sharp.concurrency(1);
sharp.cache(false);

/** Pixels a picture may have: the largest of today's phones (8160 × 6120), and no more. */
const MAX_PIXELS = 50_000_000;

/** Opens a picture the way all of the shop does. Broken or oversized ones reject when they are read. */
export const openPicture = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true });

export interface PictureKind {
  contentType: string;
  /** Of a file's name, without the dot. */
  ending: 'jpg' | 'png' | 'webp' | 'gif' | 'avif';
}

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .subarray(at, at + text.length)
    .toString('latin1') === text;

/** What a file is by its first bytes; null when it is none of the pictures the shop takes. */
export function kindOf(bytes: Uint8Array): PictureKind | null {
  if (startsWith(bytes, '\xff\xd8\xff')) return { contentType: 'image/jpeg', ending: 'jpg' };
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return { contentType: 'image/png', ending: 'png' };
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) {
    return { contentType: 'image/webp', ending: 'webp' };
  }
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) {
    return { contentType: 'image/gif', ending: 'gif' };
  }
  if (startsWith(bytes, 'ftypavif', 4)) return { contentType: 'image/avif', ending: 'avif' };
  return null;
}
