import { expect, test } from 'vitest';
import { ASSIGN_LIMIT } from './assignment.ts';
import { changeOf, isSelected, NOTHING_SELECTED, toggled, withAll, withoutMissing } from './selection.ts';

const HERE = 'sallah';
const inside = { id: 'a', promotion: { id: HERE } };
const free = { id: 'b', promotion: null };
const elsewhere = { id: 'c', promotion: { id: 'owambe' } };

test('ADM-PROMO-23 OPEN-49 initially only products of this promotion are selected', () => {
  expect([inside, free, elsewhere].map((row) => isSelected(NOTHING_SELECTED, row, HERE))).toEqual([
    true,
    false,
    false,
  ]);
});

test('OPEN-49 selecting adds, deselecting removes, and toggling again reverts', () => {
  const all = [inside, free, elsewhere].reduce(
    (selection, row) => toggled(selection, row, HERE),
    NOTHING_SELECTED,
  );
  expect([inside, free, elsewhere].map((row) => isSelected(all, row, HERE))).toEqual([false, true, true]);
  expect(changeOf(all)).toEqual({ joined: 2, moved: 1, left: 1 });
  const none = [inside, free, elsewhere].reduce((selection, row) => toggled(selection, row, HERE), all);
  expect(none).toEqual(NOTHING_SELECTED);
});

test('a row that another staff member added stays selected, and can be deselected', () => {
  const mine = toggled(NOTHING_SELECTED, free, HERE);
  const joined = { ...free, promotion: { id: HERE } };
  expect(isSelected(mine, joined, HERE)).toBe(true);
  const untickedAgain = toggled(mine, joined, HERE);
  expect(changeOf(untickedAgain)).toEqual({ joined: 0, moved: 0, left: 1 });
});

test('selecting all matches stops at the limit of one save', () => {
  const ids = Array.from({ length: ASSIGN_LIMIT }, (_, n) => `p${n}`);
  const full = withAll(NOTHING_SELECTED, ids);
  expect([changeOf(full.selection).joined, full.isCut]).toEqual([ASSIGN_LIMIT, false]);
  const more = withAll(full.selection, ['p0', 'q']);
  expect([changeOf(more.selection).joined, more.isCut]).toEqual([ASSIGN_LIMIT, true]);
  expect(changeOf(withoutMissing(full.selection, ['p0', 'p1'])).joined).toBe(ASSIGN_LIMIT - 2);
});
