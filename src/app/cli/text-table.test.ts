import { expect, test } from 'vitest';
import { tableOf } from './text-table.ts';

test('columns stand below one another, also where letters carry marks', () => {
  const dotted = 'ọ̀wọ̀';
  expect(
    tableOf(
      ['NAME', 'ROLE', ''],
      [
        [dotted, 'user', 'note'],
        ['Tunde', 'admin', ''],
      ],
    ),
  ).toEqual(['NAME   ROLE', `${dotted}    user   note`, 'Tunde  admin']);
});
