import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Change } from '#platform/changes/changes.ts';
import { createRealtime, type Realtime } from '#platform/realtime/realtime.ts';
import type { Caller } from '#shared/caller.ts';
import { createTab, type TabOptions } from './tab.ts';
import type { Topic } from './topics.ts';

/** Events of a real server, for a user who may receive all topics. */
let realtime: Realtime;
let url: string;
let requests: string[];
let caller: Caller;
let tell: (table: string) => void;
let cleanUp: (() => unknown)[];

beforeEach(async () => {
  cleanUp = [];
  requests = [];
  const listeners = new Set<(change: Change) => void>();
  realtime = createRealtime({
    changes: {
      isListening: () => true,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    log: { error: () => {} },
    ownersOf: async () => new Map(),
    pause: 0,
    heartbeat: 50,
  });
  caller = { userId: 'dayo', role: 'super_admin' };
  const server = serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const topics = new URL(request.url).searchParams.get('topics')!;
      requests.push(topics);
      return realtime.stream(request, { caller, ipAddress: 'a', topics: topics.split(',') as Topic[] });
    },
  });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  tell = (table) => {
    for (const listener of listeners) listener({ table, op: 'update', ids: ['one'] });
  };
  cleanUp.push(() => {
    realtime.close();
    server.close();
  });
});
afterEach(async () => {
  for (const step of cleanUp.reverse()) await step();
});

/** A visible tab that follows topics; `read` collects the topics it must reload. */
function aTab(topics: readonly Topic[] = ['catalog'], options: Partial<TabOptions> = {}) {
  let isVisible = true;
  const tab = createTab({
    url,
    locks: navigator.locks,
    // Later than all past changes, whatever the precision of their time.
    madeAt: Date.now() + 60_000,
    isVisible: () => isVisible,
    ...options,
  });
  const read: Topic[][] = [];
  const follow = (more: readonly Topic[], inBackground = false) =>
    tab.follow({ topics: more, userId: 'dayo', inBackground, read: (changed) => read.push([...changed]) });
  const stop = follow(topics);
  const show = (visible: boolean) => {
    isVisible = visible;
    tab.look();
  };
  cleanUp.push(() => show(false));
  return { read, follow, stop, show, reopen: tab.reopen };
}
const streams = (n: number) => vi.waitFor(() => expect(realtime.streams).toBe(n), 3_000);
const expectReads = (tab: { read: Topic[][] }, ...read: Topic[][]) =>
  vi.waitFor(() => expect(tab.read).toEqual(read), 3_000);
const settled = () => new Promise((resolve) => setTimeout(resolve, 250));

test('OPEN-68 three tabs share one stream, and all receive the changes', async () => {
  const tabs = [aTab(), aTab(), aTab()];
  await streams(1);
  tell('products');
  for (const tab of tabs) await expectReads(tab, ['catalog']);
  await settled();
  expect([realtime.streams, requests]).toEqual([1, ['catalog']]);
});

test('OPEN-68 the stream covers the topics of all tabs, and each tab receives its own', async () => {
  const catalogue = aTab(['catalog']);
  await streams(1);
  const orders = aTab(['orders', 'people']);
  await vi.waitFor(() => expect(requests).toEqual(['catalog', 'catalog,orders,people']));
  await streams(1);
  await settled();
  tell('orders');
  tell('products');
  await expectReads(orders, ['orders']);
  await expectReads(catalogue, ['catalog']);
});

test('OPEN-68 a closed leader hands over at once, and changes in between are read', async () => {
  const [first, second] = [aTab(), aTab()];
  await streams(1);
  await settled();
  first.show(false);
  tell('products');
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  await streams(1);
  await expectReads(second, ['catalog']);
  tell('products');
  await expectReads(second, ['catalog'], ['catalog']);
  expect(first.read).toEqual([]);
});

test('OPEN-68 without a visible tab there is no stream, and the first tab that becomes visible reads', async () => {
  const [first, second] = [aTab(), aTab()];
  await streams(1);
  await settled();
  first.show(false);
  second.show(false);
  await streams(0);
  tell('products');
  await settled();
  expect([first.read, second.read, realtime.streams]).toEqual([[], [], 0]);
  second.show(true);
  await streams(1);
  await expectReads(second, ['catalog']);
});

test('a page newer than the last change is not read again, an older one is', async () => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  const newer = aTab();
  await streams(1);
  const older = aTab(['catalog'], { madeAt: 0 });
  await expectReads(older, ['catalog']);
  await settled();
  expect(newer.read).toEqual([]);
  expect(requests).toHaveLength(1);
});

test('the stream stays open between pages, and ends if the next page follows nothing', async () => {
  const tab = aTab();
  await streams(1);
  tab.stop();
  const stop = tab.follow(['catalog']);
  await settled();
  expect(requests).toHaveLength(1);
  stop();
  await streams(0);
});

test('after a broken stream all followed topics are read', async () => {
  const [first, second] = [aTab(['catalog', 'orders']), aTab()];
  await vi.waitFor(() => expect(requests.at(-1)).toBe('catalog,orders'));
  await settled();
  const before = requests.length;
  realtime.endFor('dayo');
  await vi.waitFor(() => expect(requests.length).toBe(before + 1), 3_000);
  await expectReads(first, ['catalog', 'orders']);
  await expectReads(second, ['catalog']);
});

test('OPEN-68 a user who signs in again is followed for again, whichever tab has the stream', async () => {
  const session = caller;
  const [leader, other] = [aTab(['catalog', 'orders']), aTab(['catalog', 'orders'])];
  await streams(1);
  await settled();
  const all: Topic[] = ['catalog', 'orders'];
  caller = null;
  realtime.endFor('dayo');
  // A visitor's stream: of the orders is read that they are refused.
  for (const tab of [leader, other]) await expectReads(tab, all);
  caller = session;
  other.reopen();
  for (const tab of [leader, other]) await expectReads(tab, all, all);
  tell('orders');
  for (const tab of [leader, other]) await expectReads(tab, all, all, ['orders']);
  leader.reopen();
  for (const tab of [leader, other]) await expectReads(tab, all, all, ['orders'], all);
});

test('without locks each tab has its own stream', async () => {
  const tabs = [aTab(['catalog'], { locks: undefined }), aTab(['catalog'], { locks: undefined })];
  await streams(2);
  tell('products');
  for (const tab of tabs) await expectReads(tab, ['catalog']);
  tabs[0]!.show(false);
  await streams(1);
});

test('a page that may not use locks has its own stream', async () => {
  const locks = { request: () => Promise.reject(new DOMException('no', 'SecurityError')) };
  const tab = aTab(['catalog'], { locks: locks as unknown as LockManager });
  await streams(1);
  tell('products');
  await expectReads(tab, ['catalog']);
});

test('DESK-02 a hidden tab receives what it follows in the background, and reads the rest when it is shown again', async () => {
  const tab = aTab(['catalog']);
  tab.follow(['orders'], true);
  await streams(1);
  // The stream has reached the tab, not only left the server.
  tell('products');
  await expectReads(tab, ['catalog']);
  tab.show(false);
  await vi.waitFor(() => expect(requests.at(-1)).toBe('orders'), 30_000);
  tell('products');
  tell('orders');
  // If a stream takes longer to open than a topic is old, it is read once more.
  const readSince = (start: number) => tab.read.slice(start).flat();
  await vi.waitFor(() => expect(readSince(1)).toContain('orders'), 30_000);
  await settled();
  expect(readSince(1)).not.toContain('catalog');
  const before = tab.read.length;
  tab.show(true);
  await vi.waitFor(() => expect(readSince(before)).toContain('catalog'), 30_000);
  expect(requests.at(-1)).toBe('catalog,orders');
});
