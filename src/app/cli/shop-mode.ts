import { isLive } from '#db/installation.ts';
import { readSettings, type Settings } from '#platform/config.ts';

type Environment = Record<string, string | undefined>;

/**
 * Reads the settings once the database is available: a shop that went live stays live without SHOP_MODE; an explicit
 * SHOP_MODE takes precedence. Throws ConfigError as readSettings does.
 */
export async function settingsOfInstallation(databaseUrl: string, env: Environment): Promise<Settings> {
  if (env.SHOP_MODE?.trim()) return readSettings(env);
  return readSettings((await isLive(databaseUrl)) ? { ...env, SHOP_MODE: 'live' } : env);
}
