import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OPENED_KEY } from '#shared/order-queued.ts';
import type { OrdersApi } from '../../ui/order.queries.ts';
import { noteOpened, sendOpened } from './opened-chats.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const values = new Map<string, string>();
let isFull = false;
const markOpened = vi.fn();
const api = { orders: { markOpened } } as unknown as OrdersApi;
const AMARA = id(91);
const BISI = id(92);
const note = (n: number, account = AMARA) => noteOpened(api, { id: id(n), account });
const waiting = () =>
  JSON.parse(values.get(OPENED_KEY) ?? '[]').map((one: { id: string }) => Number(one.id.slice(-12)));
const sent = () => markOpened.mock.calls.map(([input]) => Number(input.id.slice(-12)));

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
  await note(1);
  await note(2);
  expect(waiting()).toEqual([1, 2]);
  expect(await sendOpened(api, AMARA)).toBe(false);
  markOpened.mockRejectedValue(new ORPCError('SIGN_IN_REQUIRED', { status: 401 }));
  expect(await sendOpened(api, AMARA)).toBe(true);
  expect(waiting()).toEqual([1, 2]);
  markOpened.mockReset().mockResolvedValue({});
  expect(await sendOpened(api, AMARA)).toBe(false);
  expect(sent()).toEqual([1, 2]);
  expect(waiting()).toEqual([]);
});

test('HAND-01 it waits for the account that opened it', async () => {
  markOpened.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await note(1, AMARA);
  markOpened.mockReset().mockResolvedValue({});
  await note(2, BISI);
  await sendOpened(api, BISI);
  expect([sent(), waiting()]).toEqual([[2], [1]]);
  await sendOpened(api, AMARA);
  expect([sent(), waiting()]).toEqual([[2, 1], []]);
});

test('HAND-01 it is not given up in a session that has become another account’s', async () => {
  // As the shop answers.
  markOpened.mockImplementation(async ({ account }) => {
    throw account === AMARA ? new ORPCError('OTHER_ACCOUNT', { status: 403 }) : new ORPCError('NOT_FOUND');
  });
  await note(1);
  await sendOpened(api, AMARA);
  expect(waiting()).toEqual([1]);
});

test('HAND-01 an order that is gone is given up, a busy shop is asked again', async () => {
  markOpened.mockRejectedValueOnce(new ORPCError('NOT_FOUND', { status: 404 }));
  await note(1);
  expect(waiting()).toEqual([]);
  for (const status of [429, 503]) {
    markOpened.mockRejectedValueOnce(new ORPCError('BUSY', { status }));
    await note(2);
    expect(waiting()).toEqual([2]);
  }
});

test('HAND-01 the newest twenty wait; without room it is sent once; other entries are passed over', async () => {
  markOpened.mockRejectedValue(new TypeError('Failed to fetch'));
  for (let n = 1; n <= 25; n++) await note(n);
  expect(waiting()).toEqual(Array.from({ length: 20 }, (_, n) => n + 6));
  values.set(OPENED_KEY, `["x", 7, null, {"id": "y", "account": "${AMARA}"}]`);
  isFull = true;
  markOpened.mockReset().mockResolvedValue({});
  await note(1);
  await sendOpened(api, AMARA);
  expect(sent()).toEqual([1]);
});

test('HAND-01 only a request that failed loads the code that sends it again', async () => {
  const dispatched: number[][] = [];
  vi.stubGlobal('dispatchEvent', () => dispatched.push(waiting()));
  markOpened.mockResolvedValueOnce({}).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await note(1);
  await note(2);
  expect(dispatched).toEqual([[], [2]]);
});
