import type { Config } from '#platform/config.ts';

/** Where everything of this installation is, once the database runs and is up to date. */
export interface Installation {
  config: Config;
  dataDir: string;
  databaseUrl: string;
  /** Signs sessions. */
  secret: string;
}
