import { join } from 'node:path';
import { createServerModuleRunner, normalizePath, type ViteDevServer } from 'vite';
import type { ModuleRunner } from 'vite/module-runner';

/** The part of the server whose change needs a new shop. Pages are rendered by separately loaded code. */
export interface ServerCode {
  readConfiguration: typeof import('#app/cli/configuration.ts').readConfiguration;
  withEveryFact: typeof import('#platform/config.ts').withEveryFact;
  openShop: typeof import('#app/cli/open-shop.ts').openShop;
  createShop: typeof import('#app/server/shop.ts').createShop;
}
export type Render = typeof import('#app/server/http/render.tsx').render;

export interface CodeLoader {
  /** The same object until a module of the server changes. With `isAll`, all modules are evaluated again. */
  loadServer(options: { isAll: boolean }): Promise<ServerCode>;
  /** The same function until a module of the pages changes. */
  loadRender(): Promise<Render>;
}

/** Loads the server's part of the source into this process; only modules that changed, and what imports them. */
export function createCodeLoader(vite: ViteDevServer): CodeLoader {
  const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
  refuseMissingExports(runner, normalizePath(join(vite.config.root, 'src/')));
  let last: ServerCode | undefined;
  const load = (path: string) => runner.import(`/src/${path}`);
  return {
    async loadServer({ isAll }) {
      // After a failure: modules that were never reached are not known as changed.
      if (isAll) runner.clearCache();
      const { readConfiguration } = await load('app/cli/configuration.ts');
      const { withEveryFact } = await load('platform/config.ts');
      const { openShop } = await load('app/cli/open-shop.ts');
      const { createShop } = await load('app/server/shop.ts');
      const next: ServerCode = { readConfiguration, withEveryFact, openShop, createShop };
      const names = Object.keys(next) as (keyof ServerCode)[];
      if (!last || names.some((name) => next[name] !== last?.[name])) last = next;
      return last;
    },
    loadRender: async () => (await load('app/server/http/render.tsx')).render,
  };
}

interface ImportedModule {
  processImport(
    exports: object,
    fetched: { file?: string | null },
    metadata?: { isDynamicImport?: boolean; importedNames?: string[] },
  ): object;
}

/** Imports of names that a module does not export fail as in Node and in browsers; the runner returns undefined. */
function refuseMissingExports(runner: ModuleRunner, src: string): void {
  const inner = runner as unknown as ImportedModule;
  const processImport = inner.processImport.bind(runner);
  inner.processImport = (exports, fetched, metadata) => {
    const missing = metadata?.importedNames?.find((name) => name !== '*' && !(name in exports));
    if (missing && fetched.file?.startsWith(src) && !metadata?.isDynamicImport) {
      throw new SyntaxError(`${fetched.file} does not export ${missing}`);
    }
    return processImport(exports, fetched, metadata);
  };
}
