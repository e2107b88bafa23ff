import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

test.each([
  ['2026-11-20T11:59:40Z', '2026-11-20T12:00:00Z', 'just now'],
  ['2026-11-20T09:00:00Z', '2026-11-20T12:00:00Z', '3 hours ago'],
  ['2026-11-19T13:00:00Z', '2026-11-20T12:00:00Z', '23 hours ago'],
  ['2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z', 'yesterday'],
  // Of Monday at 23:00 in Lagos, read on Wednesday at 10:00.
  ['2026-11-16T22:00:00Z', '2026-11-18T09:00:00Z', '2 days ago'],
  ['2026-11-17T09:00:00Z', '2026-11-20T12:00:00Z', '3 days ago'],
  ['2026-11-09T12:00:00Z', '2026-11-20T12:00:00Z', '1 week ago'],
  ['2026-09-25T12:00:00Z', '2026-11-20T12:00:00Z', '1 month ago'],
  ['2024-12-28T12:00:00Z', '2026-12-01T12:00:00Z', '1 year ago'],
  ['2026-11-21T12:30:00Z', '2026-11-20T12:00:00Z', 'tomorrow'],
])('ORDERS-04 the time %s is relative at %s: %s', (then, now, text) => {
  expect(relativeTime(new Date(then), new Date(now), 'Africa/Lagos')).toBe(text);
});
