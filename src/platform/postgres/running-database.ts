import { type ShopDatabaseUrls, storedUrls } from './cluster-roles.ts';
import { layoutOf } from './data-folder.ts';
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
