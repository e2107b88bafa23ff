import { join, resolve } from 'node:path';
import { readSettings, type Settings } from '#platform/config.ts';
import { defaultDataDir } from '#platform/postgres/data-folder.ts';
import { PROJECT, readEnvFile } from './env-file.ts';

/** From the environment and the project's .env file; the environment takes precedence. */
export function readConfiguration(): Settings {
  readEnvFile();
  return readSettings(process.env);
}

export function dataFolderOf(config: Settings): { dataDir: string; note?: string } {
  if (config.DATA_DIR) return { dataDir: resolve(PROJECT, config.DATA_DIR) };
  if (config.DATABASE_URL) return { dataDir: join(PROJECT, 'data') };
  const { dir, note } = defaultDataDir(PROJECT);
  return { dataDir: dir, note };
}
