import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { type HttpBindings, serve } from '@hono/node-server';
import { ERRORS } from '#shared/errors.ts';

export interface ListenOptions {
  fetch(request: Request, peerIpAddress: string): Response | Promise<Response>;
  host: string;
  port: number;
  /** The folder of the built client; its files take precedence. */
  clientDir?: string;
  /** Creates the server that calls `answer` for the requests of the shop. */
  createServer?(answer: RequestListener): Server;
}

export interface Listener {
  port: number;
  /** Accepts no new connections and finishes pending responses. */
  close(): Promise<void>;
}

/** The port is in use, or may not be used. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Listens on a port: the built client's files, then the shop. Throws ListenError. */
export async function listen({
  fetch,
  host,
  port,
  clientDir,
  createServer = createHttpServer,
}: ListenOptions): Promise<Listener> {
  const files = clientDir ? await clientFiles(clientDir) : new Map<string, ClientFile>();
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        hostname: host,
        port,
        createServer: ((_: object, answer: RequestListener) =>
          createServer(answer)) as typeof createHttpServer,
        fetch: (request, env) => {
          const { incoming } = env as HttpBindings;
          if (namesTwoHosts(incoming)) return badRequest();
          const file = files.get(new URL(request.url).pathname);
          if (file && (request.method === 'GET' || request.method === 'HEAD'))
            return answerFile(file, request);
          return fetch(request, incoming.socket.remoteAddress ?? '');
        },
      },
      (address) => resolve({ port: address.port, close: () => closeServer(server, pending) }),
    ) as Server;
    const pending = pendingAnswers(server);
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new ListenError(`Port ${port} is taken. Choose another: PORT=${port + 1} npm start`)
          : new ListenError(`Cannot listen on ${host}:${port}: ${error.message}`),
      );
    });
    // Longer than the usual load balancer keeps a connection, so that the balancer closes it.
    server.keepAliveTimeout = 65_000;
    server.headersTimeout = 20_000;
    // Two images of 5 MB at once, from a phone with 0.3 Mbit/s.
    server.requestTimeout = 300_000;
  });
}

/** Refused: a proxy could use one host and the shop the other. */
function namesTwoHosts({ rawHeaders, url = '' }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host');
  const ofTarget = /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1];
  return hosts.length > 1 || (ofTarget !== undefined && ofTarget.toLowerCase() !== hosts[0]?.toLowerCase());
}

const badRequest = () =>
  Response.json(
    { code: 'BAD_INPUT', message: ERRORS.BAD_INPUT.text },
    { status: 400, headers: { connection: 'close', 'cache-control': 'no-store' } },
  );

function pendingAnswers(server: Server): ReadonlySet<ServerResponse> {
  const pending = new Set<ServerResponse>();
  server.prependListener('request', (_request, response: ServerResponse) => {
    pending.add(response);
    response.once('close', () => pending.delete(response));
  });
  return pending;
}

/** Connections still open after this time, ms, are closed. */
const CUT_MS = 8_000;

async function closeServer(server: Server, pending: ReadonlySet<ServerResponse>): Promise<void> {
  const sayClose = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  for (const response of pending) sayClose(response);
  server.prependListener('request', (_request, response: ServerResponse) => sayClose(response));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections whose headers were sent before the shutdown become idle after their response.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), CUT_MS);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(cut);
}

interface ClientFile {
  path: string;
  size: number;
  headers: Record<string, string>;
  /** The available encodings besides the plain file, smallest first. */
  encodings: Encoding[];
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
