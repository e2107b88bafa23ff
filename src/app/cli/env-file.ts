import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const PROJECT = dirname(dirname(import.meta.dirname));

/** Loads the project's .env file into the environment. Existing variables take precedence. */
export function readEnvFile(): void {
  const file = join(PROJECT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
