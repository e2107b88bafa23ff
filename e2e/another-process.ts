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
 * settings, and from the copy of the project in `cwd`. Resolves when the process is ready.
 */
export async function anotherProcess(
  settings: Record<string, string> = {},
  cwd?: string,
): Promise<AnotherProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startProcess(settings, cwd);
    } catch (error) {
      // Between the search for a free port and its use, a connection of the browser may have taken it.
      if (attempt === 3 || settings.PORT || !/Port \d+ is/.test(String(error))) throw error;
    }
  }
}

async function startProcess(settings: Record<string, string>, cwd?: string): Promise<AnotherProcess> {
  const shopDir = process.env.SHOP_DATA_DIR!;
  const port = Number(settings.PORT ?? (await freePort()));
  const url = `http://localhost:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'aso-another-'));
  for (const shared of ['uploads', 'auth-secret', 'mailbox'])
    await symlink(join(shopDir, shared), join(dataDir, shared));
  const shop = spawn(process.execPath, ['tools/start.ts'], {
    cwd,
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
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  createInterface({ input: shop.stdout }).on('line', (line) => log.push(line));
  let errors = '';
  shop.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const exited = new Promise<number | null>((resolve) => shop.once('close', resolve));
  const end = async () => {
    shop.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await Promise.race([
      untilReady(url),
      exited.then((code) =>
        Promise.reject(new Error(`The process exited with ${code}:\n${[...log, errors].join('\n')}`)),
      ),
    ]);
  } catch (error) {
    await end();
    throw error;
  }
  return { url, log, end };
}
