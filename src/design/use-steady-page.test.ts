import { expect, test } from 'vitest';
import { nextShown } from './use-steady-page.ts';

const page = (...ids: string[]) => ({ items: ids.map((id) => ({ id, status: 'pending' })) });
const shownOf = (...ids: string[]) => nextShown(undefined, page(...ids), 'all', false);
const idsOf = ({ data }: { data: { items: { id: string }[] } }) => data.items.map(({ id }) => id);

test('rows stay in their place while the list is in use, with updated content', () => {
  const newest = page('c', 'b', 'a');
  newest.items[2]!.status = 'cancelled';
  const held = nextShown(shownOf('a', 'b'), newest, 'all', true);
  expect(held.data.items).toEqual([
    { id: 'a', status: 'cancelled' },
    { id: 'b', status: 'pending' },
  ]);
  expect(idsOf(nextShown(held, newest, 'all', false))).toEqual(['c', 'b', 'a']);
});

test('a discarded or repeated render changes nothing', () => {
  const before = shownOf('a', 'b');
  const newest = page('b');
  const discarded = nextShown(before, newest, 'all', false);
  expect(idsOf(discarded)).toEqual(['b']);
  expect(idsOf(before)).toEqual(['a', 'b']);
  const held = nextShown(before, newest, 'all', true);
  expect(nextShown(held, newest, 'all', true)).toBe(held);
  const released = nextShown(held, newest, 'all', false);
  expect(nextShown(released, newest, 'all', false)).toBe(released);
  expect(nextShown(released, newest, 'all', true)).toBe(released);
});

test('another view, and the first rows of an empty list, are shown at once', () => {
  expect(idsOf(nextShown(shownOf('a'), page('b'), 'pending', true))).toEqual(['b']);
  const ofViewBefore = nextShown(shownOf('a'), page('a'), '', true);
  expect(idsOf(nextShown(ofViewBefore, page('b'), '', true))).toEqual(['b']);
  expect(idsOf(nextShown(shownOf(), page('a'), 'all', true))).toEqual(['a']);
});
