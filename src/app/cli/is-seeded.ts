import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isFilled } from '#db/installation.ts';
import type { Config } from '#platform/config.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { StorageUnavailable } from '#platform/storage/storage-unavailable.ts';
import { uploadsDirOf } from '../server/folders.ts';

/** Seeding failed; its output is already on the terminal. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
}

/**
 * Whether the shop is seeded. Runs at every start, so it does not import the demo store. Unavailable image storage
 * does not stop a seeded shop: `warn` reports it and the next start checks again.
 */
export async function isSeeded(
  config: Config,
  dataDir: string,
  databaseUrl: string,
  warn: (text: string) => void,
): Promise<boolean> {
  const filled = config.SHOP_MODE === 'live' || (await isFilled(databaseUrl));
  if (!filled) return false;
  const storage = await openStorage(config, uploadsDirOf(dataDir));
  try {
    return (await storage.stat('placeholder.jpg')) !== null;
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    warn(`${error.message}\nThe shop opens without its images until the storage answers.`);
    return true;
  }
}

/** Seeds in a child process: decoding two hundred images takes memory that the server process would not give back. */
export function seedInChildProcess(): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'seed-demo-store.ts')], {
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new SeedError('The shop could not be filled; the reason stands above.'));
    });
  });
}
