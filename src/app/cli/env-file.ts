import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const PROJECT = dirname(dirname(import.meta.dirname));

/** Adds the variables of a .env file in the project to the environment, which outweighs it. */
export function readEnvFile(): void {
  const file = join(PROJECT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
