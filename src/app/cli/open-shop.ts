import { migrate } from '#db/migrate.ts';
import type { RequestDatabaseUrls } from '#db/request-roles.ts';
import { type Config, withEveryFact } from '#platform/config.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { createLog, type Log } from '#platform/log.ts';
import { serverNotices } from '#platform/postgres/server-notices.ts';
import { writeEverythingTo } from '#platform/process-log.ts';
import { storedSecret } from '#platform/secret.ts';
import type { Installation } from '../server/installation.ts';
import type { Shop } from '../server/shop.ts';
import { isSeeded, seedInChildProcess } from './is-seeded.ts';
import { prepareRequestUrls } from './request-database-urls.ts';
import { settingsOfInstallation } from './shop-mode.ts';
import { warn } from './terminal.ts';

/** A running database that this process serves. */
export interface ServedDatabase {
  /** The settings of the environment; the database may print that the shop is live. */
  given: Config;
  dataDir: string;
  /** Connection URL of the owner. */
  databaseUrl: string;
  /** The request roles of the built-in database. */
  builtIn?: RequestDatabaseUrls;
}

export interface OpenedShop {
  shop: Shop;
  config: Config;
  log: Log;
}

/** Migrates the database, seeds the demo store where it is missing, and boots the server. */
export async function openShop(
  { given, dataDir, databaseUrl, builtIn }: ServedDatabase,
  boot: (installation: Installation, log: Log) => Promise<Shop>,
): Promise<OpenedShop> {
  const secret = given.AUTH_SECRET ?? (await storedSecret(dataDir));
  const { webUrl, authUrl } = builtIn ?? (await prepareRequestUrls(databaseUrl, given, secret));
  await migrate(databaseUrl);
  await installJobs(databaseUrl);
  const config = withEveryFact(await settingsOfInstallation(databaseUrl, process.env));
  if (!(await isSeeded(config, dataDir, databaseUrl, warn))) await seedInChildProcess();
  const log = createLog(config.LOG_LEVEL);
  // The mode comes from the database and stdout is a terminal: only from here on, output of libraries goes to the
  // log.
  if (config.SHOP_MODE === 'live' && given.SHOP_MODE !== 'live') writeEverythingTo(log);
  if (config.SHOP_MODE === 'live') {
    for (const notice of await serverNotices(databaseUrl)) warn(notice);
  }
  const shop = await boot({ config, dataDir, ...{ databaseUrl, webUrl, authUrl }, secret }, log);
  return { shop, config, log };
}
