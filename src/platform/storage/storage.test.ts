import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { localStorage } from './local-storage.ts';
import { s3Storage } from './s3-storage.ts';
import { BadStoragePath, contentTypeOf, type Storage, storagePathOf, uploadUrlOf } from './storage.ts';
import { startTestS3, type TestS3 } from './test-s3.ts';
import { uploadsApp } from './uploads-app.ts';

const jpeg = { contentType: 'image/jpeg' };
const bytes = Buffer.from('not really any image');
const path = 'product-images/0199a8e4-0000-7000-8000-000000000000/1763630000000.jpg';

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

let dir = '';
let s3: TestS3;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-storage-'));
  s3 = await startTestS3();
});
afterAll(async () => {
  await s3?.close();
  await rm(dir, { recursive: true, force: true });
});

// Both storages behave the same.
describe.each([
  ['a folder', async () => localStorage(await mkdtemp(join(dir, 'uploads-')))],
  ['S3', async () => s3Storage(await s3.newBucket())],
])('in %s', (_, emptyStorage) => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await emptyStorage();
  });

  test('CALLS-57 a file is stored under its path and read back', async () => {
    expect(await storage.put(path, bytes, jpeg)).toMatchObject({ path, size: 20, contentType: 'image/jpeg' });
    const file = await storage.get(path);
    expect(await new Response(file!.stream).text()).toBe('not really any image');
    expect(file!.modified).toBeInstanceOf(Date);
    expect(await storage.stat(path)).toMatchObject({ size: 20 });
    expect(uploadUrlOf(path)).toBe(`/uploads/${path}`);
  });

  test('CALLS-58 CALLS-59 a second put replaces the file', async () => {
    for (const name of ['hero_slides/a-b.png', 'category-images/a-b.png']) {
      await storage.put(name, Buffer.from('one'), { contentType: 'image/png' });
      await storage.put(name, Buffer.from('second'), { contentType: 'image/png' });
      expect((await storage.stat(name))!.size).toBe(6);
    }
  });

  test('an interrupted stream leaves nothing, and the old file remains', async () => {
    await storage.put(path, bytes, jpeg);
    async function* broken() {
      yield Buffer.alloc(100_000);
      throw new Error('the phone lost its connection');
    }
    await expect(storage.put(path, broken(), jpeg)).rejects.toThrow('lost its connection');
    await expect(storage.put('hero_slides/new.jpg', broken(), jpeg)).rejects.toThrow();
    expect((await storage.stat(path))!.size).toBe(20);
    expect(await storage.stat('hero_slides/new.jpg')).toBeNull();
  });

  test('a stream can be left partly read, and a file of many parts is returned complete', async () => {
    const large = Buffer.alloc(3_000_000, 'abcdefg');
    async function* parts() {
      for (let at = 0; at < large.length; at += 500_000) yield large.subarray(at, at + 500_000);
    }
    expect(await storage.put(path, parts(), jpeg)).toMatchObject({ size: 3_000_000 });
    const left = (await storage.get(path))!.stream.getReader();
    await left.read();
    await left.cancel();
    await (await storage.get(path))!.stream.cancel();
    const whole = await new Response((await storage.get(path))!.stream).arrayBuffer();
    expect(large.equals(Buffer.from(whole))).toBe(true);
  });

  test('CONST-11 a list without a limit has 100 items, in the order of their paths', async () => {
    const numbers = Array.from({ length: 120 }, (_, n) => String(n).padStart(3, '0'));
    await Promise.all(numbers.map((n) => storage.put(`product-images/p/${n}.jpg`, bytes, jpeg)));
    await storage.put('product-images/q.jpg', bytes, jpeg);
    const listed = await storage.list('product-images');
    expect(listed).toHaveLength(100);
    expect(listed.map((file) => file.path)).toEqual(
      numbers.slice(0, 100).map((n) => `product-images/p/${n}.jpg`),
    );
    expect(listed[0]).toMatchObject({ size: 20, contentType: 'image/jpeg' });
    expect((await storage.list('product-images', 7)).length).toBe(7);
    expect(await storage.list('product-images', 0)).toEqual([]);
    const all = await storage.list('product-images/p/', 500);
    expect(all.map((file) => file.path)).toEqual(numbers.map((n) => `product-images/p/${n}.jpg`));
    expect(await storage.list('hero_slides')).toEqual([]);
  });

  test('a deleted file no longer exists, and a second deletion reports that', async () => {
    await storage.put('product-images/p/1.jpg', bytes, jpeg);
    await storage.put('product-images/p/2.jpg', bytes, jpeg);
    expect(await storage.delete('product-images/p/1.jpg')).toBe(true);
    expect(await storage.delete('product-images/p/1.jpg')).toBe(false);
    expect(await storage.get('product-images/p/1.jpg')).toBeNull();
    expect(await storage.get('product-images/none/1.jpg')).toBeNull();
    expect((await storage.list('product-images')).map((file) => file.path)).toEqual([
      'product-images/p/2.jpg',
    ]);
  });

  test('concurrent puts and deletes in one folder do not affect each other', async () => {
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        await storage.put(`product-images/p/${n}.jpg`, bytes, jpeg);
        await storage.delete(`product-images/p/${n}.jpg`);
      }),
    );
    expect(await storage.list('product-images')).toEqual([]);
  });

  test.each(outside)('no file can be named %j', async (name) => {
    for (const attempt of [
      () => storage.put(name, bytes, jpeg),
      () => storage.get(name),
      () => storage.stat(name),
      () => storage.delete(name),
    ]) {
      await expect(attempt()).rejects.toBeInstanceOf(BadStoragePath);
    }
    expect(storagePathOf(`/uploads/${name}`)).toBeNull();
  });

  test.each(['', '..', 'other', 'product-images/../..', '/'])('no folder can be named %j', async (name) => {
    await expect(storage.list(name)).rejects.toBeInstanceOf(BadStoragePath);
  });

  test('a content type that does not match the extension is refused', async () => {
    await expect(storage.put(path, bytes, { contentType: 'text/html' })).rejects.toBeInstanceOf(
      BadStoragePath,
    );
    expect(contentTypeOf('A.JPG')).toBe('image/jpeg');
    expect(contentTypeOf('a.constructor')).toBeNull();
  });

  test('CALLS-60 an upload is served without a session, as an image and nothing else', async () => {
    await storage.put(path, bytes, jpeg);
    await storage.put('placeholder.jpg', bytes, jpeg);
    const app = uploadsApp(storage);
    const answer = await app.request(`/uploads/${path}`);
    expect(await answer.text()).toBe('not really any image');
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
    await storage.put('product-images/p/1.jpg', bytes, jpeg);
    expect((await uploadsApp(storage).request(address)).status).toBe(404);
  });
});
