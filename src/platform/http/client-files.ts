import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { acceptsEncoding } from './accept-encoding.ts';
import { createDeltas, type Deltas, stemOf } from './dictionary-deltas.ts';

interface ClientFile {
  path: string;
  size: number;
  headers: Record<string, string>;
  /** Changes with the file; what its ETags begin with. */
  version: string;
  /** The available encodings besides the plain file, smallest first. */
  encodings: Encoding[];
  /** What the names of the file in all builds begin with: '/assets/index-'. Undefined for a name without a hash. */
  stem: string | undefined;
  /** Files read so far. */
  cached: Partial<Record<Encoding, Promise<Buffer<ArrayBuffer>>>>;
}

type Encoding = 'br' | 'gzip';
const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};

/** Below it, the name of a file has the hash of its content. */
const ASSETS = '/assets/';

/** Every file of the built client by its URL path; the build compressed it (tools/compress-client.ts). */
async function clientFiles(dir: string): Promise<Map<string, ClientFile>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = new Set(
    entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  );
  const files = new Map<string, ClientFile>();
  for (const path of paths) {
    const type = extname(path);
    if (Object.values(ENDINGS).includes(type)) continue;
    const address = `/${relative(dir, path).split(sep).join('/')}`;
    const { size, mtimeMs } = await stat(path);
    const hashed = address.startsWith(ASSETS);
    const stem = stemOf(address);
    files.set(address, {
      path,
      size,
      headers: {
        'content-type': TYPES[type] ?? 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'cache-control':
          hashed || type === '.woff2' ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        vary: stem ? 'Accept-Encoding, Available-Dictionary' : 'Accept-Encoding',
        // The browser offers it as a dictionary for the same file of a later build (RFC 9842).
        ...(stem && { 'use-as-dictionary': `match="${stem}*${type}"` }),
      },
      version: `${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}`,
      stem,
      encodings: (['br', 'gzip'] as const).filter((encoding) => paths.has(path + ENDINGS[encoding])),
      cached: {},
    });
  }
  return files;
}

/** Reads a file once; a failed read is retried by the next request. */
function encoded(file: ClientFile, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const known = file.cached[encoding];
  if (known) return known;
  const reading = readFile(file.path + ENDINGS[encoding]);
  file.cached[encoding] = reading;
  reading.catch(() => delete file.cached[encoding]);
  return reading;
}

const accepts = (headers: Headers, encoding: string): boolean =>
  acceptsEncoding(headers.get('accept-encoding'), encoding);

/** The header Available-Dictionary if the file can be sent as a delta. */
const dictionaryOf = (file: ClientFile, headers: Headers): string | null =>
  file.stem && accepts(headers, 'dcz') ? headers.get('available-dictionary') : null;

/** The body in the smallest encoding that the client accepts; null for the plain file. */
async function bodyOf(
  file: ClientFile,
  headers: Headers,
  deltas: Deltas,
): Promise<{ encoding: Encoding | 'dcz'; body: Buffer<ArrayBuffer> } | null> {
  const dictionary = dictionaryOf(file, headers);
  const delta = dictionary && file.stem ? await deltas(file.path, file.stem, dictionary) : null;
  if (delta) return { encoding: 'dcz', body: delta };
  const encoding = file.encodings.find((one) => accepts(headers, one));
  return encoding ? { encoding, body: await encoded(file, encoding) } : null;
}

/**
 * Each encoding has an ETag of its own, a delta one for each dictionary: a shared cache that asks whether its stored answer
 * still holds must not send it to a client that cannot decode it.
 */
function etagOf(file: ClientFile, encoding?: Encoding | 'dcz', dictionary?: string | null): string {
  if (!encoding) return `"${file.version}"`;
  // The colons around the hash are of the header's syntax.
  return `"${file.version}-${encoding}${encoding === 'dcz' ? `-${dictionary?.replaceAll(':', '')}` : ''}"`;
}

/** The ETag in If-None-Match of an answer that this client can decode, whichever of them it would get now. */
function knownTag(file: ClientFile, headers: Headers): string | undefined {
  const known = headers.get('if-none-match')?.split(',') ?? [];
  if (known.length === 0) return undefined;
  const dictionary = dictionaryOf(file, headers);
  const usable = [
    ...(dictionary ? [etagOf(file, 'dcz', dictionary)] : []),
    ...file.encodings.filter((one) => accepts(headers, one)).map((one) => etagOf(file, one)),
    etagOf(file),
  ];
  const tags = known.map((tag) => tag.trim().replace(/^W\//, ''));
  return usable.find((tag) => tags.includes(tag));
}

async function answer(file: ClientFile, request: Request, deltas: Deltas): Promise<Response> {
  const known = knownTag(file, request.headers);
  if (known) return new Response(null, { status: 304, headers: { ...file.headers, etag: known } });
  const found = await bodyOf(file, request.headers, deltas);
  const headers = {
    ...file.headers,
    etag: etagOf(file, found?.encoding, request.headers.get('available-dictionary')),
    'content-length': String(found ? found.body.length : file.size),
    ...(found && { 'content-encoding': found.encoding }),
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  if (found) return new Response(found.body, { headers });
  return new Response(Readable.toWeb(createReadStream(file.path)) as ReadableStream, { headers });
}

/**
 * Answers requests for files of the built client; undefined for all others. `earlier`: the client's folders of earlier
 * builds. Their files are dictionaries, and those whose names are hashes are served for pages that were sent before an
 * update.
 */
export async function openClientFiles(
  dir: string,
  earlier: readonly string[] = [],
): Promise<(request: Request) => Promise<Response> | undefined> {
  const files = await clientFiles(dir);
  for (const before of earlier) {
    // Another start may have deleted it.
    const found = await clientFiles(before).catch(() => new Map<string, ClientFile>());
    for (const [address, file] of found) {
      if (address.startsWith(ASSETS) && !files.has(address)) files.set(address, file);
    }
  }
  const deltas = createDeltas(earlier);
  return (request) => {
    const file = files.get(new URL(request.url).pathname);
    if (file && (request.method === 'GET' || request.method === 'HEAD')) return answer(file, request, deltas);
  };
}
