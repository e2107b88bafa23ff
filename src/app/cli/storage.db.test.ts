import { execFile } from 'node:child_process';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectOwner, createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import { s3Storage } from '#platform/storage/s3-storage.ts';
import { startTestS3, type TestS3 } from '#platform/storage/test-s3.ts';
import { TEST_ENVIRONMENT } from '#platform/test-environment.ts';
import { uploadsDirOf } from '../server/folders.ts';

// Each command is a separate process, on a machine under other load.
vi.setConfig({ testTimeout: 90_000 });

let database: TestDatabase;
let s3: TestS3;
let dataDir = '';
beforeAll(async () => {
  s3 = await startTestS3();
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'aso-storage-command-'));
});
afterAll(async () => {
  await s3?.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function storage(words: string[], more: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = {
      ...TEST_ENVIRONMENT,
      SHOP_MODE: 'demo',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      ...more,
    };
    execFile(process.execPath, ['src/app/cli/storage.ts', ...words], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

const put = (files: ReturnType<typeof localStorage>, path: string, size: number) =>
  files.put(path, new Uint8Array(size), { contentType: 'image/jpeg' });

test('check reports unused and missing images; --remove deletes the unused ones', async () => {
  const uploads = uploadsDirOf(dataDir);
  const files = localStorage(uploads);
  await put(files, 'hero_slides/old.jpg', 2_500_000);
  await put(files, 'hero_slides/new.jpg', 10);
  await utimes(join(uploads, 'hero_slides/old.jpg'), 1, 1);
  const owner = await connectOwner(database.url);
  await owner.query(`INSERT INTO categories (id, name, slug, image_url, image_width, image_height)
    VALUES (gen_random_uuid(), 'Men', 'men', '/uploads/category-images/men.jpg', 4, 5)`);
  await owner.end();
  expect(await storage(['check'])).toEqual({
    code: 0,
    err: '',
    out: [
      'unused   hero_slides/old.jpg  2.5 MB',
      'missing  /uploads/category-images/men.jpg',
      'Looked at 2 files. Missing images: 1.',
      'Shown by nothing: 1 file, 2.5 MB.',
      'npm run storage -- check --remove deletes them.',
      '',
    ].join('\n'),
  });
  expect(await storage(['check', '--remove'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^deleted {2}hero_slides\/old\.jpg {2}2\.5 MB\n[\s\S]*Deleted: 1 file, 2\.5 MB\.\n$/,
    ),
  });
  expect((await files.list('hero_slides')).map(({ path }) => path)).toEqual(['hero_slides/new.jpg']);
});

test('the configured storage is checked; unavailable storage is reported in one message', async () => {
  const settings = await s3.newBucket();
  await put(s3Storage(settings), 'product-images/p/1.jpg', 10);
  const env = {
    S3_ENDPOINT: settings.endpoint,
    S3_REGION: settings.region,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  };
  expect(await storage(['check'], env)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Looked at 1 file. '),
  });
  await s3.close();
  expect(await storage(['check'], env)).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The image storage at http:\S+ cannot be reached: ECONNREFUSED\n$/),
  });
});

test.each([[[]], [['check', '--delete']]])('%j is refused with the usage message', async (words) => {
  expect(await storage(words)).toMatchObject({
    code: 1,
    err: expect.stringContaining('npm run storage -- check'),
  });
});
