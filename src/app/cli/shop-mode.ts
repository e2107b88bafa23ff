import { isLive } from '#db/installation.ts';
import { readSettings, type Settings } from '#platform/config.ts';

type Environment = Record<string, string | undefined>;

/**
 * The settings as they are once the database can be asked: a shop that went live stays so without SHOP_MODE; a
 * SHOP_MODE that is given outweighs. Throws ConfigError as readSettings does.
 */
export async function settingsOfInstallation(databaseUrl: string, env: Environment): Promise<Settings> {
  if (env.SHOP_MODE?.trim()) return readSettings(env);
  return readSettings((await isLive(databaseUrl)) ? { ...env, SHOP_MODE: 'live' } : env);
}
