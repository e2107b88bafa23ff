import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from '#db/busy.ts';
import { IMAGE_FORMATS, type ImageFormat, type ImageWidth } from '#shared/image-url.ts';
import type { Log } from '../log.ts';
import { bytesAt, type Storage, type StoredFile, stateOf } from '../storage/storage.ts';
import { createWorkQueue } from '../work-queue.ts';
import { writeWhole } from '../write-whole.ts';
import { kindOf, openImage } from './image-format.ts';
import { knownOriginals } from './known-originals.ts';
import { trimFolder } from './trim-folder.ts';

export interface ImageVariant {
  bytes: Buffer;
  contentType: string;
  /** Identifies the bytes: the original's content, width and format. */
  hash: string;
}

export interface Images {
  /**
   * A stored image in one of its widths, generated at the first request; never enlarged. Null if the original does
   * not exist or cannot be read. Throws QueueFull if too many are waiting, ImageUnfinished if time or memory was short.
   */
  variant(path: string, width: ImageWidth, format: ImageFormat): Promise<ImageVariant | null>;
  /**
   * Generates missing images in the first format, one after the other, while no request waits; whatever
   * needs another format gets it on request. Stops early on `close`.
   */
  warmUp(paths: Iterable<string>, widths: readonly ImageWidth[]): Promise<void>;
  /** Deletes what an earlier encoding made; nothing requests it any more. */
  deleteOutdated(): Promise<void>;
  /** Originals may have been replaced or deleted: their metadata is read again. */
  forget(): void;
  /** Stops the warm-up; images in progress are finished. */
  close(): void;
}

export interface ImagesDeps {
  storage: Storage;
  /** Folder of the derived images. All of it can be generated again. */
  dir: string;
  log: Pick<Log, 'warn'>;
  /** How long, in ms, the metadata of an original is cached. 0: not cached. */
  metadataMs?: number;
  /** How many requests may wait for an image. */
  maxWaiting?: number;
  /** Bytes of the derived images together; the oldest are deleted beyond them. */
  maxBytes?: number;
  trimEvery?: number;
}

/** Part of the file names: increase it when the encoding below changes. */
const RECIPE = 4;
/** Of a derived image, also while it is written; share images in the same folder have other names. */
const FILE_NAME = /^[0-9a-f]{32}-(?<recipe>\d+)-\d+\.\w+/;
/** With the share images, and those made until the next trim, less than the 2 GiB of deploy/kubernetes/shop.yaml. */
const MAX_BYTES = 1_000_000_000;
/** The folder is read with the first image after a start, and after so many more. */
const TRIM_EVERY = 200;
const MAX_REMEMBERED = 20_000;
/** Originals that are read for their hashes at once, and calls that may wait for it: a wait takes almost no memory. */
const HASHES_AT_ONCE = 8;
const MAX_WAITING_FOR_HASHES = 500;

/**
 * An image of at least this width, in pixels, with more bytes a pixel than these is a dense pattern, which hides a lower
 * quality: so a product opened on a phone takes 40 kB (OFF-06). Narrower ones are those of cards: their lines would smear.
 */
const DENSE = { width: 640, bytes: 0.05 };

/**
 * Fast enough that an image of 480 pixels is ready in a fraction of a second on a small server. For AVIF, effort 2
 * takes a quarter to a half longer for the same bytes, effort 0 a third of the time for a tenth to a fifth more
 * bytes.
 */
const encode: Record<ImageFormat, (bytes: Buffer, width: number) => Promise<Buffer>> = {
  async avif(bytes, width) {
    const image = scaled(bytes, width);
    const { data, info } = await image
      .clone()
      .avif({ quality: 40, effort: 1 })
      .toBuffer({ resolveWithObject: true });
    if (info.width < DENSE.width || data.length <= DENSE.bytes * info.width * info.height) return data;
    return image.avif({ quality: 32, effort: 1 }).toBuffer();
  },
  webp: (bytes, width) => scaled(bytes, width).webp({ quality: 74, effort: 3 }).toBuffer(),
  // White where the original is transparent: the format has no transparency.
  jpg: (bytes, width) =>
    scaled(bytes, width).flatten({ background: '#fff' }).jpeg({ quality: 82 }).toBuffer(),
};

/** The image may be made later: time or memory was short, as on a machine that was paused. */
export class ImageUnfinished extends Error {
  override readonly name = 'ImageUnfinished';
}

/** What sharp and libvips say then; their errors have no code. */
const SHORTAGE = /^timeout: |out of memory|not enough memory|bad_alloc/i;
/** After so many attempts in a row the image itself is too much for this machine. */
const MAX_SHORTAGES = 5;

/** The original differs from the one whose hash was requested. */
class Replaced extends Error {}

async function hashOfParts(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}

const scaled = (bytes: Buffer, width: number) =>
  openImage(bytes).resize({ width, withoutEnlargement: true }).timeout({ seconds: 20 });

/** Images in the widths and formats that pages request, cached under the hash of their original. */
export function createImages({
  storage,
  dir,
  log,
  metadataMs = 0,
  maxWaiting = 50,
  maxBytes = MAX_BYTES,
  trimEvery = TRIM_EVERY,
}: ImagesDeps): Images {
  const originals = knownOriginals(storage, metadataMs);
  const queue = createWorkQueue({ atOnce: 2, maxWaiting });
  const hashing = createWorkQueue({ atOnce: HASHES_AT_ONCE, maxWaiting: MAX_WAITING_FOR_HASHES });
  const hashes = new Map<string, Promise<string | null>>();
  const broken = new Set<string>();
  /** How often in a row time or memory was short for an image. */
  const shortages = new Map<string, number>();
  const pending = new Map<string, Promise<Buffer | null>>();
  let closed = false;
  let made = 0;

  async function readHash(path: string): Promise<string | null> {
    const file = await storage.get(path);
    return file && hashOfParts(file.stream);
  }

  /** The hash of the content, read once while size and time are unchanged. */
  function hashOf(original: StoredFile): Promise<string | null> {
    const state = stateOf(original);
    const known = hashes.get(state);
    if (known) return known;
    if (hashes.size >= MAX_REMEMBERED) hashes.delete(hashes.keys().next().value!);
    const reading = hashing.add(state, () => readHash(original.path));
    hashes.set(state, reading);
    reading.catch(() => hashes.delete(state));
    return reading;
  }

  async function make(path: string, width: ImageWidth, format: ImageFormat, file: string, hash: string) {
    const original = await bytesAt(storage, path);
    if (!original) return null;
    // Never cache it under the hash of another image.
    if ((await hashOfParts([original])) !== hash) throw new Replaced(`${path} was replaced meanwhile`);
    try {
      if (!kindOf(original)) throw new Error('Not an image');
      const bytes = await encode[format](original, width);
      shortages.delete(hash);
      await cacheFile(file, bytes);
      return bytes;
    } catch (error) {
      // A disk error or a shortage is not the image's fault: it is reported, and the image is retried.
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== undefined) throw error;
      const shortage = (shortages.get(hash) ?? 0) + 1;
      if (SHORTAGE.test(message) && shortage < MAX_SHORTAGES) {
        if (shortages.size >= MAX_REMEMBERED) shortages.clear();
        shortages.set(hash, shortage);
        log.warn({ err: error, path }, 'an image could not be resized now');
        throw new ImageUnfinished(`${path} was not resized`, { cause: error });
      }
      if (!broken.has(hash)) log.warn({ err: error, path }, 'a stored image cannot be read');
      if (broken.size >= MAX_REMEMBERED) broken.clear();
      broken.add(hash);
      return null;
    }
  }

  /** Caches a file; on a full disk the image is served without being cached. */
  async function cacheFile(file: string, bytes: Buffer): Promise<void> {
    try {
      await writeWhole(file, bytes);
      if (made++ % trimEvery === 0) trim();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      log.warn({ err: error }, 'an image was not kept: the disk is full');
    }
  }

  /** Nobody waits for it: a full folder has tens of thousands of files. */
  function trim(): void {
    trimFolder(dir, maxBytes, FILE_NAME).catch((error: unknown) =>
      log.warn({ err: error }, 'the oldest resized images could not be deleted'),
    );
  }

  async function bytesOf(
    path: string,
    width: ImageWidth,
    format: ImageFormat,
    hash: string,
    background: boolean,
  ): Promise<Buffer | null> {
    const file = join(dir, hash.slice(0, 2), `${hash}-${RECIPE}-${width}.${format}`);
    const cached = await readFile(file).catch(() => null);
    if (cached && cached.length > 0) return cached;
    if (broken.has(hash)) return null;
    const shared = pending.get(file);
    // Requests do not wait behind the warm-up.
    if (shared && !background) return shared;
    const making = queue.add(
      hash,
      async () => {
        const made = await readFile(file).catch(() => null);
        return made && made.length > 0 ? made : make(path, width, format, file, hash);
      },
      { background },
    );
    if (background) return making;
    pending.set(file, making);
    return making.finally(() => pending.delete(file));
  }

  async function variant(path: string, width: ImageWidth, format: ImageFormat, background = false) {
    const original = await originals.stat(path);
    const hash = original && (await hashOf(original));
    if (!hash) return null;
    try {
      const bytes = await bytesOf(path, width, format, hash, background);
      return (
        bytes && {
          bytes,
          contentType: `image/${format === 'jpg' ? 'jpeg' : format}`,
          hash: `${hash}-${RECIPE}-${width}-${format}`,
        }
      );
    } catch (error) {
      if (error instanceof Replaced) {
        hashes.delete(stateOf(original));
        originals.forget(path);
      }
      throw error;
    }
  }

  /** An original that is replaced during the read is read once more. */
  const currentVariant = (...args: Parameters<typeof variant>) =>
    variant(...args).catch((error: unknown) => {
      if (error instanceof Replaced) return variant(...args);
      throw error;
    });

  return {
    variant: (path, width, format) => currentVariant(path, width, format),
    async warmUp(paths, widths) {
      for (const path of paths) {
        for (const width of widths) {
          if (closed) return;
          await currentVariant(path, width, IMAGE_FORMATS[0], true).catch((error: unknown) =>
            log.warn({ err: error, path }, 'an image could not be warmed'),
          );
        }
      }
    },
    async deleteOutdated() {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const { name, parentPath } of entries) {
        const recipe = FILE_NAME.exec(name)?.groups?.recipe;
        if (closed || recipe === undefined || Number(recipe) >= RECIPE) continue;
        await rm(join(parentPath, name), { force: true });
      }
    },
    forget: () => originals.forget(),
    close() {
      closed = true;
    },
  };
}
