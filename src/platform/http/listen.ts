import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { type HttpBindings, serve } from '@hono/node-server';

export interface ListenOptions {
  fetch(request: Request, socketAddress: string): Response | Promise<Response>;
  host: string;
  port: number;
  /** The folder of the built client; its files are answered before anything else. */
  clientDir: string;
}

export interface Listener {
  port: number;
  /** No new connections; answers that are under way are finished. */
  close(): Promise<void>;
}

/** The port is taken, or may not be used. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Listens on a port: the built client's files, then the shop. Throws ListenError when it cannot. */
export async function listen({ fetch, host, port, clientDir }: ListenOptions): Promise<Listener> {
  const files = await clientFiles(clientDir);
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        hostname: host,
        port,
        fetch: (request, env) => {
          const file = files.get(new URL(request.url).pathname);
          if (file && (request.method === 'GET' || request.method === 'HEAD'))
            return answerFile(file, request);
          const { incoming } = env as HttpBindings;
          return fetch(request, incoming.socket.remoteAddress ?? '');
        },
      },
      (address) => resolve({ port: address.port, close: () => closeServer(server as Server) }),
    ) as Server;
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new ListenError(`Port ${port} is taken. Choose another: PORT=${port + 1} npm start`)
          : new ListenError(`Cannot listen on ${host}:${port}: ${error.message}`),
      );
    });
    // Longer than the usual balancer keeps a connection, so that it, not we, closes it.
    server.keepAliveTimeout = 65_000;
    server.headersTimeout = 20_000;
    // Two pictures of 5 MB at once, from a phone that sends 0.3 Mbit/s.
    server.requestTimeout = 300_000;
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Streams of events never end by themselves.
  const cut = setTimeout(() => server.closeAllConnections(), 8_000);
  await closed;
  clearTimeout(cut);
}

interface ClientFile {
  path: string;
  size: number;
  headers: Record<string, string>;
  /** How the build has it besides as it is, the smallest first. */
  encodings: Encoding[];
  /** What was asked for once. */
  kept: Partial<Record<Encoding, Promise<Buffer<ArrayBuffer>>>>;
}

type Encoding = 'br' | 'gzip';
const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};
/** Every file of the built client by its address; the build has compressed it (tools/compress-client.ts). */
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
    const hashed = address.startsWith('/assets/');
    files.set(address, {
      path,
      size,
      headers: {
        'content-type': TYPES[type] ?? 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'cache-control':
          hashed || type === '.woff2' ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        etag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
        vary: 'Accept-Encoding',
      },
      encodings: (['br', 'gzip'] as const).filter((encoding) => paths.has(path + ENDINGS[encoding])),
      kept: {},
    });
  }
  return files;
}

/** Read once; a read that failed is tried again by who asks next. */
function encoded(file: ClientFile, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const known = file.kept[encoding];
  if (known) return known;
  const reading = readFile(file.path + ENDINGS[encoding]);
  file.kept[encoding] = reading;
  reading.catch(() => delete file.kept[encoding]);
  return reading;
}

async function answerFile(file: ClientFile, request: Request): Promise<Response> {
  if (request.headers.get('if-none-match') === file.headers.etag) {
    return new Response(null, { status: 304, headers: file.headers });
  }
  const accepted = request.headers.get('accept-encoding') ?? '';
  const encoding = file.encodings.find((one) => new RegExp(`\\b${one}\\b`).test(accepted));
  const body = encoding ? await encoded(file, encoding) : null;
  const headers = {
    ...file.headers,
    'content-length': String(body ? body.length : file.size),
    ...(encoding && { 'content-encoding': encoding }),
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  if (body) return new Response(body, { headers });
  return new Response(Readable.toWeb(createReadStream(file.path)) as ReadableStream, { headers });
}
