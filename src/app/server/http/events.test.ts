import { expect, test } from 'vitest';
import { createRealtime } from '#platform/realtime/realtime.ts';
import { events } from './events.ts';

test('a HEAD, which nobody reads on, leaves no stream behind', async () => {
  const realtime = createRealtime({
    changes: { subscribe: () => () => {} },
    log: { error: () => {} },
    ownersOf: async () => new Map(),
  });
  const app = events({ realtime, findCaller: async () => null });
  const address = '/api/events?topics=catalog';
  expect((await app.request(address, { method: 'HEAD' })).status).toBe(204);
  expect(realtime.streams).toBe(0);
  const heard = await app.request(address);
  expect([heard.status, realtime.streams]).toEqual([200, 1]);
  realtime.close();
});
