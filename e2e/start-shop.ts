import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { startIdentityProvider } from '#platform/auth/oidc/test-identity-provider.ts';
import { freePort } from '#platform/postgres/free-port.ts';
import { runningDatabaseUrl } from '#platform/postgres/running-database.ts';
import { copyDataFolder } from '#platform/postgres/test-copy-data-folder.ts';
import { ensureBuild } from '../tools/build.ts';
import { runShop } from '../tools/shop-process.ts';

/** A map tile of one pixel: tests send no requests outside this machine. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** What one worker's tests need to know of their running shop. */
interface RunningShop {
  url: string;
  dataDir: string;
  tilesUrl: string;
  /** Where a test may start a push service that this shop sends to. */
  pushPort: number;
  pid: number;
}

type Cleanups = (() => Promise<unknown>)[];

/**
 * Starts the built shop once for each worker, each with a demo store, a server of map tiles and an identity provider
 * that can sign in to the shop. Returns a function that stops all of them.
 * While tests are being written, a running shop can be used instead, with --workers=1: SHOP_URL, its
 * SHOP_DATA_DIR and, for measurements of the process, its SHOP_PID.
 */
export default async function startShops({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (process.env.SHOP_URL && process.env.SHOP_DATA_DIR) return async () => {};
  // The workers and their shops have the build of now.
  process.env.BUILD_DIR ??= await ensureBuild(console.log);
  const cleanups: Cleanups = [];
  const end = async () => {
    const outcomes = [];
    for (const one of cleanups.splice(0).reverse()) outcomes.push(await one().catch((error: Error) => error));
    const failed = outcomes.find((outcome) => outcome instanceof Error);
    if (failed) throw failed;
  };
  try {
    const folders = await seededFolders(workers, cleanups);
    process.env.SHOPS = JSON.stringify(
      await Promise.all(folders.map((dataDir) => startShop(dataDir, cleanups))),
    );
  } catch (error) {
    await end().catch(() => {});
    throw error;
  }
  return end;
}

/** Sets the environment variables of this worker's shop. */
export function takeOwnShop(): void {
  const { SHOPS, TEST_PARALLEL_INDEX } = process.env;
  if (!SHOPS || !TEST_PARALLEL_INDEX) return;
  const { url, dataDir, tilesUrl, pushPort, pid } = (JSON.parse(SHOPS) as RunningShop[])[
    Number(TEST_PARALLEL_INDEX)
  ]!;
  process.env.SHOP_URL = url;
  process.env.SHOP_DATA_DIR = dataDir;
  process.env.SHOP_TILES_URL = tilesUrl;
  process.env.SHOP_PUSH_PORT = String(pushPort);
  process.env.SHOP_PID = String(pid);
}

/** Creates `count` data folders with the same demo store, which is drawn once. */
async function seededFolders(count: number, cleanups: Cleanups): Promise<string[]> {
  const parent = await mkdtemp(join(tmpdir(), 'aso-journeys-'));
  cleanups.push(() => rm(parent, { recursive: true, force: true }));
  // PostgreSQL does not run as root and must be able to enter the folder.
  await chmod(parent, 0o755);
  const [first, ...others] = Array.from({ length: count }, (_, index) => join(parent, String(index)));
  const PORT = String(await freePort());
  const seeded = await runShop({ PORT, DATA_DIR: first!, BACKGROUND_WORK: 'false' });
  await seeded.end();
  for (const folder of others) await copyDataFolder(first!, folder);
  return [first!, ...others];
}

async function startShop(dataDir: string, cleanups: Cleanups): Promise<RunningShop> {
  // Also the receiver of webhooks: /answer/500 answers 500.
  const tiles = createServer(({ url = '' }, response) => {
    const status = /^\/answer\/(\d{3})$/.exec(url)?.[1];
    if (status) response.writeHead(Number(status)).end(`{"status":${status}}`);
    else response.writeHead(200, { 'content-type': 'image/png' }).end(TILE);
  });
  await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
  cleanups.push(async () => tiles.close());
  const tilesUrl = `http://localhost:${(tiles.address() as AddressInfo).port}`;
  const [port, pushPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const provider = await startIdentityProvider({ shopUrl: url });
  cleanups.push(() => provider.close());
  const shop = await runShop({
    PORT: String(port),
    DATA_DIR: dataDir,
    PRIVATE_HOSTS: `${new URL(tilesUrl).host.replace('localhost', '127.0.0.1')} 127.0.0.1:${pushPort}`,
    MAP_TILES_URL: `${tilesUrl}/{z}/{x}/{y}.png`,
    OIDC_PROVIDERS: JSON.stringify([provider.settings]),
    SOCIAL_INSTAGRAM: 'https://instagram.com/asohouse',
    LOG_LEVEL: 'warn',
  });
  cleanups.push(async () => {
    await shop.end();
    // Errors logged by the server fail the tests, as a console.error of the page does.
    const errors = shop.log.filter((line) => /"level":[56]0/.test(line));
    if (errors.length > 0) throw new Error(`The server logged errors:\n${errors.slice(0, 10).join('\n')}`);
  });
  return { url, dataDir, tilesUrl, pushPort, pid: shop.pid };
}

/** The owner's URL of the embedded database of a running shop. */
export function databaseUrlOf(dataDir: string): string {
  const url = runningDatabaseUrl(dataDir);
  if (!url) throw new Error(`No database runs on ${dataDir}`);
  return url;
}
