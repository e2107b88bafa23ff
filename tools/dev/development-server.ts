import { existsSync, readFileSync, realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import { dirname, join, relative, sep } from 'node:path';
import { parseEnv } from 'node:util';
import { createServer as createViteServer, type Plugin, type ViteDevServer } from 'vite';
import type { ShopCode } from '#app/cli/start.ts';
import { ConfigError } from '#platform/config.ts';
import { listen } from '#platform/http/listen.ts';
import config from '../../vite.config.ts';
import { createReloadingShop, type ReloadingShop } from './reloading-shop.ts';

const ROOT = dirname(dirname(import.meta.dirname));
/** The code and settings of the command itself: a change is used by the next start. */
const OF_THE_COMMAND = /^(tools\/|vite\.config\.ts$|package\.json$|tsconfig\.json$)/;
/** Files that the server reads without importing them. */
const READ_AT_START = /^(\.env$|src\/db\/migrations\/)/;
const MIGRATION = /^src\/db\/migrations\/\w+\.sql$/;
const editedMigration = (path: string) =>
  `${path} changed: a database that has this migration already keeps what it was. To apply it anew, stop the shop and delete the folder postgres in DATA_DIR.`;
const NOT_WATCHED = ['.cache', 'build', 'data', 'e2e', 'playwright-report', 'test-results'];

/**
 * The code of the working tree, in this process: Vite serves the browser's part with hot reload on the port of the
 * shop and loads the server's part, which replaces itself on the same database (decision 0032).
 */
export function createDevelopmentServer(server: Server): ShopCode {
  let vite: ViteDevServer | undefined;
  let reloading: ReloadingShop | undefined;
  const envFile = followEnvFile();

  const onChange = (file: string, isNew: boolean) => {
    const path = relative(ROOT, file).split(sep).join('/');
    if (path === '.env') envFile.forget();
    if (MIGRATION.test(path) && !isNew) console.log(editedMigration(path));
    if (OF_THE_COMMAND.test(path)) console.log(`${path} changed: start npm run dev again to use it.`);
    else reloading?.reload({ isForced: READ_AT_START.test(path) });
  };

  return {
    async open(database) {
      if (database.given.SHOP_MODE === 'live') {
        throw new ConfigError('npm run dev is for a demo store. A live shop is started with npm start.');
      }
      vite = await createVite(server, onChange);
      reloading = createReloadingShop(vite, database);
      return reloading.open();
    },
    async listen(options) {
      const { port, close } = await listen({
        ...options,
        createServer: (answer) =>
          server.on('request', (request, response) =>
            vite?.middlewares(request, response, () => answer(request, response)),
          ),
      });
      return {
        port,
        async close() {
          // Browsers hold its WebSocket open.
          await vite?.close();
          await close();
        },
      };
    },
  };
}

type OnChange = (file: string, isNew: boolean) => void;

async function createVite(server: Server, onChange: OnChange): Promise<ViteDevServer> {
  const vite = await createViteServer({
    ...config,
    configFile: false,
    root: ROOT,
    // Not in node_modules, which several working trees may share.
    cacheDir: join(ROOT, '.cache/vite'),
    clearScreen: false,
    // The shop reads .env itself.
    envDir: false,
    plugins: [...(config.plugins ?? []), reportChanges(onChange)],
    server: {
      middlewareMode: { server },
      hmr: { server },
      // Nothing else of the project may be requested, such as data/ or .env.
      fs: { allow: ['src', 'node_modules', '.cache/vite'].flatMap(withTarget) },
      watch: { ignored: NOT_WATCHED.map((name) => join(ROOT, name, '**')) },
      forwardConsole: { unhandledErrors: true, logLevels: ['error'] },
    },
  });
  showFailedImports(vite);
  return vite;
}

/** A folder of the project, and the folder it links to. */
function withTarget(name: string): string[] {
  const path = join(ROOT, name);
  return existsSync(path) ? [path, realpathSync(path)] : [path];
}

/** Reports each changed file, after Vite has noted it. Vite updates only the browser's part itself. */
const reportChanges = (onChange: OnChange): Plugin => ({
  name: 'report-changes',
  hotUpdate: {
    order: 'post',
    handler({ file, type }) {
      if (this.environment.name !== 'ssr') return undefined;
      onChange(file, type === 'create');
      return [];
    },
  },
});

/** Vite's overlay shows code that cannot be compiled; here also a name that the imported module does not export. */
function showFailedImports({ environments }: ViteDevServer): void {
  const { hot } = environments.client;
  hot.on('vite:forward-console', ({ data }: { data: { message: string } }) => {
    if (!/does not provide an export/.test(data.message)) return;
    hot.send({ type: 'error', err: { message: data.message, stack: '' } });
  });
}

/** Forgets the variables that came from .env, so that its new values are read. */
function followEnvFile() {
  const file = join(ROOT, '.env');
  const read = () => (existsSync(file) ? Object.keys(parseEnv(readFileSync(file, 'utf8'))) : []);
  let names = read().filter((name) => process.env[name] === undefined);
  return {
    forget() {
      for (const name of names) delete process.env[name];
      names = read().filter((name) => process.env[name] === undefined);
    },
  };
}
