import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queueRefusals } from '../messages.ts';
import {
  concerns,
  parseQueue,
  type QueuedOrder,
  queueText,
  stateAfter,
  unavailableNames,
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

test('OFF-03 an order that was sent is shown to its account alone, one that waits to all', () => {
  const sent: QueuedOrder = { ...order(1), state: { is: 'sent', orderId: id(5), orderNumber: '10001' } };
  const shown = [order(1), sent].map((one) =>
    [id(1), id(2), null, undefined].map((account) => concerns(one, account)),
  );
  expect(shown).toEqual([
    [true, true, true, true],
    [true, false, false, false],
  ]);
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
  expect(failed(answered('KEY_REUSED', 409))).toMatchObject({ is: 'refused', code: 'KEY_REUSED' });
  expect(failed(answered('PRODUCTS_GONE', 409), { reason: 'unavailable' })).toMatchObject({ is: 'refused' });
  const lines = [{ productId: id(9), name: 'Agbada', before: 100, after: 120 }];
  expect(failed(answered('PRICES_CHANGED', 409), { reason: 'prices', lines })).toEqual({
    is: 'asks',
    changed: lines,
  });
});

test('VIS-03 a waiting order with pieces that are sold out or gone is refused with their names', () => {
  const [agbada, gele, fila] = [id(11), id(12), id(13)] as const;
  const names = { [agbada]: 'Agbada', [gele]: 'Gele', [fila]: 'Fila' };
  const entries = Object.entries(names).map(([of, name]) => ({
    product: { id: of, name, price: 100, image: { url: '/uploads/a.jpg', width: 4, height: 5 } },
    notes: '',
    promotion: null,
    addedAt: '',
  }));
  const textOf = (state: QueuedOrder['state']) => {
    const [stored] = parseQueue(JSON.stringify([{ ...order(1), entries, state }])).orders;
    return stored?.state.is === 'refused'
      ? queueRefusals(stored.state.code, unavailableNames(stored)).description
      : undefined;
  };
  const refused = (code: string) =>
    stateAfter({
      ...{ success: false, requiresAuth: false, order: null, whatsappLink: null, reason: 'unavailable' },
      lines: [
        { productId: agbada, name: 'Agbada', before: 100, after: null },
        { productId: gele, name: 'Gele', before: 100, after: 120 },
        { productId: fila, name: null, before: 100, after: null },
      ],
      error: Object.assign(new Error(code), { code, status: 409 }),
    });
  expect(textOf(refused('PRODUCTS_SOLD_OUT'))).toMatch(/^Sold out: Agbada, Fila\. Put the order back /);
  expect(textOf(refused('PRODUCTS_GONE'))).toMatch(/^No longer available: Agbada, Fila\. /);
  // Of an earlier version, and of none.
  expect(textOf({ is: 'refused', code: 'PRODUCTS_GONE' })).toMatch(/^Something in it is sold out or gone\. /);
  expect(textOf({ is: 'refused', code: 'PRODUCTS_GONE', unavailable: 1 as never })).toBeUndefined();
});
