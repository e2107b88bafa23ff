import { fork } from 'node:child_process';
import { sourceFile } from '#db/source-file.ts';
import { DomainError } from '#shared/errors.ts';
import { MAX_IMAGE_BYTES } from '#shared/image-rules.ts';
import { createWorkQueue, QueueFull } from '../work-queue.ts';
import type { AcceptedImage } from './convert-image.ts';
import { type ImageFormatKind, kindOf, openImage } from './image-format.ts';

export type { AcceptedImage };

/** Pixels above which one image alone may be open: a progressive one of 50 megapixels takes 300 MB. */
const LARGE = 16_000_000;
const PATIENCE_MS = 60_000;
/**
 * The decoder of HEIC is the only one in WebAssembly: it takes 3 s for 50 megapixels, and 0.4 GB. `memoryPages` are
 * of 64 KiB: half a gigabyte.
 */
const HEIC_LIMITS = { patienceMs: 10_000, memoryPages: 8192 };

/** Two at once, for the whole shop: an assistant who drops twenty images takes no more memory than two. */
const queue = createWorkQueue({ atOnce: 2, maxWaiting: 40 });

/**
 * An image from outside, ready to be stored. Its content decides what it is, not a name or a declared type;
 * it is written again, so that nothing of the file but its pixels comes in, and in a process of its own.
 * Throws NOT_AN_IMAGE; IMAGE_TOO_LARGE from 5 MB on; IMAGE_UNREADABLE when it is damaged or has more than
 * 50 megapixels, which its header says before anything is decoded; BUSY when too many wait.
 */
export async function acceptImage(bytes: Uint8Array, heicLimits = HEIC_LIMITS): Promise<AcceptedImage> {
  const kind = kindOf(bytes);
  if (!kind) throw new DomainError('NOT_AN_IMAGE');
  if (bytes.length >= MAX_IMAGE_BYTES) throw new DomainError('IMAGE_TOO_LARGE');
  const pixels = await pixelsOf(bytes);
  try {
    return await queue.add(pixels > LARGE ? 'large' : crypto.randomUUID(), () =>
      rewrittenApart(bytes, kind, heicLimits),
    );
  } catch (error) {
    if (error instanceof QueueFull) throw new DomainError('BUSY');
    throw error;
  }
}

/** What the header says; rejects above the limit. */
async function pixelsOf(bytes: Uint8Array): Promise<number> {
  try {
    const { width, height } = await openImage(bytes).metadata();
    return width * height;
  } catch {
    throw new DomainError('IMAGE_UNREADABLE');
  }
}

/** Rejects with IMAGE_UNREADABLE also when the process came to an end without an answer, whatever ended it. */
function rewrittenApart(
  bytes: Uint8Array,
  { extension }: ImageFormatKind,
  heicLimits: typeof HEIC_LIMITS,
): Promise<AcceptedImage> {
  const { promise, resolve, reject } = Promise.withResolvers<AcceptedImage>();
  const apart = fork(sourceFile('src/platform/images/convert-process.ts'), {
    serialization: 'advanced',
    execArgv: extension === 'heic' ? [`--wasm-max-mem-pages=${heicLimits.memoryPages}`] : [],
    // None of the shop's secrets.
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
  apart.once('exit', () => reject(new DomainError('IMAGE_UNREADABLE')));
  apart.send({ bytes, extension }, (error) => error && reject(new DomainError('IMAGE_UNREADABLE')));
  return promise;
}
