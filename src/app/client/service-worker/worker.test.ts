import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AS_OF_HEADER } from '#shared/as-of.ts';
import type { FetchEvent } from './worker-scope.ts';

const PAGE = 'http://shop.test/about';
const imageUrl = (name: string) => `http://shop.test/img/${name}.webp`;
const listeners = new Map<string, (event: FetchEvent) => void>();
let stored: Response | undefined;
let put: (key: string) => Promise<void>;
let deleted: string[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  put = async () => undefined;
  deleted = [];
  const cache = {
    match: async () => stored?.clone(),
    put: (key: string) => put(key),
    keys: async () => ['1', '2', '3', '4'].map((name) => ({ url: imageUrl(name) })),
    delete: async (key: string) => deleted.push(key),
  };
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match });
  vi.stubGlobal('BUILD', { id: 'b', now: [], later: [] });
  vi.stubGlobal('self', {
    location: new URL(PAGE),
    clients: { matchAll: async () => [], claim: async () => undefined },
    skipWaiting: async () => undefined,
    registration: { update: async () => undefined },
    addEventListener: (type: string, listener: (event: FetchEvent) => void) => listeners.set(type, listener),
  });
  stored = new Response('<p>stored</p>', { headers: { 'x-stored-at': '2026-11-27T14:03:00.000Z' } });
  if (!listeners.has('fetch')) await import('./worker.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Opens the page; its headers arrive at once, its body as `body` has it. */
function open(body: BodyInit): Promise<Response> {
  const answer = Promise.withResolvers<Response>();
  listeners.get('fetch')!({
    request: { method: 'GET', url: PAGE, mode: 'navigate', referrer: '' } as Request,
    preloadResponse: Promise.resolve(new Response(body)),
    waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
    respondWith: (response: Promise<Response>) => answer.resolve(response),
  } as unknown as FetchEvent);
  return answer.promise;
}
const half = (end: (body: ReadableStreamDefaultController<Uint8Array>) => void) =>
  new ReadableStream<Uint8Array>({
    start(body) {
      body.enqueue(new TextEncoder().encode('<p>half'));
      end(body);
    },
  });

test('OFF-01 a page whose body stalls or breaks off is answered with the stored one', async () => {
  for (const end of [
    () => undefined,
    (body: ReadableStreamDefaultController) => body.error(new Error('cut')),
  ]) {
    const answer = open(half(end));
    await vi.advanceTimersByTimeAsync(2_000);
    const response = await answer;
    expect(response.headers.get(AS_OF_HEADER)).toBe('2026-11-27T14:03:00.000Z');
    expect(await response.text()).toContain('stored');
  }
});

test('OFF-01 a page that is whole in time is the network’s; without a stored one its body may take longer', async () => {
  expect(await (await open('<p>fresh</p>')).text()).toBe('<p>fresh</p>');
  stored = undefined;
  expect((await open(half(() => undefined))).headers.has(AS_OF_HEADER)).toBe(false);
});

/** Loads an image that is not stored; resolves when nothing of it is left to do. */
async function loadImage(body: BodyInit): Promise<void> {
  stored = undefined;
  const response = new Response(body);
  Object.defineProperties(response, { type: { value: 'basic' }, clone: { value: () => response } });
  vi.stubGlobal('fetch', async () => response);
  const answer = Promise.withResolvers<Response>();
  let work: Promise<unknown> | undefined;
  listeners.get('fetch')!({
    request: { method: 'GET', url: imageUrl('new'), mode: 'no-cors', referrer: PAGE } as Request,
    waitUntil: (one: Promise<unknown>) => {
      work = one;
    },
    respondWith: (one: Promise<Response>) => answer.resolve(one),
  } as unknown as FetchEvent);
  await answer.promise;
  await work;
}

test('OFF-01 an image that breaks off deletes none of the stored ones; a full storage deletes the older half', async () => {
  const puts: string[] = [];
  put = async (key) => void puts.push(key);
  await loadImage(half((body) => body.error(new Error('cut'))));
  expect([puts, deleted]).toEqual([[], []]);
  await loadImage('whole');
  expect([puts, deleted]).toEqual([[imageUrl('new')], []]);
  put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  await loadImage('whole');
  expect(deleted).toEqual(['1', '2', '3'].map(imageUrl));
});

/** Caches in memory, with what is stored in each at the start. */
function memoryCaches(entries: Record<string, string[]>): Map<string, Set<string>> {
  const all = new Map(Object.entries(entries).map(([name, keys]) => [name, new Set(keys)]));
  const open = async (name: string) => {
    const keys = all.get(name) ?? new Set();
    all.set(name, keys);
    return { put: async (key: string) => void keys.add(key) };
  };
  vi.stubGlobal('caches', {
    open,
    keys: async () => [...all.keys()],
    match: async (key: string, { cacheName = '' } = {}) => (all.get(cacheName)?.has(key) ? {} : undefined),
    delete: async (name: string) => all.delete(name),
  });
  return all;
}
async function dispatch(type: 'install' | 'activate'): Promise<void> {
  let work: Promise<unknown> | undefined;
  listeners.get(type)!({
    waitUntil: (one: Promise<unknown>) => {
      work = one;
    },
  } as unknown as FetchEvent);
  await work;
}

test('OFF-01 a build whose installation failed does not take the place of the one before', async () => {
  vi.stubGlobal('fetch', async () => new Response());
  const all = memoryCaches({ 'shop-files-a': ['/a.js'] });
  await dispatch('install');
  expect([...all.get('shop-files-b')!].at(-1)).toBe('/installed');
  await dispatch('activate');
  expect([...all.keys()]).toEqual(['shop-files-a', 'shop-files-b']);

  const next = memoryCaches({
    'shop-files-a': ['/a.js', '/installed'],
    'shop-files-failed': ['/half.js'],
    'shop-files-b': [],
  });
  await dispatch('activate');
  expect([...next.keys()]).toEqual(['shop-files-a', 'shop-files-b']);
  // While a file cannot be loaded, nothing says that it was installed.
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }));
  await expect(dispatch('install')).rejects.toThrow('500');
  expect(next.get('shop-files-b')!.has('/installed')).toBe(false);
});
