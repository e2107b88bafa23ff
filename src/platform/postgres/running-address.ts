import { keptAddresses, type ShopAddresses } from './cluster-roles.ts';
import { layoutOf } from './data-folder.ts';
import { processState, readPostmasterFile } from './postmaster.ts';

/** The addresses of the shop's own database on this data folder while it runs; to look, without holding it. */
export function runningAddresses(dataDir: string): ShopAddresses | undefined {
  const layout = layoutOf(dataDir);
  const server = readPostmasterFile(layout);
  if (!server?.port || processState(server.pid) !== 'running') return undefined;
  return keptAddresses(layout, server.port);
}

/** The owner's alone. */
export const runningAddress = (dataDir: string): string | undefined => runningAddresses(dataDir)?.url;
