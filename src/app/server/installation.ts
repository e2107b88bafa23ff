import type { RequestDatabaseUrls } from '#db/request-roles.ts';
import type { Config } from '#platform/config.ts';

/** The URLs and folders of this installation, once the database runs and is migrated. */
export interface Installation extends RequestDatabaseUrls {
  config: Config;
  dataDir: string;
  /** Connection URL of the owner. */
  databaseUrl: string;
  /** Signs sessions. */
  secret: string;
  /** The script of the service worker, of a build. */
  serviceWorker?: string;
}
