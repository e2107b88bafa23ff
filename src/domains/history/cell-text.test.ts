import { expect, test } from 'vitest';
import { cellText, EMPTY, excerpts } from './cell-text.ts';
import { type CellFormat, shownColumns } from './columns.ts';
import { findingText } from './finding-text.ts';

const shown = (value: string | null, format: CellFormat) =>
  cellText(value, format, { currency: 'NGN', timeZone: 'Africa/Lagos', names: { a: 'Gele' } });

test('HIST-06 cells are shown as people write them', () => {
  expect(shown('12500.5', 'money')).toBe('₦12,500.50');
  expect(shown('-1', 'number')).toBe('-1');
  expect(shown('1234.5', 'number')).toBe('1,234.5');
  expect(shown('5000', 'reduction')).toBe('₦5,000.00');
  expect(shown('12.5 %', 'reduction')).toBe('12.5 %');
  expect(shown('0', 'position')).toBe('1');
  expect(shown('2026-03-01', 'day')).toBe('1 March 2026');
  expect(shown('2026-03-01T23:30:00.123+00:00', 'instant')).toBe('2 March 2026 at 00:30');
  expect(shown('true', 'flag')).toBe('Yes');
  expect(shown('false', 'flag')).toBe('No');
  expect(shown('super_admin', 'word')).toBe('Super admin');
  expect(shown('animate-slide-in-right', 'word')).toBe('Slide in right');
  expect(shown('a', 'name')).toBe('Gele');
  expect(shown('b', 'name')).toBe('One that was deleted');
  expect(shown('As\nit is', 'text')).toBe('As\nit is');
  for (const empty of [null, '', '  ']) expect(shown(empty, 'money')).toBe(EMPTY);
});

test('HIST-06 of long texts the part that differs is shown', () => {
  expect(excerpts(['Short', 'Other'])).toEqual(['Short', 'Other']);
  const lead = 'a'.repeat(300);
  expect(excerpts([`${lead}b`, `${lead}${'c'.repeat(300)}`])).toEqual([
    `…${'a'.repeat(60)}b`,
    `…${'a'.repeat(60)}${'c'.repeat(140)}…`,
  ]);
  expect(excerpts([lead, EMPTY])).toEqual([`${'a'.repeat(200)}…`, EMPTY]);
  // Equal up to the end of the shorter one.
  expect(excerpts([lead, `${lead} more`])).toEqual([`…${'a'.repeat(60)}`, `…${'a'.repeat(60)} more`]);
});

test('HIST-06 columns are shown in the order of the screens, without ids', () => {
  expect(shownColumns('products', ['price', 'id', 'name', 'unheard_of'])).toEqual(['name', 'price']);
  expect(shownColumns('unheard_of', ['name'])).toEqual([]);
});

test('HIST-08 a finding names the column in the words of the screens', () => {
  const finding = {
    kind: 'product' as const,
    thingId: '1',
    thing: 'Agbada',
    table: 'products',
    column: 'category_id',
    reason: 'changed' as const,
    actorName: 'database',
    at: null,
    constraint: null,
  };
  expect(findingText(finding)).toBe('The category of “Agbada” was changed by the database since, and stays.');
  expect(findingText({ ...finding, table: 'product_images', column: 'width', actorName: null })).toBe(
    'The rest of “Agbada” was changed since, and stays.',
  );
});

test('HIST-08 a finding of a deleted part does not say that the whole was deleted', () => {
  const finding = {
    kind: 'order' as const,
    thingId: '1',
    thing: '7025',
    table: 'order_items',
    column: null,
    reason: 'gone' as const,
    actorName: 'Ada Obi',
    at: null,
    constraint: null,
  };
  expect(findingText(finding)).toBe('An item of order 7025 was deleted by Ada Obi since.');
  expect(findingText({ ...finding, kind: 'product', thing: 'Gele', table: 'product_images' })).toBe(
    'An image of “Gele” was deleted by Ada Obi since.',
  );
  expect(findingText({ ...finding, kind: 'product', thing: 'Gele', table: 'products' })).toBe(
    '“Gele” was deleted by Ada Obi since.',
  );
});

test('HIST-08 a finding names who uses what an undo would delete, and who may delete a note of the staff', () => {
  const finding = {
    kind: 'category' as const,
    thingId: '1',
    thing: 'Caps',
    table: 'categories',
    column: null,
    reason: 'in_use' as const,
    actorName: 'Ada Obi',
    at: null,
    constraint: null,
  };
  expect(findingText(finding)).toBe('“Caps” has been used by Ada Obi since, and stays.');
  expect(findingText({ ...finding, actorName: null })).toBe('“Caps” has been used since, and stays.');
  const refused = { ...finding, kind: 'order' as const, thing: '1234', reason: 'not_allowed' as const };
  expect(findingText({ ...refused, table: 'staff_notes' })).toBe(
    'Only its author or a super admin deletes a note on order 1234.',
  );
  expect(findingText({ ...refused, table: 'order_items' })).toBe(
    'The items of order 1234 change only while it is pending.',
  );
});
