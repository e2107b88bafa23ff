import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { clockIn } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { dayStart } from './day-start.ts';

function shopAt(start: string, work: () => Promise<unknown>) {
  let now = Date.parse(start);
  const app = new Hono();
  app.use(dayStart({ clock: clockIn('Africa/Lagos', () => new Date(now)), log: createLog('silent'), work }));
  app.get('/', (c) => c.text('page'));
  return {
    get: async () => app.request('/'),
    at(instant: string) {
      now = Date.parse(instant);
    },
  };
}

test('CAL-03 the first request of a day waits for its work, later ones do not repeat it', async () => {
  const done: string[] = [];
  const work = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    done.push('applied');
  });
  const shop = shopAt('2026-12-11T12:00:00Z', work);
  await Promise.all([shop.get(), shop.get()]);
  expect(done).toEqual(['applied']);
  shop.at('2026-12-11T22:59:59.999Z');
  await shop.get();
  expect(work).toHaveBeenCalledTimes(1);
  shop.at('2026-12-11T23:00:00Z');
  await Promise.all([shop.get().then(() => expect(done).toHaveLength(2)), shop.get()]);
  expect(work).toHaveBeenCalledTimes(2);
});

test('CAL-03 a failed work is tried again after seconds, and no page fails with it', async () => {
  const work = vi.fn(() => Promise.reject(new Error('no database')));
  const shop = shopAt('2026-12-11T12:00:00Z', work);
  expect((await shop.get()).status).toBe(200);
  await shop.get();
  expect(work).toHaveBeenCalledTimes(1);
  shop.at('2026-12-11T12:00:06Z');
  expect((await shop.get()).status).toBe(200);
  expect(work).toHaveBeenCalledTimes(2);
});

test('CAL-03 requests wait for at most two seconds for work that hangs, and then no longer', async () => {
  vi.useFakeTimers();
  try {
    const shop = shopAt('2026-12-11T12:00:00Z', () => new Promise(() => {}));
    const first = shop.get();
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await first).status).toBe(200);
    expect((await shop.get()).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});
