import { expect, test } from 'vitest';
import { createRealtime } from '#platform/realtime/realtime.ts';
import { events } from './events.ts';

test('a HEAD request leaves no stream open', async () => {
  const realtime = createRealtime({
    changes: { subscribe: () => () => {}, isListening: () => true },
    log: { error: () => {} },
    ownersOf: async () => new Map(),
  });
  const app = events({ realtime, findCaller: async () => null });
  const url = '/api/events?topics=catalog';
  expect((await app.request(url, { method: 'HEAD' })).status).toBe(204);
  expect(realtime.streams).toBe(0);
  const response = await app.request(url);
  expect([response.status, realtime.streams]).toEqual([200, 1]);
  realtime.close();
});
