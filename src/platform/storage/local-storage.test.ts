import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localStorage } from './local-storage.ts';
import { BadStoragePath, type Storage } from './storage.ts';
import { uploadsApp } from './uploads-app.ts';

// Errors specific to a local folder; behaviour common to all storages is in storage.test.ts.

let dir = '';
let storage: Storage;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-storage-'));
  storage = localStorage(join(dir, 'uploads'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const jpeg = { contentType: 'image/jpeg' };
const bytes = Buffer.from('not really an image');
const path = 'product-images/0199a8e4-0000-7000-8000-000000000000/1763630000000.jpg';

test('an interrupted stream leaves no partial file', async () => {
  async function* broken() {
    yield Buffer.alloc(100_000);
    throw new Error('the phone lost its connection');
  }
  await expect(storage.put(path, broken(), jpeg)).rejects.toThrow('lost its connection');
  expect(await readdir(join(dir, 'uploads', '.incoming'))).toEqual([]);
});

test('partial files of a dead process are deleted, files being written are not', async () => {
  const incoming = join(dir, 'uploads', '.incoming');
  await mkdir(incoming, { recursive: true });
  for (const name of ['old', 'new']) await writeFile(join(incoming, name), 'x');
  await utimes(join(incoming, 'old'), 1, 1);
  await storage.put(path, bytes, jpeg);
  expect(await readdir(incoming)).toEqual(['new']);
});

test('a product’s folder is deleted with its last image', async () => {
  await storage.put('product-images/p/1.jpg', bytes, jpeg);
  await storage.put('product-images/p/2.jpg', bytes, jpeg);
  await storage.delete('product-images/p/1.jpg');
  expect(await readdir(join(dir, 'uploads', 'product-images'))).toEqual(['p']);
  await storage.delete('product-images/p/2.jpg');
  expect(await readdir(join(dir, 'uploads', 'product-images'))).toEqual([]);
});

test('files are listed in the order of their whole paths, as in S3', async () => {
  const paths = ['product-images/p-q/1.jpg', 'product-images/p.jpg', 'product-images/p/1.jpg'];
  for (const one of paths.toReversed()) await storage.put(one, bytes, jpeg);
  expect((await storage.list('product-images')).map((file) => file.path)).toEqual(paths);
});

test('foreign files in the folder are not listed', async () => {
  await mkdir(join(dir, 'uploads/product-images/p'), { recursive: true });
  for (const name of ['.hidden.jpg', 'a b.jpg', 'notes.txt', '1.jpg']) {
    await writeFile(join(dir, 'uploads/product-images/p', name), 'x');
  }
  expect((await storage.list('product-images')).map((file) => file.path)).toEqual(['product-images/p/1.jpg']);
});

test.each(['../secret.jpg', 'product-images/../../secret.jpg', 'product-images/..\\..\\secret.jpg'])(
  'no path leads out of the folder: %j',
  async (name) => {
    await writeFile(join(dir, 'secret.jpg'), 'secret');
    await expect(storage.get(name)).rejects.toBeInstanceOf(BadStoragePath);
    await expect(storage.put(name, bytes, jpeg)).rejects.toBeInstanceOf(BadStoragePath);
    await expect(storage.delete(name)).rejects.toBeInstanceOf(BadStoragePath);
    expect((await uploadsApp(storage).request(`/uploads/${encodeURIComponent(name)}`)).status).toBe(404);
    expect(await readFile(join(dir, 'secret.jpg'), 'utf8')).toBe('secret');
  },
);

test('a folder with an image’s name is not a file', async () => {
  await mkdir(join(dir, 'uploads/product-images/a.jpg'), { recursive: true });
  await symlink(dir, join(dir, 'uploads/product-images/b.jpg'));
  for (const name of ['a', 'b']) {
    expect(await storage.get(`product-images/${name}.jpg`)).toBeNull();
    expect(await storage.stat(`product-images/${name}.jpg`)).toBeNull();
  }
});
