import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { serve } from '@hono/node-server';
import { afterEach, expect, test, vi } from 'vitest';
import type { Change } from '#platform/changes/changes.ts';
import type { Caller } from '#shared/caller.ts';
import { type Opened, TOPICS, type Topic } from '#shared/live/topics.ts';
import { createRealtime, type Realtime, type RealtimeDeps } from './realtime.ts';

const ada: Caller = { userId: 'ada', role: 'user' };
const bola: Caller = { userId: 'bola', role: 'user' };
const admin: Caller = { userId: 'chi', role: 'admin' };
const owner: Caller = { userId: 'dayo', role: 'super_admin' };
const callers: Record<string, Caller> = { ada, bola, admin, owner };

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

/** A shop that answers every request with a stream, for the caller its path names. */
async function setUp(options: Partial<RealtimeDeps> = {}) {
  const listeners = new Set<(change: Change) => void>();
  const realtime = createRealtime({
    changes: {
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    log: { error: () => {} },
    ownersOf: async (ids) =>
      new Map(ids.filter((id) => id.includes(':')).map((id) => [id, id.split(':')[0]!])),
    pause: 10,
    ...options,
  });
  const server = serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const url = new URL(request.url);
      const address = url.searchParams.get('address') ?? Math.random().toString();
      return realtime.stream(request, {
        caller: callers[url.pathname.slice(1)] ?? null,
        address,
        askedAt: Number(url.searchParams.get('askedAt')) || undefined,
        topics: (url.searchParams.get('topics')?.split(',') as Topic[]) ?? TOPICS,
      });
    },
  });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  cleanUp.push(() => {
    realtime.close();
    server.close();
  });
  return { realtime, port, tell: (change: Change) => listeners.forEach((listener) => void listener(change)) };
}

async function listen(port: number, path: string) {
  const leaving = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: leaving.signal });
  const heard: string[] = [];
  const ended = (async () => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      heard.push(...part.split('\n\n').filter((event) => event !== ''));
    }
  })().catch(() => {});
  cleanUp.push(() => leaving.abort());
  await vi.waitFor(() => expect(heard[0]).toBe('retry: 3000'));
  await vi.waitFor(() => expect(heard[1]).toMatch(/^event: opened\n/));
  const opened = JSON.parse(heard[1]!.split('data: ')[1]!) as Opened;
  heard.splice(0, 2);
  return { opened, response, heard, ended, leave: () => leaving.abort() };
}

const change = (data: object) => `event: change\ndata: ${JSON.stringify(data)}`;
const settled = () => new Promise((resolve) => setTimeout(resolve, 60));
const count = (realtime: Realtime, n: number) => vi.waitFor(() => expect(realtime.streams).toBe(n));

test('a change of the catalogue is told to anyone, gathered into one event', async () => {
  const { port, tell } = await setUp();
  const visitor = await listen(port, '/');
  expect(visitor.response.headers.get('content-type')).toBe('text/event-stream');
  expect(visitor.response.headers.get('cache-control')).toBe('no-store');
  tell({ table: 'products', op: 'update', ids: ['p1'] });
  tell({ table: 'product_images', op: 'insert', ids: ['p1', 'p2'] });
  tell({ table: 'contact_submissions', op: 'insert', ids: ['secret'] });
  await vi.waitFor(() => expect(visitor.heard).toEqual([change({ type: 'catalog', ids: ['p1', 'p2'] })]));
});

test('an order is told to its owner and to admins, to nobody else', async () => {
  const { port, tell } = await setUp();
  const all = await Promise.all(['/ada', '/bola', '/admin', '/'].map((path) => listen(port, path)));
  tell({ table: 'orders', op: 'insert', ids: ['ada:1', 'unknown'] });
  tell({ table: 'order_items', op: 'insert', ids: ['ada:1'] });
  await settled();
  expect(all.map(({ heard }) => heard)).toEqual([
    [change({ type: 'orders', ids: ['ada:1'] })],
    [],
    [change({ type: 'orders', ids: ['ada:1', 'unknown'] })],
    [],
  ]);
});

test('messages are told to admins, people to the super_admin, and nobody is told that there is more', async () => {
  const { port, tell } = await setUp();
  const all = await Promise.all(['/', '/ada', '/admin', '/owner'].map((path) => listen(port, path)));
  expect(all.map(({ opened }) => Object.keys(opened).join())).toEqual([
    'catalog',
    'catalog,orders',
    'catalog,orders,messages',
    'catalog,orders,people,messages',
  ]);
  tell({ table: 'contact_submissions', op: 'insert', ids: ['m1'] });
  tell({ table: 'profiles', op: 'insert', ids: ['somebody'] });
  await settled();
  const message = change({ type: 'messages', ids: ['m1'] });
  expect(all.map(({ heard }) => heard)).toEqual([
    [],
    [],
    [message],
    [message, change({ type: 'people', ids: ['somebody'] })],
  ]);
});

test('who may hear nothing of what she asks for gets no stream', async () => {
  const { realtime, port } = await setUp();
  for (const path of [
    '/?topics=orders',
    '/ada?topics=people,messages',
    '/admin?topics=people',
    '/?topics=x',
  ]) {
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(204);
  }
  expect(realtime.streams).toBe(0);
});

test('a stream begins with how long ago its topics changed, without saying when others ordered', async () => {
  const { port, tell } = await setUp();
  await new Promise((resolve) => setTimeout(resolve, 30));
  tell({ table: 'orders', op: 'insert', ids: ['bola:1'] });
  const [ada, owns] = await Promise.all(['/ada', '/admin'].map((path) => listen(port, path)));
  expect(ada!.opened).toEqual({ catalog: expect.any(Number), orders: 0 });
  expect(ada!.opened.catalog).toBeGreaterThanOrEqual(30);
  expect(owns!.opened.orders).toBeLessThan(owns!.opened.catalog!);
});

test('who was given another role while she was asked who she is is asked again', async () => {
  const { realtime, port, tell } = await setUp();
  const askedAt = Date.now();
  tell({ table: 'profiles', op: 'update', ids: ['ada'] });
  const answer = await fetch(`http://127.0.0.1:${port}/ada?askedAt=${askedAt}`);
  expect(await answer.text()).toBe('retry: 3000\n\n');
  expect(realtime.streams).toBe(0);
});

test('after missed changes everything is read again; many ids are not named', async () => {
  const { port, tell } = await setUp();
  const one = await listen(port, '/ada');
  tell({ table: '*', op: 'missed' });
  const all = [change({ type: 'catalog' }), change({ type: 'orders' })];
  await vi.waitFor(() => expect(one.heard).toEqual(all));
  for (let n = 0; n < 60; n++) tell({ table: 'products', op: 'update', ids: [`p${n}`] });
  await vi.waitFor(() => expect(one.heard.slice(2)).toEqual([change({ type: 'catalog' })]));
});

test('CALLS-61 a heartbeat is sent every 30 s', async () => {
  const { port } = await setUp({ heartbeat: 20 });
  const one = await listen(port, '/');
  await vi.waitFor(() => expect(one.heard.length).toBeGreaterThan(1));
  expect(new Set(one.heard)).toEqual(new Set(['event: heartbeat\ndata: {}']));

  const timers = vi.spyOn(globalThis, 'setInterval');
  createRealtime({
    changes: { subscribe: () => () => {} },
    log: { error: () => {} },
    ownersOf: async () => new Map(),
  }).close();
  expect(timers.mock.calls.map(([, ms]) => ms)).toEqual([30_000]);
  timers.mockRestore();
});

test('one address has so many streams and no more, and gets its place back on leaving', async () => {
  const { realtime, port } = await setUp({ maxPerAddress: 2 });
  const first = await listen(port, '/?address=a');
  await listen(port, '/?address=a');
  const refused = await fetch(`http://127.0.0.1:${port}/?address=a`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  await listen(port, '/?address=b');
  first.leave();
  await count(realtime, 2);
  await listen(port, '/?address=a');
});

test('whoever fills the streams from many addresses leaves those of the staff free', async () => {
  const { port } = await setUp({ maxStreams: 4, staffStreams: 2, maxPerAddress: 1 });
  await listen(port, '/?address=a');
  await listen(port, '/ada?address=b');
  expect((await fetch(`http://127.0.0.1:${port}/?address=c`)).status).toBe(503);
  // Also from an address that has its share.
  await listen(port, '/admin?address=a');
  await listen(port, '/owner?address=b');
  expect((await fetch(`http://127.0.0.1:${port}/admin?address=c`)).status).toBe(503);
});

test('the process has so many streams and no more', async () => {
  const { port } = await setUp({ maxStreams: 1, staffStreams: 0 });
  await listen(port, '/');
  const refused = await fetch(`http://127.0.0.1:${port}/`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
});

test('streams end for someone who signed out, was signed out elsewhere or whose role changed, after their life, and at the shutdown', async () => {
  const { realtime, port, tell } = await setUp();
  const [a, b, c, visitor] = await Promise.all(
    ['/ada', '/bola', '/admin', '/'].map((path) => listen(port, path)),
  );
  realtime.endFor('ada');
  await a!.ended;
  tell({ table: 'profiles', op: 'insert', ids: ['bola'] });
  expect(realtime.streams).toBe(3);
  tell({ table: 'profiles', op: 'update', ids: ['bola'] });
  await b!.ended;
  expect(realtime.streams).toBe(2);
  const again = await listen(port, '/bola');
  tell({ table: 'sessions', op: 'delete', ids: ['bola'] });
  await again.ended;
  realtime.close();
  await Promise.all([c!.ended, visitor!.ended]);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(503);

  const short = await setUp({ life: 30 });
  await (await listen(short.port, '/')).ended;
});

test('a reader that does not read is cut, the others go on', async () => {
  const { realtime, port, tell } = await setUp({ pause: 0 });
  const socket = connect(port, '127.0.0.1');
  cleanUp.push(() => socket.destroy());
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
  socket.pause();
  const reader = await listen(port, '/');
  await count(realtime, 2);
  const ids = Array.from({ length: 50 }, (_, n) => `${n}-${'x'.repeat(400)}`);
  for (let n = 0; n < 2_000 && realtime.streams === 2; n++) {
    tell({ table: 'products', op: 'update', ids });
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(realtime.streams).toBe(1);
  const before = reader.heard.length;
  tell({ table: 'categories', op: 'update', ids: ['c'] });
  await vi.waitFor(() => expect(reader.heard.length).toBeGreaterThan(before));
});

test('when owners cannot be asked the streams end, so that all is read again', async () => {
  const { port, tell } = await setUp({ ownersOf: () => Promise.reject(new Error('no database')) });
  const one = await listen(port, '/ada');
  tell({ table: 'orders', op: 'update', ids: ['ada:1'] });
  await one.ended;
  expect(one.heard).toEqual([]);
});

test('whoever left before her stream began takes nobody’s place', async () => {
  const { realtime } = await setUp({ maxPerAddress: 1 });
  const left = new Request('http://shop/', { signal: AbortSignal.abort() });
  const who = { caller: null, address: '1.2.3.4', topics: TOPICS };
  expect(realtime.stream(left, who).status).toBe(204);
  const stays = new AbortController();
  const next = realtime.stream(new Request('http://shop/', { signal: stays.signal }), who);
  expect(next.status).toBe(200);
  stays.abort();
  expect(realtime.streams).toBe(0);
});
