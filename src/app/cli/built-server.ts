import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listen } from '#platform/http/listen.ts';
import { showSourceLines } from '#platform/source-lines.ts';
import type { Boot } from '../server/server.ts';
import { openShop } from './open-shop.ts';
import type { ShopCode } from './start.ts';

/** The server and the browser code of a build. */
export function builtServer(buildDir: string): ShopCode {
  showSourceLines(join(buildDir, 'server'));
  // The import takes half a second and runs while the database starts. Its errors are handled where it is awaited.
  const server = import(pathToFileURL(join(buildDir, 'server', 'server.js')).href) as Promise<{ boot: Boot }>;
  server.catch(() => {});
  return {
    open: (database) =>
      openShop(database, async (installation, log) => {
        const serviceWorker = await readFile(join(buildDir, 'service-worker.js'), 'utf8');
        return (await server).boot({ ...installation, serviceWorker }, log);
      }),
    listen: (options) => listen({ ...options, clientDir: join(buildDir, 'client') }),
  };
}
