import { fork } from 'node:child_process';
import { sourceFile } from '#db/source-file.ts';
import type { Errors } from '#shared/errors.ts';
import { MAX_IMAGE_BYTES } from '#shared/image-rules.ts';
import { createWorkQueue } from '../work-queue.ts';
import type { AcceptedImage } from './convert-image.ts';
import { type ImageFormatKind, kindOf, openImage } from './image-format.ts';

export type { AcceptedImage };

/** Above this many pixels only one image is decoded at a time: a progressive one of 50 megapixels takes 300 MB. */
const LARGE = 16_000_000;
const PATIENCE_MS = 60_000;
/**
 * The HEIC decoder runs in WebAssembly: 50 megapixels take 3 s and 0.4 GB. `memoryPages` are 64 KiB each: half a
 * gigabyte.
 */
const HEIC_LIMITS = { patienceMs: 10_000, memoryPages: 8192 };

/** Two at a time for the whole shop, which limits memory when an admin drops twenty images. */
const queue = createWorkQueue({ atOnce: 2, maxWaiting: 40 });

/**
 * Prepares an uploaded image for storage. Its content decides the type, not its name or declared type; it is
 * re-encoded in a separate process, so that only its pixels are stored. Raises IMAGE_TOO_LARGE from 5 MB,
 * IMAGE_UNREADABLE if it is damaged or has more than 50 megapixels, which the header shows before decoding; throws
 * QueueFull if too many are waiting.
 */
export async function acceptImage(
  errors: Errors<'NOT_AN_IMAGE' | 'IMAGE_TOO_LARGE' | 'IMAGE_UNREADABLE'>,
  bytes: Uint8Array,
  heicLimits = HEIC_LIMITS,
): Promise<AcceptedImage> {
  const kind = kindOf(bytes);
  if (!kind) throw errors.NOT_AN_IMAGE();
  if (bytes.length >= MAX_IMAGE_BYTES) throw errors.IMAGE_TOO_LARGE();
  const pixels = await pixelsOf(bytes);
  if (pixels === undefined) throw errors.IMAGE_UNREADABLE();
  const accepted = await queue.add(pixels > LARGE ? 'large' : crypto.randomUUID(), () =>
    rewrittenApart(bytes, kind, heicLimits),
  );
  if (!accepted) throw errors.IMAGE_UNREADABLE();
  return accepted;
}

/** The pixels according to the header; undefined above the limit or without a readable header. */
async function pixelsOf(bytes: Uint8Array): Promise<number | undefined> {
  try {
    const { width, height } = await openImage(bytes).metadata();
    return width * height;
  } catch {
    return undefined;
  }
}

/** Null if the process cannot read the image, or exits without a result. */
function rewrittenApart(
  bytes: Uint8Array,
  { extension }: ImageFormatKind,
  heicLimits: typeof HEIC_LIMITS,
): Promise<AcceptedImage | null> {
  const { promise, resolve, reject } = Promise.withResolvers<AcceptedImage | null>();
  const apart = fork(sourceFile('src/platform/images/convert-process.ts'), {
    serialization: 'advanced',
    execArgv: extension === 'heic' ? [`--wasm-max-mem-pages=${heicLimits.memoryPages}`] : [],
    // Without the secrets of the shop.
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: extension === 'heic' ? heicLimits.patienceMs : PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  apart.on('error', reject);
  apart.once('message', ({ image }: { image: AcceptedImage | null }) => {
    if (image) resolve(image);
    apart.disconnect();
  });
  apart.once('exit', () => resolve(null));
  apart.send({ bytes, extension }, (error) => error && resolve(null));
  return promise;
}
