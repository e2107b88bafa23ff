import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localStorage } from './local-storage.ts';
import { BadStoragePath, contentTypeOf, pathOfAddress, type Storage } from './storage.ts';
import { uploadsApp } from './uploads-app.ts';

let dir = '';
let storage: Storage;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-storage-'));
  storage = localStorage(join(dir, 'uploads'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const jpeg = { contentType: 'image/jpeg' };
const bytes = Buffer.from('not really a picture');
const path = 'product-images/0199a8e4-0000-7000-8000-000000000000/1763630000000.jpg';

test('CALLS-57 a file is kept under its path and read back', async () => {
  expect(await storage.put(path, bytes, jpeg)).toMatchObject({ path, size: 20, contentType: 'image/jpeg' });
  const file = await storage.get(path);
  expect(await new Response(file!.stream).text()).toBe('not really a picture');
  expect(file!.modified).toBeInstanceOf(Date);
  expect(await storage.stat(path)).toMatchObject({ size: 20 });
  expect(storage.publicAddress(path)).toBe(`/uploads/${path}`);
});

test('CALLS-58 CALLS-59 a second put replaces the file', async () => {
  for (const name of ['hero_slides/a-b.png', 'category-images/a-b.png']) {
    await storage.put(name, Buffer.from('one'), { contentType: 'image/png' });
    await storage.put(name, Buffer.from('second'), { contentType: 'image/png' });
    expect((await storage.stat(name))!.size).toBe(6);
  }
});

test('a stream that breaks half-way leaves nothing, and the old file stands', async () => {
  await storage.put(path, bytes, jpeg);
  async function* broken() {
    yield Buffer.alloc(100_000);
    throw new Error('the phone lost its connection');
  }
  await expect(storage.put(path, broken(), jpeg)).rejects.toThrow('lost its connection');
  await expect(storage.put('hero_slides/new.jpg', broken(), jpeg)).rejects.toThrow();
  expect((await storage.stat(path))!.size).toBe(20);
  expect(await storage.stat('hero_slides/new.jpg')).toBeNull();
  expect(await readdir(join(dir, 'uploads', '.incoming'))).toEqual([]);
});

test('what a dead process left half written is cleared, what is being written is not', async () => {
  const incoming = join(dir, 'uploads', '.incoming');
  await mkdir(incoming, { recursive: true });
  for (const name of ['old', 'new']) await writeFile(join(incoming, name), 'x');
  await utimes(join(incoming, 'old'), 1, 1);
  await storage.put(path, bytes, jpeg);
  expect(await readdir(incoming)).toEqual(['new']);
});

test('CONST-11 a list without a limit has 100 items', async () => {
  const folder = join(dir, 'uploads', 'product-images', 'p');
  await mkdir(folder, { recursive: true });
  for (let n = 0; n < 120; n++) await writeFile(join(folder, `${String(n).padStart(3, '0')}.jpg`), 'x');
  await storage.put('product-images/a.jpg', bytes, jpeg);
  const listed = await storage.list('product-images');
  expect(listed).toHaveLength(100);
  expect(listed.slice(0, 2).map((file) => file.path)).toEqual([
    'product-images/a.jpg',
    'product-images/p/000.jpg',
  ]);
  expect(await storage.list('product-images/p/', 500)).toHaveLength(120);
  expect(await storage.list('hero_slides')).toEqual([]);
});

test('a deleted file is gone, and its product’s folder with the last one', async () => {
  await storage.put('product-images/p/1.jpg', bytes, jpeg);
  await storage.put('product-images/p/2.jpg', bytes, jpeg);
  expect(await storage.delete('product-images/p/1.jpg')).toBe(true);
  expect(await storage.delete('product-images/p/1.jpg')).toBe(false);
  await storage.delete('product-images/p/2.jpg');
  expect(await readdir(join(dir, 'uploads', 'product-images'))).toEqual([]);
});

test('files put and deleted beside each other in one folder do not disturb each other', async () => {
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      await storage.put(`product-images/p/${n}.jpg`, bytes, jpeg);
      await storage.delete(`product-images/p/${n}.jpg`);
    }),
  );
  expect(await storage.list('product-images')).toEqual([]);
});

const outside = [
  '../secret.jpg',
  'product-images/../../secret.jpg',
  'product-images/..',
  '/etc/passwd.jpg',
  'product-images//a.jpg',
  'product-images/.hidden.jpg',
  '.incoming/a.jpg',
  'product-images\\..\\a.jpg',
  'product-images/a\0.jpg',
  'product-images/a%2f.jpg',
  'product-images/a.jpg/',
  'other-bucket/a.jpg',
  'secret.jpg',
  'product-images/a.svg',
  'product-images/a.html',
  'product-images/a',
  `product-images/${'a'.repeat(200)}.jpg`,
  '',
  'product-images',
];
test.each(outside)('no file can be named %j', async (name) => {
  await writeFile(join(dir, 'secret.jpg'), 'secret');
  for (const attempt of [
    () => storage.put(name, bytes, jpeg),
    () => storage.get(name),
    () => storage.stat(name),
    () => storage.delete(name),
  ]) {
    await expect(attempt()).rejects.toBeInstanceOf(BadStoragePath);
  }
  expect(pathOfAddress(`/uploads/${name}`)).toBeNull();
  expect(await readFile(join(dir, 'secret.jpg'), 'utf8')).toBe('secret');
});

test.each(['', '..', 'other', 'product-images/../..', '/'])('no folder can be named %j', async (name) => {
  await expect(storage.list(name)).rejects.toBeInstanceOf(BadStoragePath);
});

test('a type that does not fit the ending is refused', async () => {
  await expect(storage.put(path, bytes, { contentType: 'text/html' })).rejects.toBeInstanceOf(BadStoragePath);
  expect(contentTypeOf('A.JPG')).toBe('image/jpeg');
  expect(contentTypeOf('a.constructor')).toBeNull();
});

test('CALLS-60 an upload is served without a session, as a picture and nothing else', async () => {
  await storage.put(path, bytes, jpeg);
  await storage.put('placeholder.jpg', bytes, jpeg);
  const app = uploadsApp(storage);
  const answer = await app.request(`/uploads/${path}`);
  expect(await answer.text()).toBe('not really a picture');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': '20',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'public, max-age=3600',
  });
  expect((await app.request('/uploads/placeholder.jpg')).status).toBe(200);
  const head = await app.request(`/uploads/${path}`, { method: 'HEAD' });
  expect([head.headers.get('content-length'), await head.text()]).toEqual(['20', '']);
  const etag = answer.headers.get('etag')!;
  const again = await app.request(`/uploads/${path}`, { headers: { 'if-none-match': `W/${etag}, "x"` } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const post = await app.request(`/uploads/${path}`, { method: 'POST' });
  expect(post.status).toBe(404);
});

test.each([
  '/uploads/',
  '/uploads/../secret.jpg',
  '/uploads/%2e%2e%2fsecret.jpg',
  '/uploads/product-images/%00.jpg',
  '/uploads/product-images/p',
  '/uploads/product-images/none.jpg',
  '/uploads/product-images/%zz.jpg',
])('%s is not found', async (address) => {
  await writeFile(join(dir, 'secret.jpg'), 'secret');
  await mkdir(join(dir, 'uploads/product-images/p'), { recursive: true });
  expect((await uploadsApp(storage).request(address)).status).toBe(404);
});

test('a folder with a picture’s name is not a file', async () => {
  await mkdir(join(dir, 'uploads/product-images/a.jpg'), { recursive: true });
  await symlink(dir, join(dir, 'uploads/product-images/b.jpg'));
  for (const name of ['a', 'b']) {
    expect(await storage.get(`product-images/${name}.jpg`)).toBeNull();
    expect(await storage.stat(`product-images/${name}.jpg`)).toBeNull();
  }
});
