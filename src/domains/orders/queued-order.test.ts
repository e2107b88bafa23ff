import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  parseQueue,
  type QueuedOrder,
  queueText,
  stateAfter,
  withChanged,
  withoutQueued,
  withQueued,
} from './queued-order.ts';
import type { Submission } from './submission.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const order = (key: number, account = 1): QueuedOrder => ({
  version: 1,
  idempotencyKey: id(key),
  account: id(account),
  at: '2026-11-23T14:03:00.000Z',
  lines: [{ productId: id(9), note: 'Bust 38', promotionCode: null, shownPrice: 100 }],
  entries: [],
  isTried: false,
  state: { is: 'waiting' },
});
const empty = parseQueue(null);

test('OFF-03 an order is queued once for its account and key', () => {
  const once = withQueued(empty, order(1));
  expect(withQueued(once, order(1)).orders).toHaveLength(1);
  expect(withQueued(withQueued(once, order(2)), order(1, 2)).orders).toHaveLength(3);
  expect(queueText(parseQueue(queueText(once)))).toBe(queueText(once));
});

test('OFF-03 an order that one of two tabs has tried is a tried one, whichever queues it first', () => {
  const tried = { ...order(1), isTried: true };
  for (const [first, second] of [
    [order(1), tried],
    [tried, order(1)],
  ] as const) {
    const { orders } = withQueued(withQueued(withQueued(empty, order(1, 2)), first), second);
    expect(orders.map(({ isTried }) => isTried)).toEqual([false, true]);
  }
});

test('OFF-03 one key of two accounts is two orders: a change or deletion of one leaves the other', () => {
  const queue = withQueued(withQueued(empty, order(1)), order(1, 2));
  const { orders } = withChanged(queue, order(1, 2), { isTried: true });
  expect(orders.map(({ isTried }) => isTried)).toEqual([false, true]);
  expect(withoutQueued(queue, order(1, 2)).orders).toEqual([order(1)]);
});

test('OFF-03 whatever another version has stored is reported and kept, beside what can be read', () => {
  const older = { id: 7, items: ['agbada'] };
  const queue = parseQueue(JSON.stringify([order(1), older, { ...order(2), version: 2 }]));
  expect(queue.orders.map(({ idempotencyKey }) => idempotencyKey)).toEqual([id(1)]);
  expect(queue.unreadable).toHaveLength(2);
  const changed = withChanged(queue, order(1), { isTried: true });
  expect(parseQueue(queueText(changed)).unreadable).toEqual(queue.unreadable);
  expect(parseQueue('{broken').unreadable).toEqual(['{broken']);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const { orders, unreadable } = parseQueue(text);
      if (text !== '' && text !== '[]' && text.trim() !== '[]')
        expect(orders.length + unreadable.length).toBeGreaterThan(0);
      expect(parseQueue(queueText({ orders, unreadable }))).toEqual({ orders, unreadable });
    }),
  );
});

test('OFF-03 an order that was sent, asks or is refused is not sent again; every other failure waits', () => {
  const failed = (error: unknown, over: Partial<Submission> = {}) =>
    stateAfter({
      success: false,
      requiresAuth: false,
      order: null,
      whatsappLink: null,
      reason: 'failed',
      lines: [],
      error,
      ...over,
    } as Submission);
  const answered = (code: string, status: number) => Object.assign(new Error(code), { code, status });
  expect(failed(new TypeError('Failed to fetch'))).toEqual({ is: 'waiting' });
  expect(failed(answered('SIGN_IN_REQUIRED', 401), { requiresAuth: true })).toEqual({ is: 'waiting' });
  for (const [code, status] of [
    ['OTHER_ACCOUNT', 403],
    ['RATE_LIMITED', 429],
    ['NO_CODE', 502],
    ['UNEXPECTED', 500],
  ] as const)
    expect(failed(answered(code, status)), code).toEqual({ is: 'waiting' });
  expect(failed(answered('KEY_REUSED', 409))).toEqual({ is: 'refused', code: 'KEY_REUSED' });
  expect(failed(answered('PRODUCTS_GONE', 409), { reason: 'unavailable' })).toMatchObject({ is: 'refused' });
  const lines = [{ productId: id(9), name: 'Agbada', before: 100, after: 120 }];
  expect(failed(answered('PRICES_CHANGED', 409), { reason: 'prices', lines })).toEqual({
    is: 'asks',
    changed: lines,
  });
});
