import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OPENED_KEY } from '#shared/order-queued.ts';
import { noteOpened, sendOpened } from './opened-chats.ts';
import type { OrdersApi } from './order.queries.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const values = new Map<string, string>();
let isFull = false;
const markOpened = vi.fn();
const api = { orders: { markOpened } } as unknown as OrdersApi;
const waiting = () => JSON.parse(values.get(OPENED_KEY) ?? '[]');

beforeEach(() => {
  values.clear();
  isFull = false;
  vi.resetAllMocks();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
  });
  vi.stubGlobal('dispatchEvent', () => true);
});
afterEach(() => vi.unstubAllGlobals());

test('HAND-01 an opened chat waits until the shop has answered', async () => {
  markOpened.mockRejectedValue(new TypeError('Failed to fetch'));
  await noteOpened(api, id(1));
  await noteOpened(api, id(2));
  expect(waiting()).toEqual([id(1), id(2)]);
  markOpened.mockRejectedValue(new ORPCError('SIGN_IN_REQUIRED', { status: 401 }));
  await sendOpened(api);
  expect(waiting()).toEqual([id(1), id(2)]);
  markOpened.mockReset().mockResolvedValue({});
  await sendOpened(api);
  expect(markOpened.mock.calls).toEqual([[{ id: id(1) }], [{ id: id(2) }]]);
  expect(waiting()).toEqual([]);
});

test('HAND-01 an order that is gone or of another account is given up, a busy shop is asked again', async () => {
  markOpened.mockRejectedValueOnce(new ORPCError('NOT_FOUND', { status: 404 }));
  await noteOpened(api, id(1));
  expect(waiting()).toEqual([]);
  for (const status of [429, 503]) {
    markOpened.mockRejectedValueOnce(new ORPCError('BUSY', { status }));
    await noteOpened(api, id(2));
    expect(waiting()).toEqual([id(2)]);
  }
});

test('HAND-01 the newest twenty wait; without room it is told once; what is no order is passed over', async () => {
  markOpened.mockRejectedValue(new TypeError('Failed to fetch'));
  for (let n = 1; n <= 25; n++) await noteOpened(api, id(n));
  expect(waiting()).toEqual(Array.from({ length: 20 }, (_, n) => id(n + 6)));
  values.set(OPENED_KEY, '["x", 7, null]');
  isFull = true;
  markOpened.mockReset().mockResolvedValue({});
  await noteOpened(api, id(1));
  expect(markOpened.mock.calls).toEqual([[{ id: id(1) }]]);
});
