import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * For tests: copies a data folder whose database is stopped to `to`, which must not exist. Files keep their owners,
 * because as root the database runs under another account; Windows has no other account.
 */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-a', from, to]);
}
