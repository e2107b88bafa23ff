import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The root folder: .env, the data folder and the caches are below it. */
export const PROJECT = join(import.meta.dirname, '../../..');

/** Loads the project's .env file, or ENV_FILE, into the environment. Existing variables take precedence. */
export function readEnvFile(): void {
  const file = process.env.ENV_FILE ?? join(PROJECT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
