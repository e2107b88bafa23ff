import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, gzip, constants as zlib } from 'node:zlib';
import { acceptsEncoding } from '#platform/http/accept-encoding.ts';
import { withStaleNotice } from '#shared/stale-notice.ts';

/** The result of a render: the whole page, and the tags of its data. */
export interface RenderedPage {
  status: number;
  headers: Headers;
  body: string | Buffer;
  tags: readonly string[];
  /** Lifetime in ms, where shorter than the cache's limit. */
  lifeMs?: number;
  /** Part of its data could not be read, so an older page may be more complete. */
  isIncomplete?: boolean;
}

/** A response body with its headers, in the encodings asked for so far. */
export interface Page {
  status: number;
  headers: Headers;
  /** Without quotes; the encoding is appended, because a strong ETag identifies the bytes on the wire. */
  hash: string;
  /** Absent from a cached page, which is kept compressed. */
  identity?: Buffer;
  br?: Promise<Buffer>;
  gzip?: Promise<Buffer>;
  tags: readonly string[];
  lifeMs?: number;
  isIncomplete?: boolean;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const fromBrotli = promisify(brotliDecompress);

/** Up to this size, bytes, compressing takes less time than handing it to another thread. */
const SMALL = 16_000;

/**
 * A small answer takes a third of the time with the second of the qualities, and is 8 to 10 % larger: 50 to 80 bytes. The
 * default window of 4 MB would be allocated and freed for each page: half of the cost of rendering, mostly garbage
 * collection; with 64 kB instead of 256 a page is no larger, and takes less time and memory.
 */
async function brotli(bytes: Buffer): Promise<Buffer> {
  const isSmall = bytes.length <= SMALL;
  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: isSmall ? 2 : 5,
    [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [zlib.BROTLI_PARAM_LGWIN]: isSmall ? 14 : 16,
  };
  return isSmall ? brotliCompressSync(bytes, { params, chunkSize: 2_048 }) : toBrotli(bytes, { params });
}

/** A page that is answered once: compressed only as its client accepts. */
export function pageOf(rendered: RenderedPage): Page {
  const { body } = rendered;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const headers = new Headers(rendered.headers);
  if (!headers.has('cache-control')) {
    headers.set('cache-control', rendered.status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store');
  }
  headers.delete('content-length');
  headers.set('vary', 'Accept-Encoding');
  return {
    status: rendered.status,
    headers,
    hash: hash('sha256', bytes, 'base64url').slice(0, 22),
    identity: bytes,
    tags: rendered.tags,
    lifeMs: rendered.lifeMs,
    isIncomplete: rendered.isIncomplete ?? false,
  };
}

/** The page as it is cached, with its size in bytes: only the smallest encoding. */
export async function compressed({ identity, ...page }: Page): Promise<{ page: Page; size: number }> {
  if (!identity) throw new Error('This page is compressed already');
  const br = brotli(identity).then(alone);
  return { page: { ...page, br }, size: (await br).length };
}

/**
 * The same bytes in memory of their own. What zlib returns is a part of a chunk or of Node's pool of buffers, 16 or 64 kB,
 * which would stay as long as the page does.
 */
function alone(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** A cached page that could not be checked: with a notice, and not stored by browsers or proxies. */
export async function uncheckedPage(page: Page): Promise<Page> {
  const headers = new Headers(page.headers);
  headers.set('cache-control', 'no-store');
  const body = withStaleNotice((await bodyIn('identity', page)).toString());
  return pageOf({ status: page.status, headers, body, tags: page.tags });
}

/** The body in an encoding; few clients need another than brotli, so those are created on request. */
async function bodyIn(encoding: Encoding, page: Page): Promise<Buffer> {
  const plain = async () => page.identity ?? fromBrotli(await bodyIn('br', page));
  if (encoding === 'identity') return plain();
  page[encoding] ??= plain().then((bytes) =>
    encoding === 'br' ? brotli(bytes) : toGzip(bytes, { level: 6 }).then(alone),
  );
  return page[encoding];
}

type Encoding = 'br' | 'gzip' | 'identity';

/** The best of these encodings that the client accepts. */
export function encodingFor(
  accepted: string | null,
  encodings: readonly Exclude<Encoding, 'identity'>[] = ['br', 'gzip'],
): Encoding {
  return encodings.find((encoding) => acceptsEncoding(accepted, encoding)) ?? 'identity';
}

function isKnown(ifNoneMatch: string | null, hash: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => {
    const bare = tag.trim().replace(/^W\//, '');
    return bare === `"${hash}"` || bare === `"${hash}-br"` || bare === `"${hash}-gzip"`;
  });
}

/** Whether people see the page itself; otherwise a script reads it. */
export const isDocument = (page: Page) => page.headers.get('content-type')?.startsWith('text/html') ?? false;

const SENT_WITH_304 = ['cache-control', 'vary', 'content-security-policy'];

/** The page in the accepted encoding, or 304 if the client has it. */
export async function answer(page: Page, request: Request): Promise<Response> {
  const encoding = encodingFor(request.headers.get('accept-encoding'));
  const etag = encoding === 'identity' ? `"${page.hash}"` : `"${page.hash}-${encoding}"`;
  if (page.status === 200 && isKnown(request.headers.get('if-none-match'), page.hash)) {
    const headers = new Headers({ etag });
    for (const name of SENT_WITH_304) {
      const value = page.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    return new Response(null, { status: 304, headers });
  }
  const headers = new Headers(page.headers);
  if (page.status === 200) headers.set('etag', etag);
  if ([204, 205, 304].includes(page.status)) return new Response(null, { status: page.status, headers });
  const body = await bodyIn(encoding, page);
  if (encoding !== 'identity') headers.set('content-encoding', encoding);
  headers.set('content-length', String(body.length));
  return new Response(request.method === 'HEAD' ? null : (body as Uint8Array<ArrayBuffer>), {
    status: page.status,
    headers,
  });
}
