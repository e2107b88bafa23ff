import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { health } from '../src/app/server/http/health.ts';
import { installedCaddy } from './caddy.ts';
import { freePlaces, startProxy } from './proxy.ts';

const caddy = installedCaddy();

/** A process of the shop whose database is unavailable: it answers health checks, and pages from its cache. */
async function processWithoutDatabase(port: number, isDraining: () => boolean): Promise<Server> {
  const webPool = { query: () => Promise.reject(new Error('connection refused')) };
  const app = health({ database: { webPool } as never, isDraining });
  const answerTo = async (url: string, response: ServerResponse) => {
    const answer = url === '/' ? new Response('a cached page') : await app.request(url);
    response.writeHead(answer.status).end(await answer.text());
  };
  const server = createServer(({ url }, response) => void answerTo(url!, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('behind the Caddyfile, pages are served while the database is unavailable, and not by a process that shuts down', async ({
  skip,
}) => {
  skip(!caddy.path, `Caddy is not installed: ${caddy.fix}`);
  const places = await freePlaces();
  const served = [0, 0];
  let draining = -1;
  const processes = await Promise.all(
    places.ports.map((port, n) => processWithoutDatabase(port, () => draining === n)),
  );
  for (const [n, server] of processes.entries()) {
    server.on('request', ({ url }) => {
      if (url === '/') served[n]!++;
    });
  }
  const stop = await startProxy(caddy.path!, places);
  const page = async () => {
    const answer = await fetch(places.url);
    return `${answer.status} ${await text(answer.body!)}`;
  };
  try {
    // Several health checks, one a second.
    for (const until = Date.now() + 2_500; Date.now() < until; await sleep(100)) {
      expect(await page()).toBe('200 a cached page');
    }
    expect(Math.min(...served)).toBeGreaterThan(0);
    draining = 0;
    await expect
      .poll(async () => {
        const before = served[0];
        for (let n = 0; n < 10; n++) expect(await page()).toBe('200 a cached page');
        return served[0]! - before!;
      })
      .toBe(0);
  } finally {
    await stop();
    for (const server of processes) server.close();
  }
});
