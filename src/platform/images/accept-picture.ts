import { DomainError } from '#shared/errors.ts';
import { MAX_PICTURE_BYTES } from '#shared/picture-rules.ts';
import { inspectPicture } from './inspect-picture.ts';
import { kindOf, openPicture, type PictureKind } from './picture-kind.ts';
import { createWorkQueue, QueueFull } from './work-queue.ts';

/** A picture as the shop keeps it. */
export interface AcceptedPicture {
  bytes: Buffer;
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
 * Pixels of the longer side. The widest size offered to a page is 1920, and a picture held upright keeps more
 * than that; whatever is made of it later decodes at most ten megapixels, and a backup carries no more.
 */
const LONGEST_SIDE = 3200;

/** Pixels above which one picture alone may be open: a progressive one of 50 megapixels takes 300 MB. */
const LARGE = 16_000_000;

/** Two at once, for the whole process: an assistant who drops twenty pictures takes no more memory than two. */
const queue = createWorkQueue({ atOnce: 2, maxWaiting: 40 });

/** Upright, in sRGB, without any metadata (a phone writes the place into it), not larger than is of use. */
const scaled = (bytes: Uint8Array) =>
  openPicture(bytes)
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: 30 });

// Colours at full resolution: saturated red cloth frays at its edges otherwise.
const jpeg = (bytes: Uint8Array) =>
  scaled(bytes).jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer();

const webp = (bytes: Uint8Array) =>
  scaled(bytes).webp({ quality: 92, smartSubsample: true, effort: 2 }).toBuffer();

async function png(bytes: Uint8Array): Promise<Buffer> {
  const written = await scaled(bytes).png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
  // One that came with few colours can be larger than what was sent.
  return written.length < MAX_PICTURE_BYTES ? written : webp(bytes);
}

/** Each kind is written again as itself, or as one that holds the same: transparency, no fewer colours. */
const WRITERS: Record<PictureKind['ending'], (bytes: Uint8Array) => Promise<Buffer>> = {
  jpg: jpeg,
  png,
  webp,
  // Of an animation the first picture: everywhere in the shop it is a still one.
  gif: png,
  // Writing AVIF takes a quarter of a minute for a photograph.
  avif: webp,
};

/**
 * A picture from outside, ready to be stored. Its content decides what it is, not a name or a declared type;
 * it is written again, so that nothing of the file but its pixels comes in.
 * Throws NOT_A_PICTURE; PICTURE_TOO_LARGE from 5 MB on; PICTURE_UNREADABLE when it is damaged or has more than
 * 50 megapixels, which its header says before anything is decoded; BUSY when too many wait.
 */
export async function acceptPicture(bytes: Uint8Array): Promise<AcceptedPicture> {
  const kind = kindOf(bytes);
  if (!kind) throw new DomainError('NOT_A_PICTURE');
  if (bytes.length >= MAX_PICTURE_BYTES) throw new DomainError('PICTURE_TOO_LARGE');
  const pixels = await pixelsOf(bytes);
  try {
    return await queue.add(pixels > LARGE ? 'large' : crypto.randomUUID(), () => rewrite(bytes, kind));
  } catch (error) {
    if (error instanceof QueueFull) throw new DomainError('BUSY');
    throw error;
  }
}

/** What the header says; rejects above the limit. */
async function pixelsOf(bytes: Uint8Array): Promise<number> {
  try {
    const { width, height } = await openPicture(bytes).metadata();
    return width * height;
  } catch {
    throw new DomainError('PICTURE_UNREADABLE');
  }
}

async function rewrite(original: Uint8Array, { ending }: PictureKind): Promise<AcceptedPicture> {
  const bytes = await WRITERS[ending](original).catch(() => null);
  const found = bytes && (await inspectPicture(bytes));
  if (!found) throw new DomainError('PICTURE_UNREADABLE');
  const { ending: extension, contentType, width, height, placeholder } = found;
  return { bytes, extension, contentType, width, height, placeholder };
}
