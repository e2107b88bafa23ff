import { isLive } from '#db/installation.ts';
import { type Config, readConfig } from '#platform/config.ts';

type Environment = Record<string, string | undefined>;

/**
 * The configuration as it stands once the database can be asked: a shop that went live stays so without
 * SHOP_MODE; a SHOP_MODE that is given outweighs. Throws ConfigError as readConfig does.
 */
export async function configOfInstallation(databaseUrl: string, env: Environment): Promise<Config> {
  if (env.SHOP_MODE?.trim()) return readConfig(env);
  return readConfig((await isLive(databaseUrl)) ? { ...env, SHOP_MODE: 'live' } : env);
}
