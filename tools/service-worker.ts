import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';
import { build, type Plugin } from 'vite';
import { TEXT_FONT } from '../src/brand/look.ts';

const ENTRY = join(import.meta.dirname, '../src/app/client/service-worker/worker.ts');

/** What a browser that was on one page of the shop needs for these without a network. */
const NOW =
  /\/src\/(routes\/(_shop\/(about|checkout|index|products\.\$id|products\.index|route|wishlist)|-frame\/(menu-sheet|queue-keeper))|design\/toaster)\.tsx/;
/** Never a part of the storefront. */
const NOT_OF_SHOP = /\/src\/(routes\/(admin|dev)|domains\/\w[\w-]*\/(\w[\w-]*\/)?ui\/admin)\//;

type Chunks = Map<string, Rolldown.OutputChunk>;

/** The chunks that `first` need, with those that they import later if `isDynamic`, without the back office. */
function reachable(first: readonly string[], chunks: Chunks, isDynamic: boolean): Set<string> {
  const found = new Set<string>();
  const waiting = [...first];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = chunks.get(name);
    if (!chunk || found.has(name) || (!chunk.isEntry && chunk.moduleIds.some((id) => NOT_OF_SHOP.test(id))))
      continue;
    found.add(name);
    waiting.push(...chunk.imports, ...(isDynamic ? chunk.dynamicImports : []));
  }
  return found;
}

/** The files of the storefront in a build: those to store at once, and those to store when they are used. */
function filesOf(bundle: Rolldown.OutputBundle): { now: string[]; later: string[] } {
  const chunks: Chunks = new Map();
  const styles: string[] = [];
  for (const [name, file] of Object.entries(bundle)) {
    if (file.type === 'chunk') chunks.set(name, file);
    else if (name.endsWith('.css')) styles.push(name);
  }
  const named = (wanted: (chunk: Rolldown.OutputChunk) => boolean) =>
    [...chunks].flatMap(([name, chunk]) => (wanted(chunk) ? [name] : []));
  const first = reachable(
    named((chunk) => chunk.isEntry || NOW.test(chunk.facadeModuleId ?? '')),
    chunks,
    false,
  );
  const all = reachable(
    named((chunk) => chunk.isEntry),
    chunks,
    true,
  );
  const pathOf = (name: string) => `/${name}`;
  const ofShop = styles.filter((name) => /\/styles-/.test(name));
  return {
    now: [...[...first].map(pathOf), ...ofShop.map(pathOf), `/fonts/${TEXT_FONT.file}`].sort(),
    later: [
      ...[...all].filter((name) => !first.has(name)),
      ...styles.filter((name) => !ofShop.includes(name)),
    ]
      .map(pathOf)
      .sort(),
  };
}

/** The script of the service worker, with the files of this build written into it. */
async function bundled(files: { now: string[]; later: string[] }): Promise<string> {
  const id = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 12);
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILD: JSON.stringify({ id, ...files }) },
    build: {
      write: false,
      minify: true,
      lib: { entry: ENTRY, formats: ['iife'], name: 'worker', fileName: 'service-worker' },
    },
  });
  const [{ output: parts }] = output as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  return parts[0].code;
}

/** Writes service-worker.js beside the client's folder: the server answers it (app/server/http/service-worker.ts). */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  async writeBundle({ dir }, bundle) {
    await writeFile(join(dirname(dir as string), 'service-worker.js'), await bundled(filesOf(bundle)));
  },
};
