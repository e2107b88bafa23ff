import { PassThrough } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SCRIPT_FAILED } from '#shared/load-script.ts';
import { lazyRouteComponent } from './lazy-route-component.tsx';

const reload = vi.fn();

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('location', { href: 'http://shop/about', reload });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async () => ({ ok: true }));
  // React schedules server rendering with setImmediate.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reload.mockClear();
});

const missing = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/about.js'));

test('a route whose script is missing stays suspended, however often it renders, until the reload ends', async () => {
  const Route = lazyRouteComponent(missing);
  await Route.preload?.();
  // Pointing at a link also loads the script.
  expect(reload).not.toHaveBeenCalled();
  const errors: unknown[] = [];
  for (let times = 0; times < 3; times++) {
    renderToPipeableStream(<Route />, {
      onError: (error) => void errors.push(error),
    }).pipe(new PassThrough().on('error', () => {}));
  }
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(4_000);
  expect(errors).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(errors).toEqual(Array(3).fill(new Error(SCRIPT_FAILED))));
  expect(reload).toHaveBeenCalledOnce();
});

test('a route whose script loads at the second attempt is shown', async () => {
  let isThere = false;
  const Route = lazyRouteComponent(() =>
    isThere ? Promise.resolve({ default: () => <p>About</p> }) : missing(),
  );
  await Route.preload?.();
  isThere = true;
  await Route.preload?.();
  let html = '';
  renderToPipeableStream(<Route />).pipe(new PassThrough().on('data', (chunk) => (html += chunk)));
  await vi.waitFor(() => expect(html).toBe('<p>About</p>'));
  expect(reload).not.toHaveBeenCalled();
});
