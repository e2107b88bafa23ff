import { once } from 'node:events';
import { createServer } from 'node:net';
import { HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { S3Settings } from './s3-calls.ts';
import { s3Storage } from './s3-storage.ts';
import type { StoredFile } from './storage.ts';
import { StorageUnavailable } from './storage-unavailable.ts';
import { startTestS3, type TestS3 } from './test-s3.ts';
import { uploadsApp } from './uploads-app.ts';

// Behaviour specific to a network store; behaviour common to all storages is in storage.test.ts.

const jpeg = { contentType: 'image/jpeg' };
const bytes = Buffer.from('not really an image');
const path = 'product-images/p/1.jpg';

let s3: TestS3;
let settings: S3Settings;
beforeAll(async () => {
  s3 = await startTestS3();
});
afterAll(() => s3?.close());
beforeEach(async () => {
  settings = await s3.newBucket();
});

const clientOf = () => new S3Client({ ...settings, credentials: settings });

test('CALLS-57 CALLS-58 CALLS-59 an object’s key is its path; clients may cache it for an hour', async () => {
  const storage = s3Storage(settings);
  for (const Key of [path, 'hero_slides/a-b.jpg', 'category-images/a-b.jpg', 'placeholder.jpg']) {
    await storage.put(Key, bytes, jpeg);
    const head = await clientOf().send(new HeadObjectCommand({ Bucket: settings.bucket, Key }));
    expect([head.ContentType, head.CacheControl]).toEqual(['image/jpeg', 'public, max-age=3600']);
  }
});

test('other objects in the bucket are neither listed nor served', async () => {
  const storage = s3Storage(settings);
  for (const Key of [
    'product-images/a b.jpg',
    'product-images/notes.txt',
    'product-images/',
    'other/a.jpg',
  ]) {
    await clientOf().send(new PutObjectCommand({ Bucket: settings.bucket, Key, Body: bytes }));
  }
  await storage.put(path, bytes, jpeg);
  expect((await storage.list('product-images')).map((file) => file.path)).toEqual([path]);
  expect((await uploadsApp(storage).request('/uploads/other/a.jpg')).status).toBe(404);
});

test('CONST-11 a list continues over the pages of the store', async () => {
  const storage = s3Storage(settings, { pageSize: 25 });
  const paths = Array.from({ length: 120 }, (_, n) => `product-images/p/${String(n).padStart(3, '0')}.jpg`);
  await Promise.all(paths.map((one) => storage.put(one, bytes, jpeg)));
  expect(await storage.list('product-images')).toHaveLength(100);
  expect(await storage.list('product-images', 110)).toHaveLength(110);
  const walked: StoredFile[] = [];
  for await (const file of storage.walk('product-images')) walked.push(file);
  expect(walked.map((file) => file.path)).toEqual(paths);
});

const everyCall = (storage: ReturnType<typeof s3Storage>) => [
  () => storage.put(path, bytes, jpeg),
  () => storage.get(path),
  () => storage.stat(path),
  () => storage.list('product-images'),
  () => storage.delete(path),
];

test('a missing store is reported as unavailable, and a reader gets Retry-After', async () => {
  const gone = await startTestS3();
  const messages: string[] = [];
  const storage = s3Storage(await gone.newBucket(), {
    onUnavailable: ({ message }) => messages.push(message),
  });
  await gone.close();
  for (const attempt of everyCall(storage)) {
    await expect(attempt()).rejects.toThrow(StorageUnavailable);
  }
  expect(messages).toHaveLength(5);
  await expect(storage.stat(path)).rejects.toThrow(/127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED/);
  const answer = await uploadsApp(storage).request(`/uploads/${path}`);
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
    503,
    '10',
    'no-store',
  ]);
});

test('a store that accepts and never responds fails after the call timeout', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as { port: number };
  const storage = s3Storage({ ...settings, endpoint: `http://127.0.0.1:${port}` }, { timeoutMs: 400 });
  for (const attempt of everyCall(storage)) {
    const started = performance.now();
    await expect(attempt()).rejects.toThrow(/gave no answer within 0\.4 s/);
    expect(performance.now() - started).toBeLessThan(10_000);
  }
  const large = storage.put(path, Buffer.alloc(5_000_000), jpeg);
  await expect(large).rejects.toThrow(StorageUnavailable);
  silent.close();
});

test('a store that stalls in the middle of an image fails the response, a pausing reader does not', async () => {
  const storage = s3Storage(settings, { timeoutMs: 1000 });
  const large = Buffer.alloc(20_000_000, 'a');
  await s3Storage(settings).put(path, large, jpeg);
  const slow = (await storage.get(path))!.stream;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect((await new Response(slow).arrayBuffer()).byteLength).toBe(large.length);
  const reader = (await storage.get(path))!.stream.getReader();
  await reader.read();
  s3.sleep();
  try {
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow(/gave no answer within 1 s/);
  } finally {
    s3.wake();
  }
});

test('a store that refuses access reports which variables to check', async () => {
  const stranger = s3Storage({ ...settings, accessKeyId: 'stranger' });
  await expect(stranger.put(path, bytes, jpeg)).rejects.toThrow(
    /answered \w+ \(403\) for the bucket aso-house-.* look at the variables S3_/,
  );
  const nowhere = s3Storage({ ...settings, bucket: 'no-such-bucket' });
  await expect(nowhere.put(path, bytes, jpeg)).rejects.toThrow(/answered NoSuchBucket \(404\)/);
  await expect(nowhere.get(path)).rejects.toThrow(StorageUnavailable);
});

test('an interrupted upload never reaches the store', async () => {
  const silent = s3Storage({ ...settings, endpoint: 'http://127.0.0.1:1' });
  async function* broken() {
    yield Buffer.alloc(100_000);
    throw new Error('the phone lost its connection');
  }
  await expect(silent.put(path, broken(), jpeg)).rejects.toThrow('lost its connection');
});
