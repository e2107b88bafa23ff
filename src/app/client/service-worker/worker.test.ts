import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AS_OF_HEADER } from '#shared/as-of.ts';
import type { FetchEvent } from './worker-scope.ts';

const PAGE = 'http://shop.test/about';
const listeners = new Map<string, (event: FetchEvent) => void>();
let stored: Response | undefined;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const cache = { match: async () => stored?.clone(), put: async () => undefined, keys: async () => [] };
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match });
  vi.stubGlobal('BUILD', { id: 'b', now: [], later: [] });
  vi.stubGlobal('self', {
    location: new URL(PAGE),
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
