import { expect, test } from 'vitest';
import { ASSIGN_LIMIT } from './assignment.ts';
import { changeOf, isTicked, NO_TICKS, toggled, withAll, withoutGone } from './selection.ts';

const HERE = 'sallah';
const inside = { id: 'a', promotion: { id: HERE } };
const free = { id: 'b', promotion: null };
const elsewhere = { id: 'c', promotion: { id: 'owambe' } };

test('ADM-PROMO-23 OPEN-49 boxes start ticked for products of this promotion alone', () => {
  expect([inside, free, elsewhere].map((row) => isTicked(NO_TICKS, row, HERE))).toEqual([true, false, false]);
});

test('OPEN-49 what is ticked joins, what is unticked leaves, and a second press takes it back', () => {
  const all = [inside, free, elsewhere].reduce((ticks, row) => toggled(ticks, row, HERE), NO_TICKS);
  expect([inside, free, elsewhere].map((row) => isTicked(all, row, HERE))).toEqual([false, true, true]);
  expect(changeOf(all)).toEqual({ joined: 2, moved: 1, left: 1 });
  const none = [inside, free, elsewhere].reduce((ticks, row) => toggled(ticks, row, HERE), all);
  expect(none).toEqual(NO_TICKS);
});

test('a row that a colleague let join meanwhile stays ticked, and can be unticked', () => {
  const mine = toggled(NO_TICKS, free, HERE);
  const joined = { ...free, promotion: { id: HERE } };
  expect(isTicked(mine, joined, HERE)).toBe(true);
  const untickedAgain = toggled(mine, joined, HERE);
  expect(changeOf(untickedAgain)).toEqual({ joined: 0, moved: 0, left: 1 });
});

test('ticking all that match stops at what one save takes', () => {
  const ids = Array.from({ length: ASSIGN_LIMIT }, (_, n) => `p${n}`);
  const full = withAll(NO_TICKS, ids);
  expect([changeOf(full.ticks).joined, full.isCut]).toEqual([ASSIGN_LIMIT, false]);
  const more = withAll(full.ticks, ['p0', 'q']);
  expect([changeOf(more.ticks).joined, more.isCut]).toEqual([ASSIGN_LIMIT, true]);
  expect(changeOf(withoutGone(full.ticks, ['p0', 'p1'])).joined).toBe(ASSIGN_LIMIT - 2);
});
