import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#platform/postgres/free-port.ts';
import { runningDatabaseUrl } from '#platform/postgres/running-database.ts';
import { LIVE_FACTS } from '#platform/test-live-facts.ts';
import { spawnShop } from '../tools/shop-process.ts';

/** As RestartSec in deploy/systemd/aso-house.service; the start command follows that file too. */
const RESTART_MS = 200;
/** The same for all processes over one database. */
const AUTH_SECRET = randomUUID();

/** A shop that is restarted whenever it exits, as by its systemd unit. */
export interface ResilienceShop {
  /** The URL of this process. */
  url: string;
  /** The origin of its pages for browsers: its PUBLIC_URL. */
  origin: string;
  dataDir: string;
  /** The database URL of the owner; throws while the database is not running. */
  databaseUrl(): string;
  /** The same, or null. */
  runningDatabase(): string | null;
  /** kill -9; the shop is restarted at once. */
  kill(): void;
  /** kill -9; the shop stays dead. */
  halt(): Promise<void>;
  /** Waits until the shop is ready, and returns the milliseconds from the call; throws after `within` ms. */
  ready(timeoutMs?: number): Promise<number>;
  /** The id of the serving process. */
  pid(): number;
  end(): Promise<void>;
}

/** Starts the built shop, with its own empty database or an existing one (`settings`). */
export async function startShop(settings: Record<string, string> = {}): Promise<ResilienceShop> {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'aso-resilience-')));
  // PostgreSQL does not run as root and must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const port = Number(settings.PORT ?? (await freePort()));
  const url = `http://localhost:${port}`;
  let process_: ChildProcess;
  let isOver = false;

  function run(): void {
    const started = spawnShop(
      {
        PORT: String(port),
        DATA_DIR: dataDir,
        // As in production, and without drawing two hundred images first.
        SHOP_MODE: 'live',
        HOST: '127.0.0.1',
        AUTH_SECRET,
        ...LIVE_FACTS,
        ...settings,
      },
      { flags: ['--max-old-space-size=320', '--max-semi-space-size=16'] },
    );
    // Unread output would stop it.
    started.stdout.resume();
    started.stderr.resume();
    started.once('exit', () => {
      if (!isOver) setTimeout(() => isOver || run(), RESTART_MS);
    });
    process_ = started;
  }
  run();

  const shop: ResilienceShop = {
    url,
    origin: settings.PUBLIC_URL ?? url,
    dataDir,
    databaseUrl() {
      const url = shop.runningDatabase();
      if (!url) throw new Error('The database is not running');
      return url;
    },
    runningDatabase: () => runningDatabaseUrl(dataDir) ?? null,
    kill: () => void process_.kill('SIGKILL'),
    async halt() {
      isOver = true;
      const exited = new Promise((resolve) => process_.once('exit', resolve));
      process_.kill('SIGKILL');
      await exited;
    },
    pid: () => process_.pid!,
    async ready(within = 60_000) {
      const began = performance.now();
      while (performance.now() - began < within) {
        const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
        if (answer?.ok) return performance.now() - began;
        await sleep(25);
      }
      throw new Error(`The shop was not ready within ${within / 1000} s`);
    },
    async end() {
      isOver = true;
      const exited = new Promise((resolve) => process_.once('exit', resolve));
      if (process_.exitCode === null && process_.signalCode === null) {
        process_.kill('SIGTERM');
        await exited;
      }
      if (!settings.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await shop.ready(240_000);
  } catch (error) {
    await shop.end();
    throw error;
  }
  return shop;
}
