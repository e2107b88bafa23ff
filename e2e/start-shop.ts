import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startIdentityProvider } from '#platform/auth/test-identity-provider.ts';
import { freePort } from '#platform/postgres/free-port.ts';
import { runningAddress } from '#platform/postgres/running-address.ts';

/** A map tile of one pixel: journeys ask nobody outside this machine. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Starts the built shop with a demonstration of its own, a server of map tiles and a house whose accounts open the
 * shop. Gives what ends all of them.
 * While journeys are written, a shop that runs already serves as well: SHOP_URL, its
 * SHOP_DATA_DIR and, for what is measured of the process, its SHOP_PID.
 */
export default async function startShop(): Promise<() => Promise<void>> {
  if (process.env.SHOP_URL && process.env.SHOP_DATA_DIR) return async () => {};
  const tiles = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(TILE),
  );
  await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
  const tilesPort = (tiles.address() as AddressInfo).port;
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'aso-journeys-'));
  // The database's account is another than root's.
  await chmod(dataDir, 0o755);
  process.env.SHOP_URL = `http://localhost:${port}`;
  process.env.SHOP_DATA_DIR = dataDir;
  process.env.SHOP_TILES_URL = `http://localhost:${tilesPort}`;
  const house = await startIdentityProvider({ shopUrl: process.env.SHOP_URL });

  const shop = spawn(process.execPath, ['tools/start.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: process.env.SHOP_URL,
      DATA_DIR: dataDir,
      SHOP_MODE: 'demo',
      MAP_TILES_URL: `http://localhost:${tilesPort}/{z}/{x}/{y}.png`,
      OIDC_PROVIDERS: JSON.stringify([house.settings]),
      SOCIAL_INSTAGRAM: 'https://instagram.com/asohouse',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.env.SHOP_PID = String(shop.pid);
  const said: string[] = [];
  const hear = (chunk: Buffer) => {
    said.push(chunk.toString());
    if (process.env.SHOP_LOG) process.stdout.write(chunk);
  };
  shop.stdout.on('data', hear);
  shop.stderr.on('data', hear);
  const ended = new Promise<never>((_, reject) => {
    shop.once('exit', (code) => reject(new Error(`The shop ended with ${code}:\n${said.join('')}`)));
  });
  ended.catch(() => {});
  const end = async () => {
    if (shop.exitCode === null) {
      const gone = new Promise((resolve) => shop.once('exit', resolve));
      shop.kill('SIGTERM');
      await gone;
    }
    tiles.close();
    await house.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await Promise.race([ended, untilReady(process.env.SHOP_URL)]);
  } catch (error) {
    await end();
    throw error;
  }

  return async () => {
    await end();
    // Errors of the server during the journeys fail them, as a console.error of the page does.
    const errors = said
      .join('')
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line));
    if (errors.length > 0) throw new Error(`The server logged errors:\n${errors.slice(0, 10).join('\n')}`);
  };
}

export async function untilReady(url: string): Promise<void> {
  const end = Date.now() + 240_000;
  while (Date.now() < end) {
    const ready = await fetch(`${url}/readyz`).then(
      (r) => r.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The shop was not ready within four minutes');
}

/** The address, as its superuser, of the embedded database of a shop that runs. */
export function databaseUrlOf(dataDir: string): string {
  const url = runningAddress(dataDir);
  if (!url) throw new Error(`No database runs on ${dataDir}`);
  return url;
}
