import type { RequestDatabaseUrls } from '#db/request-roles.ts';
import type { Config } from '#platform/config.ts';

/** Where everything of this installation is, once the database runs and is up to date. */
export interface Installation extends RequestDatabaseUrls {
  config: Config;
  dataDir: string;
  /** As the owner. */
  databaseUrl: string;
  /** Signs sessions. */
  secret: string;
}
