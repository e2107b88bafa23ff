import sharp, { type Sharp } from 'sharp';
import { MAX_IMAGE_BYTES } from '#shared/image-rules.ts';
import { type ImageFormatKind, MAX_PIXELS, openImage } from './image-format.ts';
import { inspectImage } from './inspect-image.ts';

/** An image as the shop stores it. */
export interface AcceptedImage {
  bytes: Uint8Array;
  /** File extension, without the dot. */
  extension: string;
  contentType: string;
  /** Pixels, upright. */
  width: number;
  height: number;
  /** A data URL of a few pixels, at most 400 characters. */
  placeholder: string;
}

/**
 * Maximum of the longer side in pixels. Pages use up to 1920, and a portrait image needs more height than that;
 * derived sizes then decode at most ten megapixels, and backups stay small.
 */
const LONGEST_SIDE = 3200;

/** Upright, in sRGB, without metadata (phones add the location), scaled down to the maximum. */
const scaled = (image: Sharp) =>
  image.resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true });

// Full colour resolution: otherwise saturated red cloth shows artefacts at its edges.
const photograph = (image: Sharp) =>
  scaled(image).jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer();

const jpeg = (bytes: Uint8Array) => photograph(openImage(bytes));

const webp = (bytes: Uint8Array) =>
  scaled(openImage(bytes)).webp({ quality: 92, smartSubsample: true, effort: 2 }).toBuffer();

async function png(bytes: Uint8Array): Promise<Buffer> {
  const written = await scaled(openImage(bytes))
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer();
  // A palette image can become larger than the upload.
  return written.length < MAX_IMAGE_BYTES ? written : webp(bytes);
}

/** Photographs of iPhones, in a format that only Apple's browsers show. */
async function heic(bytes: Uint8Array): Promise<Buffer> {
  // The decoder is two megabytes and needed only for this format.
  const { decodeHeic } = await import('./decode-heic.ts');
  const { data, width, height } = await decodeHeic(bytes);
  const decoded = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: MAX_PIXELS });
  const image = decoded.flatten({ background: '#ffffff' });
  const { icc } = await openImage(bytes).metadata();
  if (!icc) return photograph(image);
  // Raw pixels have no profile: the JPEG gets it, and is then processed like any other.
  const plain = await scaled(image).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
  return jpeg(withProfile(plain, icc));
}

/** Bytes of a profile in one JPEG segment. */
const PROFILE_PART = 65_000;

/** A JPEG with this colour profile (ICC.1, annex B.4): in segments after its first two bytes. */
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

/**
 * Each format is re-encoded as itself, or as one with transparency and no fewer colours where the original has them.
 */
const WRITERS: Record<ImageFormatKind['extension'], (bytes: Uint8Array) => Promise<Buffer>> = {
  jpg: jpeg,
  png,
  webp,
  // The first frame of an animation: the shop shows still images only.
  gif: png,
  // Encoding AVIF takes 15 seconds for a photograph.
  avif: webp,
  heic,
};

/** Re-encodes an image, so that only its pixels are stored; null if it is damaged. */
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
