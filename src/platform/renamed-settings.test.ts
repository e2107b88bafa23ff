import { expect, test } from 'vitest';
import { readSettings } from './config.ts';
import { renamedSettings } from './renamed-settings.ts';

test('a variable is read under its old name too, and a sentence says so; the new name wins', () => {
  expect(readSettings({ BACKUP_DRILL: 'off' }).BACKUP_VERIFY).toBe('off');
  expect(renamedSettings({ BACKUP_DRILL: 'off' })).toEqual([
    'BACKUP_DRILL is now BACKUP_VERIFY. The old name is not read by the next version.',
  ]);
  expect(readSettings({ BACKUP_DRILL: 'off', BACKUP_VERIFY: 'after-each' }).BACKUP_VERIFY).toBe('after-each');
  expect(renamedSettings({ BACKUP_VERIFY: 'off' })).toEqual([]);
});
