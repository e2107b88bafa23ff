import { expect, test } from 'vitest';
import { canRemind, handoverOf, isRecentReminder, queueOf } from './handover.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const ago = (minutes: number) => new Date(NOON - minutes * 60_000).toISOString();
const order = (createdAt: string, openedAt: string | null = null, confirmedAt: string | null = null) => ({
  status: 'pending',
  createdAt,
  openedAt,
  confirmedAt,
});

test('HAND-01 the furthest fact of an order holds, since it happened', () => {
  const [placed, opened, confirmed] = [ago(90), ago(80), ago(10)];
  expect(handoverOf(order(placed))).toEqual({ fact: 'submitted', since: placed });
  expect(handoverOf(order(placed, opened))).toEqual({ fact: 'opened', since: opened });
  expect(handoverOf(order(placed, opened, confirmed))).toEqual({ fact: 'confirmed', since: confirmed });
  // The message was copied: they wrote without the link.
  expect(handoverOf(order(placed, null, confirmed))).toEqual({ fact: 'confirmed', since: confirmed });
});

test('HAND-03 an order is in a queue from 30 minutes after it was sent, or 4 hours after the chat was opened', () => {
  const of = (one: Parameters<typeof queueOf>[0]) => queueOf(one, NOON);
  expect([29, 30].map((minutes) => of(order(ago(minutes))))).toEqual([null, 'unopened']);
  expect([239, 240].map((minutes) => of(order(ago(500), ago(minutes))))).toEqual([null, 'unconfirmed']);
  expect(of(order(ago(500), ago(400), ago(1)))).toBeNull();
  expect(of(order(ago(500), null, ago(1)))).toBeNull();
  for (const status of ['processing', 'completed', 'cancelled'])
    expect(of({ ...order(ago(500)), status })).toBeNull();
});

test('HAND-03 customers of open, unconfirmed orders are reminded; a reminder is recent for 24 hours', () => {
  const one = { status: 'pending', userId: 'a', confirmedAt: null } as const;
  expect(canRemind(one)).toBe(true);
  expect(canRemind({ ...one, status: 'processing' })).toBe(true);
  for (const change of [
    { status: 'completed' },
    { status: 'cancelled' },
    { userId: null },
    { confirmedAt: '' },
  ])
    expect(canRemind({ ...one, ...change } as Parameters<typeof canRemind>[0])).toBe(false);
  const hours = (n: number) => new Date(NOON - n * 3_600_000);
  expect([0, 23.9, 24].map((n) => isRecentReminder(hours(n), NOON))).toEqual([true, true, false]);
});
