import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from '../postgres/file-lock.ts';
import { removeRecovery } from './recover.ts';

const RANDOM = /^[0-9a-f]{12}$/;

/** The folder of a scratch folder for `recover`. */
export const recoveryIn = (scratch: string): string => join(scratch, 'server');

const lockOf = (scratch: string) => `${scratch}.lock`;

/**
 * Runs `work` with a new folder in `dir`, which is deleted afterwards, as are those that killed processes left: they
 * hold a copy of the database. A folder exists only while its process holds its lock.
 */
export async function withScratchFolder<T>(
  dir: string,
  prefix: string,
  work: (scratch: string) => Promise<T>,
): Promise<T> {
  await removeAbandoned(dir, prefix);
  const scratch = join(dir, prefix + randomBytes(6).toString('hex'));
  try {
    return await withFileLock(lockOf(scratch), async () => {
      await mkdir(scratch);
      try {
        // As root, the server runs under another account.
        await chmod(scratch, 0o711);
        return await work(scratch);
      } finally {
        await remove(scratch);
      }
    });
  } finally {
    await rm(lockOf(scratch), { force: true });
  }
}

async function removeAbandoned(dir: string, prefix: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!name.startsWith(prefix) || !RANDOM.test(name.slice(prefix.length))) continue;
    const scratch = join(dir, name);
    const removeBoth = async () => {
      await remove(scratch);
      await rm(lockOf(scratch), { force: true });
    };
    // Fails where a living process holds the lock.
    await withFileLock(lockOf(scratch), removeBoth, 0).catch(() => {});
  }
}

async function remove(scratch: string): Promise<void> {
  await removeRecovery(recoveryIn(scratch));
  await rm(scratch, { recursive: true, force: true });
}
