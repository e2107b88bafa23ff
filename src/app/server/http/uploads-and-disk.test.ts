import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { getRequestListener } from '@hono/node-server';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { os } from '@orpc/server';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { createDiskReserve } from '#platform/disk/disk-reserve.ts';
import { createLog } from '#platform/log.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import type { AppRouter } from '../app-router.ts';
import { api } from './api.ts';
import type { RequestVariables } from './request-variables.ts';

const log = createLog('silent');
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** The API over HTTP, called by an admin, on a disk with this reserve. */
async function serve(reserve: number) {
  const taken: string[] = [];
  const base = os.$context<RequestContext>();
  const router = {
    catalog: {
      uploadImage: base.handler(() => {
        taken.push('image');
        return 'stored';
      }),
    },
    orders: {
      submit: base.handler(() => {
        taken.push('order');
        return 'ordered';
      }),
    },
  } as unknown as AppRouter;
  const app = new Hono<{ Variables: RequestVariables }>();
  const read: Request[] = [];
  app.use(async (c, next) => {
    read.push(c.req.raw);
    await next();
  });
  app.route(
    '/',
    api({
      router,
      shop: { name: 'A shop', publicUrl: 'http://shop.test', currency: 'EUR' },
      disk: createDiskReserve({ dir: tmpdir(), reserve, log }),
      contextOf: (request, requestId, ipAddress) => ({
        requestId,
        ipAddress,
        headers: request.headers,
        responseHeaders: new Headers(),
        log,
        findCaller: async () => ({ userId: '1', role: 'admin' }),
      }),
    }),
  );
  const listener = getRequestListener(app.fetch);
  server = createServer((request, response) => void listener(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  return { taken, read, url: `http://127.0.0.1:${port}` };
}

type Client = {
  catalog: { uploadImage(input: unknown): Promise<string> };
  orders: { submit(input: unknown): Promise<string> };
};
const clientOf = (url: string) => createORPCClient<never>(new RPCLink({ url: `${url}/api/rpc` })) as Client;
const image = () => ({ file: new Blob([new Uint8Array(4 * 1024 * 1024)], { type: 'image/jpeg' }) });

test('below the reserve an image is refused with its message before its body is read, and orders still work', async () => {
  const { url, taken, read } = await serve(100_000 * 1024 ** 4);
  const client = clientOf(url);
  for (let n = 0; n < 3; n++) {
    await expect(client.catalog.uploadImage(image())).rejects.toMatchObject({
      code: 'DISK_FULL',
      status: 507,
      message: expect.stringContaining('nearly full'),
    });
  }
  expect(read.map(({ bodyUsed }) => bodyUsed)).toEqual([false, false, false]);
  expect(await client.orders.submit({ items: [] })).toBe('ordered');
  expect(taken).toEqual(['order']);
});

test('with enough space the same image is accepted', async () => {
  const { url, taken } = await serve(0);
  expect(await clientOf(url).catalog.uploadImage(image())).toBe('stored');
  expect(taken).toEqual(['image']);
});
