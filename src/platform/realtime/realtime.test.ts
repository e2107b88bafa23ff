import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { serve } from '@hono/node-server';
import { afterEach, expect, test, vi } from 'vitest';
import type { Change } from '#platform/changes/changes.ts';
import type { Caller } from '#shared/caller.ts';
import { type Opened, TOPICS, type Topic } from '#shared/live/topics.ts';
import { eventually } from '#shared/test-eventually.ts';
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

/** A server that answers every request with a stream, for the caller named by its path. */
async function setUp(options: Partial<RealtimeDeps> = {}) {
  const listeners = new Set<(change: Change) => void>();
  const connection = { isListening: true };
  const realtime = createRealtime({
    changes: {
      isListening: () => connection.isListening,
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
      const ipAddress = url.searchParams.get('address') ?? Math.random().toString();
      return realtime.stream(request, {
        caller: callers[url.pathname.slice(1)] ?? null,
        ipAddress,
        sessionReadAt: Number(url.searchParams.get('askedAt')) || undefined,
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
  const tell = (change: Change) => listeners.forEach((listener) => void listener(change));
  return { realtime, port, connection, tell };
}

async function listen(port: number, path: string) {
  const leaving = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: leaving.signal });
  const received: string[] = [];
  const ended = (async () => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      received.push(...part.split('\n\n').filter((event) => event !== ''));
    }
  })().catch(() => {});
  cleanUp.push(() => leaving.abort());
  await eventually(() => expect(received[0]).toBe('retry: 3000'));
  await eventually(() => expect(received[1]).toMatch(/^event: opened\n/));
  const opened = JSON.parse(received[1]!.split('data: ')[1]!) as Opened;
  received.splice(0, 2);
  return { opened, response, received, ended, leave: () => leaving.abort() };
}

const change = (data: object) => `event: change\ndata: ${JSON.stringify(data)}`;
/** What each stream received: all of it, and 60 ms later nothing more. */
async function expectReceived(streams: { received: string[] }[], expected: string[][]) {
  const check = () => expect(streams.map(({ received }) => received)).toEqual(expected);
  await eventually(check);
  await new Promise((resolve) => setTimeout(resolve, 60));
  check();
}
const count = (realtime: Realtime, n: number) => eventually(() => expect(realtime.streams).toBe(n));

test('changes of the catalogue reach everyone, combined into one event', async () => {
  const { port, tell } = await setUp();
  const visitor = await listen(port, '/');
  expect(visitor.response.headers.get('content-type')).toBe('text/event-stream');
  expect(visitor.response.headers.get('cache-control')).toBe('no-store');
  tell({ table: 'products', op: 'update', ids: ['p1'] });
  tell({ table: 'product_images', op: 'insert', ids: ['p1', 'p2'] });
  tell({ table: 'contact_submissions', op: 'insert', ids: ['secret'] });
  await eventually(() => expect(visitor.received).toEqual([change({ type: 'catalog', ids: ['p1', 'p2'] })]));
});

test('an order event reaches its owner and admins only', async () => {
  const { port, tell } = await setUp();
  const all = await Promise.all(['/ada', '/bola', '/admin', '/'].map((path) => listen(port, path)));
  tell({ table: 'orders', op: 'insert', ids: ['ada:1', 'unknown'] });
  tell({ table: 'order_items', op: 'insert', ids: ['ada:1'] });
  await expectReceived(all, [
    [change({ type: 'orders', ids: ['ada:1'] })],
    [],
    [change({ type: 'orders', ids: ['ada:1', 'unknown'] })],
    [],
  ]);
});

test('message events reach admins, people events the super_admin, and others cannot tell that they exist', async () => {
  const { port, tell } = await setUp();
  const all = await Promise.all(['/', '/ada', '/admin', '/owner'].map((path) => listen(port, path)));
  expect(all.map(({ opened }) => Object.keys(opened).join())).toEqual([
    'catalog',
    'catalog,orders',
    'catalog,orders,messages,presence,staff',
    'catalog,orders,people,messages,presence,staff',
  ]);
  tell({ table: 'contact_submissions', op: 'insert', ids: ['m1'] });
  tell({ table: 'profiles', op: 'insert', ids: ['somebody'] });
  const message = change({ type: 'messages', ids: ['m1'] });
  await expectReceived(all, [[], [], [message], [message, change({ type: 'people', ids: ['somebody'] })]]);
});

test('COLLAB-01 staff learn that presence changed, and no one else', async () => {
  const { port, realtime } = await setUp();
  const all = await Promise.all(['/', '/ada', '/admin', '/owner'].map((path) => listen(port, path)));
  realtime.receive({ table: 'presence', op: 'update' });
  const presence = change({ type: 'presence' });
  await expectReceived(all, [[], [], [presence], [presence]]);
  expect((await fetch(`http://127.0.0.1:${port}/ada?topics=presence`)).status).toBe(204);
});

test('COLLAB-02 staff alone learn that plans, days that matter and words that mean the same changed', async () => {
  const { port, tell } = await setUp();
  const all = await Promise.all(['/', '/ada', '/admin'].map((path) => listen(port, path)));
  for (const table of ['planned_changes', 'special_days', 'synonyms'])
    tell({ table, op: 'update', ids: [table] });
  const staff = change({ type: 'staff', ids: ['planned_changes', 'special_days', 'synonyms'] });
  await expectReceived(all, [[], [], [staff]]);
});

test('a caller with no permitted topic gets no stream', async () => {
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

test('a stream starts with the age of its topics, without revealing when others ordered', async () => {
  const { port, tell } = await setUp();
  await new Promise((resolve) => setTimeout(resolve, 30));
  tell({ table: 'orders', op: 'insert', ids: ['bola:1'] });
  const [ada, owns] = await Promise.all(['/ada', '/admin'].map((path) => listen(port, path)));
  expect(ada!.opened).toEqual({ catalog: expect.any(Number), orders: 0 });
  expect(ada!.opened.catalog).toBeGreaterThanOrEqual(30);
  expect(owns!.opened.orders).toBeLessThan(owns!.opened.catalog!);
});

test('a change while a stream is replaced by another is known to that one', async () => {
  const pause = 200;
  const { port, tell } = await setUp({ pause });
  const before = await listen(port, '/');
  const since = Date.now();
  tell({ table: 'products', op: 'update', ids: ['p1'] });
  await eventually(() => expect(before.received).toHaveLength(1));
  const { opened } = await listen(port, '/');
  // Since it was sent; a timer may be a millisecond early.
  expect(opened.catalog).toBeLessThanOrEqual(Date.now() - since - pause + 2);

  const owners = Promise.withResolvers<Map<string, string>>();
  const ownersOf = vi.fn(() => owners.promise);
  const orders = await setUp({ ownersOf });
  await listen(orders.port, '/ada');
  orders.tell({ table: 'orders', op: 'insert', ids: ['o1'] });
  await eventually(() => expect(ownersOf).toHaveBeenCalledOnce());
  const during = await listen(orders.port, '/admin');
  owners.resolve(new Map());
  await eventually(() => expect(during.received).toEqual([change({ type: 'orders', ids: ['o1'] })]));
});

test('a user whose role changed while their session was read is authenticated again', async () => {
  const { realtime, port, tell } = await setUp();
  const sessionReadAt = Date.now();
  tell({ table: 'profiles', op: 'update', ids: ['ada'] });
  const answer = await fetch(`http://127.0.0.1:${port}/ada?askedAt=${sessionReadAt}`);
  expect(await answer.text()).toBe('retry: 3000\n\n');
  expect(realtime.streams).toBe(0);
});

test('after missed changes everything is read again; many ids are omitted', async () => {
  const { port, connection, tell } = await setUp();
  const one = await listen(port, '/ada');
  connection.isListening = false;
  tell({ table: '*', op: 'missed' });
  const all = [change({ type: 'catalog' }), change({ type: 'orders' })];
  await eventually(() => expect(one.received).toEqual(all));
  for (let n = 0; n < 60; n++) tell({ table: 'products', op: 'update', ids: [`p${n}`] });
  await eventually(() => expect(one.received.slice(2)).toEqual([change({ type: 'catalog' })]));
});

test('users are authenticated again when the connection that was lost is back: the end of a session may be missed', async () => {
  const { realtime, port, connection, tell } = await setUp();
  const [user, visitor] = await Promise.all(['/ada', '/'].map((path) => listen(port, path)));
  connection.isListening = false;
  tell({ table: '*', op: 'missed' });
  await eventually(() => expect(user!.received).toHaveLength(2));
  expect(realtime.streams).toBe(2);
  const sessionReadAt = Date.now();
  connection.isListening = true;
  tell({ table: '*', op: 'missed' });
  await user!.ended;
  expect(realtime.streams).toBe(1);
  await eventually(() => expect(visitor!.received).toHaveLength(2));
  const between = await fetch(`http://127.0.0.1:${port}/ada?askedAt=${sessionReadAt}`);
  expect(await between.text()).toBe('retry: 3000\n\n');
});

test('CALLS-61 a heartbeat is sent every 30 s', async () => {
  const { port } = await setUp({ heartbeat: 20 });
  const one = await listen(port, '/');
  await eventually(() => expect(one.received.length).toBeGreaterThan(1));
  expect(new Set(one.received)).toEqual(new Set(['event: heartbeat\ndata: {}']));

  const timers = vi.spyOn(globalThis, 'setInterval');
  createRealtime({
    changes: { subscribe: () => () => {}, isListening: () => true },
    log: { error: () => {} },
    ownersOf: async () => new Map(),
  }).close();
  expect(timers.mock.calls.map(([, ms]) => ms)).toEqual([30_000]);
  timers.mockRestore();
});

test('streams per IP address are limited, and a disconnect frees one', async () => {
  const { realtime, port } = await setUp({ maxPerIpAddress: 2 });
  const first = await listen(port, '/?address=a');
  await listen(port, '/?address=a');
  const refused = await fetch(`http://127.0.0.1:${port}/?address=a`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  await listen(port, '/?address=b');
  first.leave();
  await count(realtime, 2);
  await listen(port, '/?address=a');
});

test('streams from many IP addresses leave the staff’s share free', async () => {
  const { port } = await setUp({ maxStreams: 4, staffStreams: 2, maxPerIpAddress: 1 });
  await listen(port, '/?address=a');
  await listen(port, '/ada?address=b');
  expect((await fetch(`http://127.0.0.1:${port}/?address=c`)).status).toBe(503);
  // Also from an IP address that has used its share.
  await listen(port, '/admin?address=a');
  await listen(port, '/owner?address=b');
  expect((await fetch(`http://127.0.0.1:${port}/admin?address=c`)).status).toBe(503);
});

test('streams per process are limited', async () => {
  const { port } = await setUp({ maxStreams: 1, staffStreams: 0 });
  await listen(port, '/');
  const refused = await fetch(`http://127.0.0.1:${port}/`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
});

test('streams end after sign-out here or elsewhere, a role change, their maximum lifetime, and at the shutdown', async () => {
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

test('a reader that does not read is disconnected, the others continue', async () => {
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
  const before = reader.received.length;
  tell({ table: 'categories', op: 'update', ids: ['c'] });
  await eventually(() => expect(reader.received.length).toBeGreaterThan(before));
});

test('if owners cannot be read the streams end, so that all data is read again', async () => {
  const { port, tell } = await setUp({ ownersOf: () => Promise.reject(new Error('no database')) });
  const one = await listen(port, '/ada');
  tell({ table: 'orders', op: 'update', ids: ['ada:1'] });
  await one.ended;
  expect(one.received).toEqual([]);
});

test('a client that disconnects before its stream starts uses no slot', async () => {
  const { realtime } = await setUp({ maxPerIpAddress: 1 });
  const left = new Request('http://shop/', { signal: AbortSignal.abort() });
  const options = { caller: null, ipAddress: '1.2.3.4', topics: TOPICS };
  expect(realtime.stream(left, options).status).toBe(204);
  const stays = new AbortController();
  const next = realtime.stream(new Request('http://shop/', { signal: stays.signal }), options);
  expect(next.status).toBe(200);
  stays.abort();
  expect(realtime.streams).toBe(0);
});
