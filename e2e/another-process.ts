import { spawn } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '#platform/postgres/free-port.ts';
import { databaseVariables } from '#platform/postgres/test-database.ts';
import { untilReady } from './start-shop.ts';

export interface AnotherProcess {
  url: string;
  /** The lines of its log so far. */
  log: string[];
  end(): Promise<void>;
}

/**
 * Starts another process over the database and images of the tested shop, as on a second machine, with these extra
 * settings. Resolves when the process is ready.
 */
export async function anotherProcess(settings: Record<string, string> = {}): Promise<AnotherProcess> {
  const shopDir = process.env.SHOP_DATA_DIR!;
  const port = Number(settings.PORT ?? (await freePort()));
  const url = `http://localhost:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'aso-another-'));
  for (const shared of ['uploads', 'auth-secret', 'mailbox'])
    await symlink(join(shopDir, shared), join(dataDir, shared));
  const shop = spawn(process.execPath, ['tools/start.ts'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      SHOP_MODE: 'demo',
      LOG_LEVEL: 'fatal',
      ...settings,
      ...databaseVariables(shopDir, settings.DATABASE_URL),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const log: string[] = [];
  createInterface({ input: shop.stdout }).on('line', (line) => log.push(line));
  const exited = new Promise((resolve) => shop.once('exit', resolve));
  const end = async () => {
    shop.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(url);
  } catch (error) {
    await end();
    throw error;
  }
  return { url, log, end };
}
