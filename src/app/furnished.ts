import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isFilled } from '#db/installation.ts';
import type { Config } from '#platform/config.ts';
import { uploadsDirOf } from './uploads-dir.ts';

/** Furnishing failed; what it said stands above on the terminal. */
export class FurnishError extends Error {
  override readonly name = 'FurnishError';
}

/** Whether the shop has what its first start gives it. Asked at every start, so it loads none of the drawing. */
export async function isFurnished(config: Config, dataDir: string, databaseUrl: string): Promise<boolean> {
  if (!existsSync(join(uploadsDirOf(dataDir), 'placeholder.jpg'))) return false;
  return config.SHOP_MODE === 'live' || (await isFilled(databaseUrl));
}

/** Drawing two hundred pictures takes memory that a server should not keep: it is done beside it. */
export function furnishInOwnProcess(): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'furnish.ts')], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new FurnishError('The shop could not be filled; the reason stands above.'));
    });
  });
}
