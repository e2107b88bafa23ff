import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_SELECTED } from '#shared/selection.ts';
import { countOf, isFull, isSelected, NOTHING, pressed, selectedOf, withRows } from './selection-state.ts';

const PAGE = ['a', 'b', 'c', 'd', 'e'];
const press = (state: ReturnType<typeof NOTHING>, id: string, isRange = false) =>
  pressed(state, { page: PAGE, id, isRange });
const shown = (state: ReturnType<typeof NOTHING>) => PAGE.filter((id) => isSelected(state, id)).join('');

test('BULK-01 a press selects a row or lifts it, with Shift all from the last one', () => {
  const some = press(press(NOTHING(''), 'b'), 'd', true);
  expect(shown(some)).toBe('bcd');
  expect(shown(press(some, 'c'))).toBe('bd');
  expect(shown(press(press(some, 'd'), 'a', true))).toBe('abcd');
  // The last one is on another page.
  expect(shown(pressed(press(NOTHING(''), 'b'), { page: ['x', 'y'], id: 'y', isRange: true }))).toBe('b');
});

test('BULK-01 of all rows that match, some can be left out again', () => {
  const all = { ...NOTHING(''), isAll: true };
  expect([shown(all), countOf(all, 214)]).toEqual(['abcde', 214]);
  const most = press(press(all, 'b'), 'c');
  expect([shown(most), countOf(most, 214)]).toEqual(['ade', 212]);
  expect(selectedOf(most)).toEqual({ except: ['b', 'c'] });
  expect(selectedOf(press(NOTHING(''), 'b'))).toEqual({ ids: ['b'] });
});

test('BULK-01 what is counted is what is selected, after any presses, and at most the maximum one by one', () => {
  const presses = fc.array(fc.tuple(fc.constantFrom(...PAGE), fc.boolean()));
  fc.assert(
    fc.property(fc.boolean(), presses, (isAll, list) => {
      let state = { ...NOTHING(''), isAll };
      for (const [id, isRange] of list) state = press(state, id, isRange);
      expect(countOf(state, PAGE.length)).toBe(shown(state).length);
    }),
  );
  const many = Array.from({ length: MOST_SELECTED + 5 }, (_, at) => String(at));
  const full = withRows(NOTHING(''), many, true);
  expect([countOf(full, 5_000), isFull(full)]).toEqual([MOST_SELECTED, true]);
  expect(isFull(press(NOTHING(''), 'b'))).toBe(false);
});
