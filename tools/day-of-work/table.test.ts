import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tableOf } from './table.ts';

const took = (size: string, task: string, seconds: number, silentWaits: string[] = []) => ({
  ...{ size, task, seconds, silentWaits },
  ...{ actions: 3, waiting: 0.25, heldClicks: [], tooWide: [] },
});

test('a table has a row for each task, columns for each size, the sums and the silent waits', () => {
  const figures = [
    took('phone', 'prices raised', 1.25),
    took('phone', 'undone', 2, ['1.5 s for the dialog']),
    took('desktop', 'prices raised', 1),
  ];
  expect(tableOf(figures).split('\n')).toEqual([
    '                                   phone                    desktop',
    'task           actions        s  waiting  actions        s  waiting',
    'prices raised        3      1.3      0.3        3      1.0      0.3',
    'undone               3      2.0      0.3',
    'all                  6      3.3      0.5        3      1.0      0.3',
    '',
    'Waits of more than a second that show nothing:',
    '  phone, undone: 1.5 s for the dialog',
  ]);
});

test('the tasks act on the counted screen alone', () => {
  expect(readFileSync(join(import.meta.dirname, 'tasks.ts'), 'utf8')).not.toMatch(
    /\b(page|request|context|browser)\b/,
  );
});
