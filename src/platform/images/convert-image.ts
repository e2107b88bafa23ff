import sharp, { type Sharp } from 'sharp';
import { MAX_IMAGE_BYTES } from '#shared/image-rules.ts';
import { type ImageFormatKind, MAX_PIXELS, openImage } from './image-format.ts';
import { inspectImage } from './inspect-image.ts';

/** An image as the shop keeps it. */
export interface AcceptedImage {
  bytes: Uint8Array;
  /** Of the file's name, without the dot. */
  extension: string;
  contentType: string;
  /** Pixels, upright. */
  width: number;
  height: number;
  /** A data address of a few pixels, at most 400 characters. */
  placeholder: string;
}

/**
 * Pixels of the longer side. The widest size offered to a page is 1920, and an image held upright keeps more
 * than that; whatever is made of it later decodes at most ten megapixels, and a backup carries no more.
 */
const LONGEST_SIDE = 3200;

/** Upright, in sRGB, without any metadata (a phone writes the place into it), not larger than is of use. */
const scaled = (image: Sharp) =>
  image.resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true });

// Colours at full resolution: saturated red cloth frays at its edges otherwise.
const photograph = (image: Sharp) =>
  scaled(image).jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer();

const jpeg = (bytes: Uint8Array) => photograph(openImage(bytes));

const webp = (bytes: Uint8Array) =>
  scaled(openImage(bytes)).webp({ quality: 92, smartSubsample: true, effort: 2 }).toBuffer();

async function png(bytes: Uint8Array): Promise<Buffer> {
  const written = await scaled(openImage(bytes))
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer();
  // One that came with few colours can be larger than what was sent.
  return written.length < MAX_IMAGE_BYTES ? written : webp(bytes);
}

/** Photographs of iPhones, in a format that only Apple's browsers show. */
async function heic(bytes: Uint8Array): Promise<Buffer> {
  // Two megabytes of decoder, of use to this kind alone.
  const { decodeHeic } = await import('./decode-heic.ts');
  const { data, width, height } = await decodeHeic(bytes);
  const decoded = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: MAX_PIXELS });
  const image = decoded.flatten({ background: '#ffffff' });
  const { icc } = await openImage(bytes).metadata();
  if (!icc) return photograph(image);
  // Pixels alone have no profile: a JPEG of them gets it, and is read as any other.
  const plain = await scaled(image).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
  return jpeg(withProfile(plain, icc));
}

/** Bytes of a profile that one segment of a JPEG holds. */
const PROFILE_PART = 65_000;

/** A JPEG with this colour profile (ICC.1, annex B.4): in segments behind its first two bytes. */
function withProfile(plain: Buffer, icc: Buffer): Buffer {
  const count = Math.ceil(icc.length / PROFILE_PART);
  const segments = Array.from({ length: count }, (_, index) => {
    const part = icc.subarray(index * PROFILE_PART, (index + 1) * PROFILE_PART);
    const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\0\0', 'latin1');
    head.writeUInt16BE(head.length - 2 + part.length, 2);
    head.writeUInt8(index + 1, head.length - 2);
    head.writeUInt8(count, head.length - 1);
    return Buffer.concat([head, part]);
  });
  return Buffer.concat([plain.subarray(0, 2), ...segments, plain.subarray(2)]);
}

/** Each kind is written again as itself, or as one that holds the same: transparency, no fewer colours. */
const WRITERS: Record<ImageFormatKind['extension'], (bytes: Uint8Array) => Promise<Buffer>> = {
  jpg: jpeg,
  png,
  webp,
  // Of an animation the first image: everywhere in the shop it is a still one.
  gif: png,
  // Writing AVIF takes a quarter of a minute for a photograph.
  avif: webp,
  heic,
};

/** The image written again, so that nothing of the file but its pixels is kept; null when it is damaged. */
export async function convertImage(
  original: Uint8Array,
  format: ImageFormatKind['extension'],
): Promise<AcceptedImage | null> {
  const bytes = await WRITERS[format](original).catch(() => null);
  const found = bytes && (await inspectImage(bytes));
  if (!found) return null;
  const { extension, contentType, width, height, placeholder } = found;
  return { bytes, extension, contentType, width, height, placeholder };
}
