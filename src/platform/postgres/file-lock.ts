import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while no other process (and nobody else in this one) holds the lock file `path`.
 * The lock is SQLite's own file lock, because the operating system lets go of it when its holder dies:
 * a lock made of a file that merely exists would have to be guessed stale one day.
 * Throws when the lock was not free within `timeoutMs` (two minutes unless told).
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, timeoutMs = 120_000): Promise<T> {
  const { DatabaseSync } = await import('node:sqlite');
  const deadline = Date.now() + timeoutMs;
  const file = new DatabaseSync(path);
  try {
    while (!tryLock(file)) {
      if (Date.now() > deadline) throw new Error(`Another process has held ${path} for too long.`);
      await sleep(30);
    }
    return await work();
  } finally {
    file.close();
  }
}

function tryLock(file: { exec(sql: string): void }): boolean {
  try {
    file.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message)) return false;
    throw error;
  }
}
