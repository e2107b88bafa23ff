import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listen } from '#platform/http/listen.ts';
import { showSourceLines } from '#platform/source-lines.ts';
import type { Boot } from '../server/server.ts';
import { openShop } from './open-shop.ts';
import type { ShopCode } from './start.ts';

/** Of the builds beside this one, how many are served: each takes 2 MB of memory. */
const EARLIER_BUILDS = 2;

/** The client's folders of the builds beside this one that were started last. `npm start` keeps them (tools/build.ts). */
async function earlierClientDirs(buildDir: string): Promise<string[]> {
  const builds = dirname(buildDir);
  const entries = await readdir(builds, { withFileTypes: true }).catch(() => []);
  const earlier = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() && entry.name !== basename(buildDir))
      .map(async ({ name }) => {
        const complete = await stat(join(builds, name, 'complete')).catch(() => undefined);
        return { dir: join(builds, name, 'client'), started: complete?.mtimeMs ?? 0 };
      }),
  );
  return earlier
    .sort((one, other) => other.started - one.started)
    .slice(0, EARLIER_BUILDS)
    .map(({ dir }) => dir);
}

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
    listen: async (options) =>
      listen({
        ...options,
        clientDir: join(buildDir, 'client'),
        earlierClientDirs: await earlierClientDirs(buildDir),
      }),
  };
}
