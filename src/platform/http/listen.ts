import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type HttpBindings, serve } from '@hono/node-server';
import { ERRORS } from '#shared/errors.ts';
import { openClientFiles } from './client-files.ts';

export interface ListenOptions {
  fetch(request: Request, peerIpAddress: string): Response | Promise<Response>;
  host: string;
  port: number;
  /** The folder of the built client; its files take precedence. */
  clientDir?: string;
  /** The folders of the client as earlier builds made it: browsers need to load only what differs from them. */
  earlierClientDirs?: readonly string[];
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
  earlierClientDirs = [],
  createServer = createHttpServer,
}: ListenOptions): Promise<Listener> {
  const answerFile = clientDir ? await openClientFiles(clientDir, earlierClientDirs) : undefined;
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
          return answerFile?.(request) ?? fetch(request, incoming.socket.remoteAddress ?? '');
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
