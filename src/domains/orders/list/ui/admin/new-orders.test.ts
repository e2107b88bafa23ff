import { expect, test } from 'vitest';
import { nextSeen, titleWith } from './new-orders.ts';

test('DESK-02 orders that arrive while the tab is hidden are counted until it is shown', () => {
  const first = nextSeen(undefined, 40, false);
  expect(first).toEqual({ seen: { total: 40, unseen: 0 }, isNew: false });
  const second = nextSeen(first.seen, 42, false);
  expect(second).toEqual({ seen: { total: 42, unseen: 2 }, isNew: true });
  const third = nextSeen(second.seen, 43, false);
  expect(third.seen.unseen).toBe(3);
  expect(nextSeen(third.seen, 43, true)).toEqual({ seen: { total: 43, unseen: 0 }, isNew: false });
  // A visible tab rings, and its title stays.
  expect(nextSeen(third.seen, 44, true)).toEqual({ seen: { total: 44, unseen: 0 }, isNew: true });
  // Orders of the demonstration were deleted.
  expect(nextSeen(third.seen, 3, false)).toEqual({ seen: { total: 3, unseen: 3 }, isNew: false });
});

test('DESK-02 the title has one number', () => {
  expect(titleWith(2, 'Orders · Back office')).toBe('(2) Orders · Back office');
  expect(titleWith(3, '(2) Orders · Back office')).toBe('(3) Orders · Back office');
  expect(titleWith(0, '(2) Orders · Back office')).toBe('Orders · Back office');
});
