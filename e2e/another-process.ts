import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#platform/postgres/free-port.ts';
import { databaseVariables } from '#platform/postgres/test-database.ts';
import { runShop, type ShopProcess } from '../tools/shop-process.ts';

/**
 * Starts another process over the database and images of the tested shop, as on a second machine, with these extra
 * settings, and from the copy of the project in `project`. Resolves when the process is ready.
 */
export async function anotherProcess(
  settings: Record<string, string> = {},
  project?: string,
): Promise<ShopProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startProcess(settings, project);
    } catch (error) {
      // Between the search for a free port and its use, a connection of the browser may have taken it.
      if (attempt === 3 || settings.PORT || !/Port \d+ is/.test(String(error))) throw error;
    }
  }
}

async function startProcess(settings: Record<string, string>, project?: string): Promise<ShopProcess> {
  await using cleanups = new AsyncDisposableStack();
  const shopDir = process.env.SHOP_DATA_DIR!;
  const dataDir = await mkdtemp(join(tmpdir(), 'aso-another-'));
  cleanups.defer(() => rm(dataDir, { recursive: true, force: true }));
  for (const shared of ['uploads', 'auth-secret', 'mailbox'])
    await symlink(join(shopDir, shared), join(dataDir, shared));
  const PORT = String(await freePort());
  const database = databaseVariables(shopDir, settings.DATABASE_URL);
  const shop = cleanups.use(await runShop({ PORT, DATA_DIR: dataDir, ...settings, ...database }, project));
  const started = cleanups.move();
  const end = () => started.disposeAsync();
  return { ...shop, end, [Symbol.asyncDispose]: end };
}
