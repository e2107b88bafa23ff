import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test as journey, open } from './journey.ts';

/** What happens to a request: answered, or its connection is cut before or after the shop has handled it. */
export type Fate = 'answered' | 'cut before' | 'cut after' | { after: number };

export interface CutProxy {
  url: string;
  /** The process that answers: another one is a restart with other settings, or a release. */
  shop: URL;
  /** Decides for each request. `after`: ms until the shop is asked. */
  fate(request: { path: string; method: string }): Fate;
  /** What it has sent to the browser. */
  bytes(): number;
  /** Bodies answered in the place of the shop's, by path; null is 404. */
  readonly replaced: Map<string, { type: string; body: string } | null>;
  end(): Promise<void>;
}

/** A network before the tested shop that can be cut. A page of it is of the shop: its writes are sent as the shop's own. */
async function startCutProxy(): Promise<CutProxy> {
  const sockets: Socket[] = [];
  const proxy: CutProxy = {
    url: '',
    shop: new URL(process.env.SHOP_URL!),
    fate: () => 'answered',
    replaced: new Map(),
    bytes: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    async end() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((incoming, answer) => {
    const path = incoming.url ?? '/';
    const fate = proxy.fate({ path, method: incoming.method ?? 'GET' });
    if (fate === 'cut before') return void incoming.socket.destroy();
    const replacement = proxy.replaced.get(path);
    if (replacement === null) return void answer.writeHead(404).end();
    if (replacement) {
      return void answer
        .writeHead(200, { 'content-type': replacement.type, 'cache-control': 'no-cache' })
        .end(replacement.body);
    }
    const ms = typeof fate === 'object' ? fate.after : 0;
    setTimeout(() => forward(proxy.shop, incoming, answer, fate === 'cut after'), ms);
  });
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, proxy.shop.hostname);
  await once(server, 'listening');
  proxy.url = `http://${proxy.shop.hostname}:${(server.address() as AddressInfo).port}`;
  return proxy;
}

function forward(shop: URL, incoming: IncomingMessage, answer: ServerResponse, isCut: boolean): void {
  const headers = { ...incoming.headers, host: shop.host };
  if (headers.origin) headers.origin = shop.origin;
  const outgoing = httpRequest(
    { hostname: shop.hostname, port: shop.port, path: incoming.url, method: incoming.method, headers },
    (response) => {
      if (isCut) {
        response.resume().once('end', () => incoming.socket.destroy());
        return;
      }
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    },
  );
  outgoing.once('error', () => incoming.socket.destroy());
  answer.once('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

/** Pages of these tests are opened through `proxy`, and have a service worker. */
export const test = journey.extend<{ network: CutProxy }>({
  network: async ({}, use) => {
    const proxy = await startCutProxy();
    await use(proxy);
    await proxy.end();
  },
  baseURL: async ({ network }, use) => use(network.url),
  serviceWorkers: 'allow',
  expectedErrors: async ({}, use) =>
    use([/ERR_|Failed to (load|fetch)|status of 50[23]|Order creation failed/]),
});

/** Opens a page, and waits until the worker has stored it. */
export async function visit(page: Page, path: string): Promise<void> {
  await open(page, path);
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (serviceWorker.controller) return;
    await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
  await expect.poll(() => storedPaths(page)).toContain(path);
}

/** The paths of everything that the worker has stored. */
export const storedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        paths.push(url.slice(location.origin.length));
    return paths;
  });
