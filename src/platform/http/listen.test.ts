import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { listen } from './listen.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function listening(
  fetch: (request: Request) => Response | Promise<Response> = () => new Response('ok'),
) {
  const clientDir = await mkdtemp(join(tmpdir(), 'aso-client-'));
  cleanUp.push(() => rm(clientDir, { recursive: true }));
  const listener = await listen({ fetch, host: '127.0.0.1', port: 0, clientDir });
  cleanUp.push(() => listener.close());
  return listener;
}

/** The first line of the response on the wire. */
async function raw(port: number, lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  cleanUp.push(() => socket.destroy());
  socket.write([...lines, '', ''].join('\r\n'));
  const [chunk] = await once(socket, 'data');
  return String(chunk).split('\r\n')[0]!;
}

test.each<[string, string[], number]>([
  ['one host', ['GET / HTTP/1.1', 'Host: shop.example'], 200],
  ['two hosts', ['GET / HTTP/1.1', 'Host: shop.example', 'Host: evil.example'], 400],
  ['the same host twice', ['GET / HTTP/1.1', 'Host: shop.example', 'host: shop.example'], 400],
  ['no host', ['GET / HTTP/1.1'], 400],
  ['its host as target as well', ['GET http://shop.example/ HTTP/1.1', 'Host: Shop.example'], 200],
  ['another host as target', ['GET http://evil.example/ HTTP/1.1', 'Host: shop.example'], 400],
])('a request that names %s', async (_, lines, status) => {
  const { port } = await listening();
  expect(await raw(port, lines)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

interface Answer {
  connection: string | undefined;
  text: string;
}

function ask(port: number, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', agent }, (response) => {
      text(response).then((body) => resolve({ connection: response.headers.connection, text: body }), reject);
    })
      .on('error', reject)
      .end();
  });
}

test('during shutdown responses close their connections, and the last one ends it', async () => {
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const streamed = Promise.withResolvers<void>();
  let requests = 0;
  const listener = await listening(async () => {
    requests++;
    // The first responds at once; the second has sent its headers when the shutdown starts; the third is still
    // pending.
    if (requests === 2) {
      return new Response(
        new ReadableStream({
          async start(controller) {
            controller.enqueue(new TextEncoder().encode('half'));
            begun.resolve();
            await streamed.promise;
            controller.close();
          },
        }),
      );
    }
    if (requests === 3) await slow.promise;
    return new Response('ok');
  });
  const agent = new Agent({ keepAlive: true });
  cleanUp.push(() => agent.destroy());
  expect(await ask(listener.port, agent)).toMatchObject({ connection: 'keep-alive' });
  const stream = ask(listener.port, agent);
  await begun.promise;
  const waiting = ask(listener.port, agent);
  while (requests < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  const closed = listener.close();
  slow.resolve();
  expect(await waiting).toEqual({ connection: 'close', text: 'ok' });
  streamed.resolve();
  expect((await stream).text).toBe('half');
  const since = performance.now();
  await closed;
  // Otherwise the connections would be cut, after CUT_MS.
  expect(performance.now() - since).toBeLessThan(7_000);
});
