import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_ENVIRONMENT } from '#platform/test-environment.ts';

/** A guard against hanging: the first start draws the demo store. */
const READY_MS = 240_000;

type ShopSettings = Record<string, string> & { PORT: string; DATA_DIR: string };

/** A shop that runs as a process of its own. `await using` ends it with its block. */
export interface ShopProcess extends AsyncDisposable {
  url: string;
  pid: number;
  /** The lines that it has printed so far. */
  log: string[];
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
  end(): Promise<void>;
}

/**
 * Starts a shop for tests: the build in BUILD_DIR, so that an edit during the tests changes none of them, or the copy of
 * the project in the folder `project`. `flags` are of Node.
 */
export function spawnShop(
  settings: ShopSettings,
  { project, flags = [] }: { project?: string; flags?: string[] } = {},
) {
  const { BUILD_DIR } = process.env;
  const build = BUILD_DIR && !project ? [`--build=${BUILD_DIR}`] : [];
  return spawn(process.execPath, [...flags, 'tools/start.ts', ...build], {
    cwd: project ?? dirname(import.meta.dirname),
    env: {
      ...TEST_ENVIRONMENT,
      // As under npm: the shop ends when this process is gone (end-with-npm.ts), also after a signal or a crash.
      npm_lifecycle_event: 'test',
      PUBLIC_URL: urlOf(settings),
      SHOP_MODE: 'demo',
      LOG_LEVEL: 'fatal',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts a shop as `spawnShop` does; resolves when it is ready. */
export async function runShop(settings: ShopSettings, project?: string): Promise<ShopProcess> {
  const shop = spawnShop(settings, { project });
  const log: string[] = [];
  for (const output of [shop.stdout, shop.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      log.push(line);
      if (process.env.SHOP_LOG) console.log(line);
    });
  }
  const exited = new Promise<number | null>((resolve) => shop.once('close', resolve));
  const end = async () => {
    shop.kill('SIGTERM');
    await exited;
  };
  const url = urlOf(settings);
  for (const until = Date.now() + READY_MS; ; await sleep(100)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return { url, pid: shop.pid!, log, exited, end, [Symbol.asyncDispose]: end };
    if (shop.exitCode === null && shop.signalCode === null && Date.now() < until) continue;
    await end();
    throw new Error(`The shop was not ready, and exited with ${await exited}:\n${log.join('\n')}`);
  }
}

const urlOf = ({ PORT }: ShopSettings) => `http://localhost:${PORT}`;
