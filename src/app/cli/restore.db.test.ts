import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBackup } from '#platform/backup/make-backup.ts';
import { connectOwner, createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { localStorage } from '#platform/storage/local-storage.ts';

let backedUp: TestDatabase;
let empty: TestDatabase;
let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-restore-'));
  [backedUp, empty] = [await createTestDatabase(), await createTestDatabase()];
  const owner = await connectOwner(empty.url);
  await owner.query('drop schema public, history, drizzle cascade; create schema public');
  await owner.end();
});
afterAll(async () => {
  await backedUp?.drop();
  await empty?.drop();
  await rm(dir, { recursive: true, force: true });
});

function restore(
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const own = { PATH: process.env.PATH, SHOP_MODE: 'demo', DATA_DIR: join(dir, 'data'), INIT_CWD: dir };
    execFile(
      process.execPath,
      ['src/app/cli/restore.ts', name],
      { env: { ...own, DATABASE_URL: empty.url, ...env } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

test('a backup is restored by its name in BACKUP_DIR; an unknown name is reported with the available ones', {
  timeout: 60_000,
}, async () => {
  const { folder } = await makeBackup({
    databaseUrl: backedUp.url,
    storage: localStorage(join(dir, 'uploads')),
    dir: join(dir, 'made'),
    secret: 'a-secret-of-more-than-thirty-two-letters',
  });
  const name = basename(folder);
  const elsewhere = join(dir, 'another-disk');
  await mkdir(elsewhere);
  await rename(folder, join(elsewhere, name));

  const lost = await restore(name);
  expect([lost.code, lost.err]).toEqual([
    1,
    `There is no backup '${name}', neither at ${join(dir, name)} nor in ${join(dir, 'data', 'backups')}.
${join(dir, 'data', 'backups')} has no backups. Set BACKUP_DIR to the folder that has them, or give the path of one.
`,
  ]);
  const misspelt = await restore('2020', { BACKUP_DIR: elsewhere });
  expect([misspelt.code, misspelt.err]).toEqual([
    1,
    expect.stringMatching(new RegExp(`nor in ${elsewhere}\\.\nThere are: ${name}\\.\n$`)),
  ]);
  const restored = await restore(name, { BACKUP_DIR: elsewhere });
  expect([restored.code, restored.err]).toEqual([0, '']);
  expect(restored.out).toContain('Restored as it was at');
  expect(dirname(folder)).toBe(join(dir, 'made'));
});
