import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeBackup } from '#platform/backup/make-backup.ts';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import { startTestS3 } from '#platform/storage/test-s3.ts';
import { TEST_ENVIRONMENT } from '#platform/test-environment.ts';

let backedUp: TestDatabase;
let empty: TestDatabase;
let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-restore-'));
  backedUp = await createTestDatabase();
});
beforeEach(async () => {
  empty = await createTestDatabase('template1');
});
afterEach(() => empty?.drop());
afterAll(async () => {
  await backedUp?.drop();
  await rm(dir, { recursive: true, force: true });
});

const restore = (name: string, env: NodeJS.ProcessEnv = {}) => run('restore', [name], env);

function run(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const own = { ...TEST_ENVIRONMENT, SHOP_MODE: 'demo', DATA_DIR: join(dir, 'data'), INIT_CWD: dir };
    execFile(
      process.execPath,
      [`src/app/cli/${script}.ts`, ...args],
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
  expect(lost.out).not.toContain('The shop opens with it');
  const misspelt = await restore('2020', { BACKUP_DIR: elsewhere });
  expect([misspelt.code, misspelt.err]).toEqual([
    1,
    expect.stringMatching(new RegExp(`nor in ${elsewhere}\\.\nThere are: ${name}\\.\n$`)),
  ]);
  const restored = await restore(name, { BACKUP_DIR: elsewhere });
  expect([restored.code, restored.err]).toEqual([0, '']);
  expect(restored.out).toContain('Restored as it was at');
  expect(restored.out).toContain('The shop opens with it');
  expect(dirname(folder)).toBe(join(dir, 'made'));
});

test('DOCTOR-03 a shop is backed up, copied to a bucket and restored from there with its images', {
  timeout: 60_000,
}, async () => {
  const s3 = await startTestS3();
  try {
    const { bucket, endpoint, region } = await s3.newBucket();
    const address = `s3://${bucket}/shops/ade`;
    const env = {
      ...{ BACKUP_COPY: address, BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region },
      ...{ BACKUP_S3_ACCESS_KEY_ID: 'S3RVER', BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER' },
      ...{ BACKUP_S3_FORCE_PATH_STYLE: 'true', BACKUP_KEY: 'a key of more than twenty letters' },
    };
    const image = 'product-images/a/1.jpg';
    const made = join(dir, 'lost');
    await localStorage(join(made, 'uploads')).put(image, Buffer.from('image'), { contentType: 'image/jpeg' });
    const backup = await run('backup', [], { ...env, DATA_DIR: made, DATABASE_URL: backedUp.url });
    expect([backup.code, backup.err]).toEqual([0, '']);
    expect(backup.out).toMatch(/rows and 1 image \(1 new\), 1 MB\.\nCopied to s3:.*: \d+ files, 1 MB\./);
    const copied = await run('backup', ['copy'], { ...env, DATA_DIR: made, DATABASE_URL: backedUp.url });
    expect([copied.code, copied.out]).toEqual([0, `${address} has all of it already.\n`]);
    const name = /aso-house-[^:]+/.exec(backup.out)![0];
    // The machine is lost; the new one has the settings only.
    await rm(made, { recursive: true });

    const misspelt = await restore(`${address}/aso-house-2020`, env);
    expect([misspelt.code, misspelt.err]).toEqual([
      1,
      `There is no backup at ${address}/aso-house-2020.\nThere are: ${name}.\n`,
    ]);
    const restored = await restore(`${address}/${name}`, env);
    expect([restored.code, restored.err]).toEqual([0, '']);
    expect(await readFile(join(dir, 'data/uploads', image), 'utf8')).toBe('image');
    await empty.drop();
    empty = await createTestDatabase('template1');
    await rm(join(dir, 'data'), { recursive: true });
    expect(await restore(name, env)).toMatchObject({ code: 0, err: '' });
  } finally {
    await s3.close();
  }
});
