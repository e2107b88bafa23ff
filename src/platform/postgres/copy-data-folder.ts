import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * For tests: a data folder whose database does not run, once more as `to`, which must not be there. The files keep
 * their owners, for the database's are not ours where we are root; Windows knows no other account.
 */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-a', from, to]);
}
