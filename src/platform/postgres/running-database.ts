import { readFileSync } from 'node:fs';
import { type ShopDatabaseUrls, storedUrls } from './cluster-roles.ts';
import { layoutOf } from './data-folder.ts';
import { urlForSuperuser } from './ensure-running.ts';
import { processState, readPostmasterFile } from './postmaster.ts';

/** The URLs of the built-in database of this data folder while it runs; does not keep it running. */
export function runningDatabaseUrls(dataDir: string): ShopDatabaseUrls | undefined {
  const layout = layoutOf(dataDir);
  const server = readPostmasterFile(layout);
  if (!server?.port || processState(server.pid) !== 'running') return undefined;
  return storedUrls(layout, server.port);
}

/** The URL of the owner only. */
export const runningDatabaseUrl = (dataDir: string): string | undefined => runningDatabaseUrls(dataDir)?.url;

/** The superuser of the built-in server that `databaseUrl` is of. It makes the base backups of the archive. */
export function superuserUrlOf(dataDir: string, databaseUrl: string): string {
  const password = readFileSync(layoutOf(dataDir).password, 'utf8').trim();
  return urlForSuperuser({ password }, Number(new URL(databaseUrl).port), 'postgres');
}
