import { readFileSync } from 'node:fs';
import { superuser } from './cluster.ts';
import { layoutOf } from './data-folder.ts';
import { processState, readPostmasterFile } from './postmaster.ts';
import { database } from './start-postgres.ts';

/** The address of the shop's own database on this data folder while it runs; to look, without holding it. */
export function runningAddress(dataDir: string): string | undefined {
  const layout = layoutOf(dataDir);
  const server = readPostmasterFile(layout);
  if (!server?.port || processState(server.pid) !== 'running') return undefined;
  const password = readFileSync(layout.password, 'utf8').trim();
  return `postgres://${superuser}:${password}@127.0.0.1:${server.port}/${database}`;
}
