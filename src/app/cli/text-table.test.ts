import { expect, test } from 'vitest';
import { tableOf } from './text-table.ts';

test('columns are aligned, also with combining marks', () => {
  const withMarks = 'ọ̀wọ̀';
  expect(
    tableOf(
      ['NAME', 'ROLE', ''],
      [
        [withMarks, 'user', 'note'],
        ['Tunde', 'admin', ''],
      ],
    ),
  ).toEqual(['NAME   ROLE', `${withMarks}    user   note`, 'Tunde  admin']);
});
