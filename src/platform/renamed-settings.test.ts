import { expect, test } from 'vitest';
import { readSettings } from './config.ts';
import { renamedSettings } from './renamed-settings.ts';

test('a variable is accepted under its old name with a warning; the new name takes precedence', () => {
  expect(readSettings({ BACKUP_DRILL: 'off' }).BACKUP_VERIFY).toBe('off');
  expect(renamedSettings({ BACKUP_DRILL: 'off' })).toEqual([
    'BACKUP_DRILL is now BACKUP_VERIFY. The old name is not read by the next version.',
  ]);
  expect(readSettings({ BACKUP_DRILL: 'off', BACKUP_VERIFY: 'after-each' }).BACKUP_VERIFY).toBe('after-each');
  expect(renamedSettings({ BACKUP_VERIFY: 'off' })).toEqual([]);
});
