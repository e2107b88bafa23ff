import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectOwner, createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import type { S3Settings } from '#platform/storage/s3-calls.ts';
import { startTestS3, type TestS3 } from '#platform/storage/test-s3.ts';
import { backUp } from './back-up.ts';
import { readingBackups } from './backup-lock.ts';
import { type BackupPlace, folderPlace } from './backup-place.ts';
import { bucketPlace } from './bucket-place.ts';
import { type CopyDeps, copyBackups } from './copy-backups.ts';
import { backupsIn, listBackups, openBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { keyringOf } from './sealing.ts';
import { verifyNewestBackup } from './verify-newest.ts';

const KEY = 'a key of more than twenty letters';
let shop: TestDatabase;
let owner: Client;
let s3: TestS3;
let root: string;
let at: string;
let dir: string;
let storage: ReturnType<typeof localStorage>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'aso-copies-'));
  [shop, s3] = await Promise.all([createTestDatabase(), startTestS3()]);
  owner = await connectOwner(shop.url);
});
afterAll(async () => {
  await owner?.end();
  await s3?.close();
  await shop?.drop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  at = await mkdtemp(join(root, 'test-'));
  dir = join(at, 'backups');
  storage = localStorage(join(at, 'uploads'));
  for (const n of [1, 2, 3]) await putImage(n);
});
afterEach(() => owner.query('truncate backups'));

const pathOf = (n: number) => `product-images/a/${n}.jpg`;
const putImage = (n: number) => storage.put(pathOf(n), Buffer.alloc(7_000, n), { contentType: 'image/jpeg' });
const back = (keep = 7, sealed: { key?: string } = { key: KEY }) =>
  backUp({
    ...{ databaseUrl: shop.url, storage, dir, keep, secret: 'x'.repeat(32) },
    room: async () => Number.MAX_SAFE_INTEGER,
    ...sealed,
  });
const copy = (to: BackupPlace, more: Partial<CopyDeps> = {}) =>
  copyBackups({
    ...{ databaseUrl: shop.url, from: folderPlace(dir), to, keep: 30, key: KEY },
    room: async () => Number.POSITIVE_INFINITY,
    ...more,
  });
async function namesIn(place: BackupPlace, folder = 'images'): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of place.walk(folder)) names.push(name);
  return names.sort();
}
const noted = async () =>
  (await owner.query('select copied_at, copied_to, copy_error from backups order by made_at desc limit 1'))
    .rows[0];

const newPlace = {
  folder: async () => folderPlace(join(at, 'copies')),
  bucket: async () => bucketPlace(await s3.newBucket(), 'shop/backups'),
};

test.each(['folder', 'bucket'] as const)(
  'DOCTOR-03 a %s receives what it lacks, keeps a number of its own, and is restored from',
  async (kind) => {
    const to = await newPlace[kind]();
    const first = await back();
    const tables = (await namesIn(folderPlace(dir), first.name)).length;
    expect(await copy(to)).toMatchObject({ files: tables + 3 });
    expect(await noted()).toMatchObject({ copied_to: to.address, copy_error: null });
    expect(await copy(to)).toEqual({ files: 0, bytes: 0 });

    await putImage(4);
    await storage.delete(pathOf(3));
    const second = await back(1);
    expect(await listBackups(dir)).toEqual([second.folder]);
    expect(await copy(to)).toMatchObject({ files: tables + 1 });
    // The copy still has the first, and all of its images.
    expect(await backupsIn(to)).toEqual([first.name, second.name]);
    expect(await namesIn(to)).toHaveLength(4);

    const place = await createTestDatabase('template1');
    const there = localStorage(join(at, 'there'));
    const restored = await restoreBackup({
      ...{ databaseUrl: place.url, storage: there, folder: first.name, place: to, key: KEY },
    });
    await place.drop();
    expect(restored.secret).toBe('x'.repeat(32));
    expect((await there.list('product-images')).map(({ path }) => path)).toEqual([1, 2, 3].map(pathOf));

    await copy(to, { keep: 1 });
    expect(await backupsIn(to)).toEqual([second.name]);
    expect(await namesIn(to)).toHaveLength(3);
  },
);

test('DOCTOR-03 an interrupted copy is no backup, and the next one completes it', async () => {
  const to = folderPlace(join(at, 'copies'));
  const { name } = await back();
  let written = 0;
  const failing: BackupPlace = {
    ...to,
    async write(file, source) {
      if (++written > 20) throw new Error('the disk is gone');
      return to.write(file, source);
    },
  };
  await expect(copy(failing)).rejects.toThrow('the disk is gone');
  expect(await noted()).toEqual({ copied_at: null, copied_to: null, copy_error: 'the disk is gone' });
  expect(await backupsIn(to)).toEqual([]);
  const copied = await copy(to);
  expect(copied.files).toBeLessThan((await namesIn(folderPlace(dir), name)).length + 3);
  expect(await backupsIn(to)).toEqual([name]);
  expect(await noted()).toMatchObject({ copy_error: null });
  // A file that was cut off there is copied again.
  await truncate(join(at, 'copies', (await namesIn(to))[0]!), 5);
  expect(await copy(to)).toMatchObject({ files: 1 });
});

test('DOCTOR-03 an image that is damaged here and deleted in the shop comes back from the copy', async () => {
  const to = folderPlace(join(at, 'copies'));
  await back();
  await copy(to);
  await storage.delete(pathOf(3));
  await back();
  const verify = () => verifyNewestBackup({ databaseUrl: shop.url, dir, key: KEY });
  for (const file of await namesIn(folderPlace(dir))) await writeFile(join(dir, file), 'x'.repeat(7_048));
  await expect(verify()).rejects.toThrow('3.jpg');
  await back();
  // The shop has two of the three; the damaged third is kept beside its name.
  expect((await namesIn(folderPlace(dir))).filter((name) => name.endsWith('.damaged'))).toHaveLength(1);
  await copy(to);
  await verify();
  await back(1);
  expect(await namesIn(folderPlace(dir))).toHaveLength(2);
});

test.each([KEY, undefined])('DOCTOR-03 a damaged image is not copied (key: %s)', async (key) => {
  const to = folderPlace(join(at, 'copies'));
  const one = { ...(key !== undefined && { key }) };
  await back(7, one);
  const [file] = await namesIn(folderPlace(dir));
  const bytes = await readFile(join(dir, file!));
  bytes[50]! ^= 1;
  await writeFile(join(dir, file!), bytes);
  await expect(copy(to, { key })).rejects.toThrow(`${file} is damaged. The next backup writes it anew.`);
  const { name, newImages } = await back(7, one);
  expect(newImages).toBe(1);
  await copy(to, { key });
  const copied = await openBackup(to, name, key === undefined ? undefined : keyringOf(key));
  for (const image of copied.manifest.pictures) for await (const _ of copied.readImage(image));
});

test('DOCTOR-03 a copy is not started on a disk without room for it, and copies are not deleted while backups are read', async () => {
  const to = folderPlace(join(at, 'copies'));
  await back();
  await expect(copy(to, { room: async () => 20_000 })).rejects.toThrow(
    `There is no room in ${to.address}: the copy needs 1 MB more.`,
  );
  expect(await readdir(join(at, 'copies')).catch(() => [])).toEqual([]);
  await copy(to);
  await back();
  await readingBackups(shop.url, () => copy(to, { keep: 1 }));
  expect(await backupsIn(to)).toHaveLength(2);
});

test('DOCTOR-03 the first copy of a shop with 200,000 images', async () => {
  await back();
  const from = folderPlace(dir);
  const many: CopyDeps['from'] = {
    ...from,
    async *walk(folder) {
      yield* from.walk(folder);
      const file = `${(await namesIn(from))[0]!.slice(0, -8)}`;
      for (let n = 0; folder.startsWith('images/') && n < 200_000; n++) {
        const name = file + String(n).padStart(8, '0');
        yield { name, size: 1, modified: new Date() };
      }
    },
  };
  const to = folderPlace(join(at, 'copies'));
  await expect(copy(to, { from: many, room: async () => 0 })).rejects.toThrow('There is no room');
});

test('DOCTOR-03 a store that does not answer is named, with its settings', async () => {
  await back();
  const settings: S3Settings = { ...(await s3.newBucket()), bucket: 'no-such-bucket' };
  await expect(copy(bucketPlace(settings))).rejects.toThrow(
    /The store of the backups at .* answered NoSuchBucket \(404\) for the bucket no-such-bucket. Please look at the variables BACKUP_COPY, ARCHIVE_PLACE and BACKUP_S3_…/,
  );
  expect((await noted()).copy_error).toMatch('no-such-bucket');
});

test('DOCTOR-03 a large file goes to a bucket in parts, and is whole or not there', async () => {
  const place = bucketPlace(await s3.newBucket(), '', { partSize: 5 * 2 ** 20 });
  const bytes = Buffer.alloc(12 * 2 ** 20, 'abc');
  async function* crumbs(until = bytes.length) {
    for (let from = 0; from < until; from += 100_000)
      yield bytes.subarray(from, Math.min(until, from + 100_000));
    if (until < bytes.length) throw new Error('the disk is gone');
  }
  await place.write('a/large', crumbs());
  const parts: Uint8Array[] = [];
  for await (const part of (await place.read('a/large'))!) parts.push(part);
  expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  await expect(place.write('a/half', crumbs(6 * 2 ** 20))).rejects.toThrow('the disk is gone');
  expect([await place.has('a/half'), await place.read('a/half')]).toEqual([false, null]);
  expect(await place.folders()).toEqual(['a']);
});

test('DOCTOR-03 a backup whose images were left behind says what to copy', async () => {
  const { folder } = await back();
  const moved = join(at, 'moved', basename(folder));
  await cp(folder, moved, { recursive: true });
  const place = await createTestDatabase('template1');
  await expect(restoreBackup({ databaseUrl: place.url, storage, folder: moved, key: KEY })).rejects.toThrow(
    /1\.jpg \(images\/.*\) is missing .* with their folder images/,
  );
  await place.drop();
});
