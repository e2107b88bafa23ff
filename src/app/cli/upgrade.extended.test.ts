import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withConnection } from '#db/connection.ts';
import { backUp } from '#platform/backup/back-up.ts';
import { readBackup } from '#platform/backup/read-backup.ts';
import { restoreBackup } from '#platform/backup/restore-backup.ts';
import { expectImagesOpen, readRows, releases } from '#platform/backup/test-releases.ts';
import { debianPostgres } from '#platform/postgres/binaries.ts';
import { layoutOf } from '#platform/postgres/data-folder.ts';
import { type RunningPostgres, startPostgres } from '#platform/postgres/start-postgres.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import { TEST_ENVIRONMENT } from '#platform/test-environment.ts';
import { uploadsDirOf } from '../server/folders.ts';

let dir = '';
let server: RunningPostgres | undefined;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-major-'));
  // The server runs under a separate account when this process is root.
  await chmod(dir, 0o711);
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(dir, { recursive: true, force: true });
});

/** A command of this version on the data folder. */
const run = (script: string, ...args: string[]): Promise<{ code: number; text: string }> =>
  new Promise((resolve) => {
    const env = { ...TEST_ENVIRONMENT, SHOP_MODE: 'demo', DATA_DIR: join(dir, 'data') };
    execFile(
      process.execPath,
      [`src/app/cli/${script}.ts`, ...args],
      { env: { ...env, BACKUP_DIR: join(dir, 'backups') } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, text: out + err }),
    );
  });

test.each(releases)(
  'DOCTOR-04 a shop of version %s on PostgreSQL 15 moves to the built-in one by backup and restore',
  async (_, release) => {
    const binaries = debianPostgres();
    if (!binaries) throw new Error('It needs Debian’s PostgreSQL: apt-get install postgresql-15');
    const dataDir = join(dir, 'data');
    await mkdir(dataDir);
    const storage = localStorage(uploadsDirOf(dataDir));

    // The release before, which brought PostgreSQL 15: a cluster, the shop in it, and `npm run backup`.
    server = await startPostgres({ dataDir, log: () => {}, binaries });
    await restoreBackup({ databaseUrl: server.url, storage, folder: release });
    const { folder } = await backUp({
      ...{ databaseUrl: server.url, storage, dir: join(dir, 'backups'), keep: 1, secret: 'x'.repeat(32) },
      room: async () => Number.MAX_SAFE_INTEGER,
    });
    const { manifest } = await readBackup(folder, undefined);
    expect(manifest.postgres).toMatch(/^15\./);
    const tables = manifest.tables.filter(({ name }) => name !== 'backups');
    const before = await withConnection(server.url, 'test', (client) => readRows(client, tables, true));
    await server.stop();

    // This release refuses the old cluster and names the steps.
    const refused = await run('backup');
    expect(refused).toEqual({ code: 1, text: expect.stringContaining('was written by PostgreSQL 15') });
    const { home } = layoutOf(dataDir);
    await rename(home, `${home}-15`);
    await rm(uploadsDirOf(dataDir), { recursive: true });
    expect(await run('restore', basename(folder))).toMatchObject({ code: 0 });

    server = await startPostgres({ dataDir, log: () => {} });
    await withConnection(server.url, 'test', async (client) => {
      const { rows: version } = await client.query(`select current_setting('server_version_num')::int as n`);
      expect(version[0].n).toBeGreaterThan(160_000);
      const after = await readRows(client, tables, true);
      for (const [table, rows] of before) expect(after.get(table), table).toEqual(rows);
      const { rows: mail } = await client.query(
        `select data->>'to' as to from pgboss.job where name = 'mail'`,
      );
      expect(mail).toEqual([{ to: 'customer@demo.shop' }]);
      expect(await expectImagesOpen(client, storage)).toBeGreaterThan(100);
    });
  },
);
