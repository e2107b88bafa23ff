import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The root folder: .env, the data folder and the caches are below it. */
export const PROJECT = join(import.meta.dirname, '../../..');

/** ENV_FILE names no file. Not a ConfigError, whose module would be loaded before the cache of compiled code is on. */
class EnvFileError extends Error {
  override readonly name = 'EnvFileError';
}

/**
 * Loads the project's .env file, or ENV_FILE, into the environment. Existing variables take precedence. Throws
 * EnvFileError where ENV_FILE names no file, because the shop would start with other settings than meant.
 */
export function readEnvFile(): void {
  const { ENV_FILE } = process.env;
  const file = ENV_FILE ?? join(PROJECT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  else if (ENV_FILE) throw new EnvFileError(`ENV_FILE: there is no file ${ENV_FILE}`);
}
