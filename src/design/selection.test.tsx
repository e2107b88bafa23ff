import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SelectionBar } from './selection.tsx';
import type { Selection } from './use-selection.ts';

const bar = (selection: Partial<Selection>) =>
  renderToStaticMarkup(
    <SelectionBar
      selection={
        { count: 10, total: 214, isAll: false, isCapped: false, isFull: false, ...selection } as Selection
      }
      names={['order', 'orders']}
    >
      Buttons
    </SelectionBar>,
  );

test('BULK-01 all that match are offered, or it is said why not', () => {
  expect(bar({})).toContain('Select all 214 that match');
  const capped = bar({ total: 10_000, isCapped: true });
  expect(capped).not.toContain('Select all');
  expect(capped).toContain('More than 10,000 match: too many to select all. Search or filter for fewer.');
  expect(bar({ count: 9, isAll: true })).not.toMatch(/More than|At most/);
});

test('BULK-01 on a phone all are offered before any row is selected, and nothing that needs rows', () => {
  expect(bar({ count: 0 })).toBe('');
  const begun = bar({ count: 0, isOn: true });
  expect(begun).toContain('Select all 214 that match');
  expect(begun).not.toMatch(/Buttons|Clear/);
  expect(bar({ count: 0, isOn: true, total: undefined })).toBe('');
});

test('BULK-01 a selection that takes no more rows says so', () => {
  expect(bar({ count: 1000, isFull: true })).toContain('At most 1,000 are selected one by one.');
  expect(bar({ count: 4000, isAll: true, isFull: true })).toContain('At most 1,000 are left out.');
});
