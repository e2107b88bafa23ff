import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while no other process (and no other caller in this one) holds the lock file `path`. Uses SQLite's file
 * lock, because the operating system releases it when the holder dies; the mere existence of a file could be stale.
 * Throws if the lock is not free within `timeoutMs` (default: two minutes).
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
