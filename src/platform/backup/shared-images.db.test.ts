import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectOwner, createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import { backUp } from './back-up.ts';
import { readingBackups } from './backup-lock.ts';
import type { BackupDeps } from './make-backup.ts';
import { listBackups, readBackup } from './read-backup.ts';
import { type RestoreDeps, restoreBackup } from './restore-backup.ts';
import { keyringOf } from './sealing.ts';
import { verifyNewestBackup } from './verify-newest.ts';

const KEY = 'a key of more than twenty letters';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let shop: TestDatabase;
let owner: Client;
let root: string;
/** New for each test: the folder of the backups and the storage. */
let dir: string;
let storage: ReturnType<typeof localStorage>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'aso-images-'));
  shop = await createTestDatabase();
  owner = await connectOwner(shop.url);
});
afterAll(async () => {
  await owner?.end();
  await shop?.drop();
  await rm(root, { recursive: true, force: true });
});
let at = '';
beforeEach(async () => {
  at = await mkdtemp(join(root, 'test-'));
  dir = join(at, 'backups');
  storage = localStorage(join(at, 'uploads'));
  for (const n of [1, 2, 3]) await putImage(n);
});
afterEach(() => owner.query('truncate backups'));

const pathOf = (n: number) => `product-images/a/${n}.jpg`;
const bytesOf = (n: number) => Buffer.alloc(70_000, n);
const anHourAgo = () => new Date(Date.now() - 60 * 60_000);

/** An image that was uploaded an hour ago. */
async function putImage(n: number, bytes = bytesOf(n), modified = anHourAgo()): Promise<void> {
  await storage.put(pathOf(n), bytes, { contentType: 'image/jpeg' });
  await utimes(join(at, 'uploads', pathOf(n)), modified, modified);
}

const back = (more: Partial<BackupDeps> & { keep?: number } = {}) =>
  backUp({
    ...{ databaseUrl: shop.url, storage, dir, keep: 7, secret: 'x'.repeat(32) },
    room: async () => Number.MAX_SAFE_INTEGER,
    ...more,
  });
const verify = (key?: string) =>
  verifyNewestBackup({ databaseUrl: shop.url, dir, ...(key !== undefined && { key }) });

/** The files of the stored images, in a folder named by a SHA-256 or by a salt. */
const storedFiles = async () =>
  (await readdir(join(dir, 'images'), { recursive: true, withFileTypes: true }))
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name))
    .sort();
const fileOf = (n: number) => {
  const name = sha256(bytesOf(n));
  return join(dir, 'images/unsealed', name.slice(0, 2), name);
};

/** The names of the images of a backup. Fails if one is damaged. */
async function imagesIn(folder: string, key?: string): Promise<string[]> {
  const backup = await readBackup(folder, key === undefined ? undefined : keyringOf(key));
  for (const image of backup.manifest.pictures) for await (const _ of backup.readImage(image));
  return backup.manifest.pictures.map(({ path }) => basename(path));
}

/** Restores a backup into a database that is dropped, and into this storage. */
async function restore(folder: string, more: Partial<RestoreDeps> = {}): Promise<void> {
  const place = await createTestDatabase('template1');
  try {
    await restoreBackup({ databaseUrl: place.url, storage, folder, ...more });
  } finally {
    await place.drop();
  }
}

test.each([undefined, KEY])(
  'DOCTOR-03 an unchanged image is stored once, and is not read for the next backup (key: %s)',
  async (key) => {
    const reads: string[] = [];
    const counted = {
      ...storage,
      get(path: string) {
        reads.push(path);
        return storage.get(path);
      },
    };
    const options = { storage: counted, ...(key !== undefined && { key }) };
    const first = await back(options);
    expect(first).toMatchObject({ images: 3, newImages: 3 });
    expect(first.newImageBytes).toBeGreaterThanOrEqual(210_000);
    expect(reads).toHaveLength(3);
    const files = await storedFiles();
    expect(files).toHaveLength(3);

    // The same content under another name, new content, and other content of the same size under the same name.
    const second = await back(options);
    expect(second).toMatchObject({ images: 3, newImages: 0, newImageBytes: 0 });
    expect(reads).toHaveLength(3);
    expect(await storedFiles()).toEqual(files);
    await putImage(4, bytesOf(1));
    await putImage(5);
    await putImage(2, bytesOf(9), new Date());
    const third = await back(options);
    expect(third).toMatchObject({ images: 5, newImages: 2 });
    expect(reads.slice(3).sort()).toEqual([2, 4, 5].map(pathOf));
    expect(await storedFiles()).toHaveLength(5);

    const names = ['1.jpg', '2.jpg', '3.jpg'];
    expect(await imagesIn(first.folder, key)).toEqual(names);
    expect(await imagesIn(third.folder, key)).toEqual([...names, '4.jpg', '5.jpg']);
    expect(await verify(key)).toMatchObject({ images: 5 });
  },
);

test('DOCTOR-03 an image that was written at the time of a backup is read again by the next', async () => {
  await putImage(1, bytesOf(1), new Date());
  await back();
  const modified = (await storage.stat(pathOf(1)))!.modified;
  await putImage(1, bytesOf(8), modified);
  expect(await back()).toMatchObject({ newImages: 1 });
});

test('DOCTOR-03 names of sealed images say nothing of them, and another key stores all of them again', async () => {
  const first = await back({ key: KEY });
  const names = (await readdir(dir, { recursive: true })).join('\n');
  for (const n of [1, 2, 3]) expect(names).not.toContain(sha256(bytesOf(n)));
  expect(names).not.toContain('.jpg');
  for (const file of await storedFiles()) {
    expect((await readFile(file)).includes(bytesOf(1).subarray(0, 100))).toBe(false);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  }
  expect(await back({ key: KEY })).toMatchObject({ newImages: 0 });

  const other = `${KEY}!`;
  const changed = await back({ key: other, keep: 2 });
  expect(changed).toMatchObject({ newImages: 3 });
  // The backup of the first key still has its images, although this key does not open it.
  expect(await storedFiles()).toHaveLength(6);
  const [kept] = await listBackups(dir);
  expect(kept).not.toBe(first.folder);
  expect(await imagesIn(kept!, KEY)).toHaveLength(3);
  await verify(other);
  await back({ key: other, keep: 2 });
  expect(await storedFiles()).toHaveLength(3);
  expect(await readdir(join(dir, 'images'))).toHaveLength(1);
});

test('DOCTOR-03 a verification names a damaged image, and the next backup writes it anew', async () => {
  const first = await back();
  const bytes = await readFile(fileOf(2));
  bytes[100]! ^= 1;
  await writeFile(fileOf(2), bytes);
  await back();
  const found = verify();
  await expect(found).rejects.toThrow(
    /product-images\/a\/2\.jpg \(images\/unsealed\/[0-9a-f/]+\) is not what was backed up: it is damaged\. The next/,
  );
  await expect(imagesIn(first.folder)).rejects.toThrow(/2\.jpg .* is missing .*--skip-damaged-images/);
  const there = localStorage(join(at, 'there'));
  const skipped: string[] = [];
  await restore(first.folder, { storage: there, onDamagedImage: ({ file }) => void skipped.push(file) });
  expect((await there.list('product-images')).map(({ path }) => path)).toEqual([pathOf(1), pathOf(3)]);
  expect(skipped.map((file) => join(dir, file))).toEqual([fileOf(2)]);

  expect(await back()).toMatchObject({ newImages: 1 });
  await verify();
  // Every backup is whole again.
  expect(await imagesIn(first.folder)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  // A shorter file is found without a verification.
  await truncate(fileOf(3), 10);
  expect(await back()).toMatchObject({ newImages: 1 });
  await verify();
});

test('DOCTOR-03 a verification also reads the images that only older backups have', async () => {
  await back();
  await storage.delete(pathOf(3));
  await back();
  await verify();
  await truncate(fileOf(3), 10);
  await expect(verify()).rejects.toThrow('product-images/a/3.jpg');
});

test('DOCTOR-03 images that no backup has are deleted, but not while a backup is made, copied or verified', async () => {
  await back();
  await storage.delete(pathOf(3));
  await readingBackups(shop.url, async () => {
    await back({ keep: 1 });
    expect(await listBackups(dir)).toHaveLength(2);
    expect(await storedFiles()).toHaveLength(3);
  });
  // What a killed process left.
  await writeFile(`${fileOf(1)}.partial`, 'x');
  await back({ keep: 1 });
  expect(await listBackups(dir)).toHaveLength(1);
  expect(await storedFiles()).toEqual([fileOf(1), fileOf(2)].sort());
});

test('DOCTOR-03 images are kept while a backup cannot be opened that may have them', async () => {
  const { folder } = await back();
  await storage.delete(pathOf(3));
  await truncate(join(folder, 'manifest.json'), 100);
  await back();
  expect(await storedFiles()).toHaveLength(3);
  await back({ keep: 1 });
  expect(await storedFiles()).toHaveLength(2);
});

test('DOCTOR-03 a backup that lost its connection is not finished', async () => {
  const broken = {
    ...storage,
    async get(path: string) {
      await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'aso-house backup'`);
      return storage.get(path);
    },
  };
  await expect(back({ storage: broken })).rejects.toThrow('The connection to the database was lost');
  expect(await listBackups(dir)).toEqual([]);
});

test('DOCTOR-03 a disk without room for an image refuses it before it is written', async () => {
  const room = async () => 100_000 - 70_000 * (await storedFiles().catch(() => [])).length;
  await expect(
    backUp({ ...{ databaseUrl: shop.url, storage, dir, keep: 1, secret: 'x'.repeat(32) }, room }),
  ).rejects.toThrow(/no room for a backup in .*: a new image takes 1 MB, and 1 MB are left/);
  expect(await storedFiles()).toHaveLength(1);
});

test('DOCTOR-03 a backup of version 1.0.0, with images of its own, is restored and verified beside newer ones', async () => {
  const before = join(dir, 'aso-house-2026-01-01T030000.000Z');
  await cp('releases/1.0.0', before, { recursive: true });
  await restore(before);
  const { images, folder } = await back({ keep: 2 });
  expect(images).toBeGreaterThan(100);
  const image = (await readdir(join(before, 'pictures/hero_slides')))[0]!;
  await truncate(join(before, 'pictures/hero_slides', image), 5);
  expect(await listBackups(dir)).toEqual([before, folder]);
  await rm(folder, { recursive: true });
  await expect(verify()).rejects.toThrow(`pictures/hero_slides/${image} is not what was backed up`);
});
