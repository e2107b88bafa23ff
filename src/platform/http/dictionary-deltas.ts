import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants as zlib, zstdCompress } from 'node:zlib';

// Compression dictionaries (RFC 9842): a browser that has a file of an earlier build loads only what differs.

const compress = promisify(zstdCompress);

/** What a `dcz` body begins with; the SHA-256 of the dictionary follows. */
const MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00]);
/** The frame's window holds any bundle with its dictionary. */
const WINDOW_BITS = 20;

/**
 * A file's body in the encoding `dcz`. `dictionary` is the header Available-Dictionary. Null if that is none of the files
 * of earlier builds whose names begin with the same stem.
 */
export type Deltas = (path: string, stem: string, dictionary: string) => Promise<Buffer<ArrayBuffer> | null>;

/** What the name of a script or style sheet of the build begins with in every build: '/assets/index-'. */
export const stemOf = (address: string): string | undefined =>
  /^(\/assets\/[\w.-]+-)[\w-]{8}\.(js|css)$/.exec(address)?.[1];

interface Dictionary {
  stem: string;
  bytes: Buffer;
  hash: Buffer;
}

/** By the hash in base64, as the header has it. */
async function readDictionaries(dirs: readonly string[]): Promise<ReadonlyMap<string, Dictionary>> {
  const known = new Map<string, Dictionary>();
  for (const dir of dirs) {
    for (const name of await readdir(join(dir, 'assets')).catch(() => [])) {
      const stem = stemOf(`/assets/${name}`);
      const bytes = stem && (await readFile(join(dir, 'assets', name)).catch(() => null));
      if (!stem || !bytes) continue;
      const hash = createHash('sha256').update(bytes).digest();
      known.set(hash.toString('base64'), { stem, bytes, hash });
    }
  }
  return known;
}

/**
 * Each is made once: there are as many as pairs of files with the same stem. The files of earlier builds are read at the
 * first request that has a dictionary.
 */
export function createDeltas(earlier: readonly string[]): Deltas {
  let dictionaries: ReturnType<typeof readDictionaries> | undefined;
  const made = new Map<string, Promise<Buffer<ArrayBuffer>>>();

  async function make(path: string, { bytes, hash }: Dictionary): Promise<Buffer<ArrayBuffer>> {
    const body = await compress(await readFile(path), {
      dictionary: bytes,
      params: { [zlib.ZSTD_c_compressionLevel]: 19, [zlib.ZSTD_c_windowLog]: WINDOW_BITS },
    });
    return Buffer.concat([MAGIC, hash, body]);
  }

  return async (path, stem, header) => {
    const sha256 = /^:([A-Za-z0-9+/]{43}=):$/.exec(header)?.[1];
    if (!sha256 || earlier.length === 0) return null;
    dictionaries ??= readDictionaries(earlier);
    const dictionary = (await dictionaries).get(sha256);
    if (dictionary?.stem !== stem) return null;
    const key = `${path} ${sha256}`;
    const known = made.get(key);
    if (known) return known;
    const making = make(path, dictionary);
    made.set(key, making);
    making.catch(() => made.delete(key));
    return making;
  };
}
