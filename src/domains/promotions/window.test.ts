import { expect, test } from 'vitest';
import { whenOf } from './window.ts';

test('OPEN-05 a promotion is coming, running on both of its days, or past', () => {
  const window = { startDate: '2026-11-02', endDate: '2026-11-03' };
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];
  expect(days.map((day) => whenOf(window, day))).toEqual(['coming', 'running', 'running', 'past']);
});
