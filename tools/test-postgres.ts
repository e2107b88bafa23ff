import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#db/migrate.ts';
import { debianPostgres } from '#platform/postgres/binaries.ts';
import { superuser } from '#platform/postgres/cluster.ts';
import { layoutOf } from '#platform/postgres/data-folder.ts';
import { urlForLogin } from '#platform/postgres/role-passwords.ts';
import { startPostgres } from '#platform/postgres/start-postgres.ts';
import { makeTemplate } from '#platform/postgres/test-database.ts';

/**
 * Starts one PostgreSQL for all database tests, in a temporary folder and on its own port, with a
 * migrated template that `createTestDatabase` copies. TEST_POSTGRES=15 uses Debian's instead of the bundled one.
 * Returns a function that stops it.
 */
export async function setup(): Promise<() => Promise<void>> {
  const { TEST_POSTGRES } = process.env;
  const binaries = TEST_POSTGRES === '15' ? debianPostgres() : undefined;
  if (binaries === null)
    throw new Error('TEST_POSTGRES=15 needs Debian’s PostgreSQL: apt-get install postgresql-15');
  const dir = await mkdtemp(join(tmpdir(), 'aso-test-'));
  // The server runs under a separate account when this process is root.
  await chmod(dir, 0o711);
  const postgres = await startPostgres({ dataDir: dir, log: console.log, durable: false, binaries });
  const end = async () => {
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const { stop: _, ...urls } = postgres;
    const password = (await readFile(layoutOf(dir).password, 'utf8')).trim();
    const superuserUrl = urlForLogin(postgres.url, superuser, password);
    process.env.TEST_DATABASE_SERVER = await makeTemplate({ ...urls, superuserUrl }, migrate);
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
