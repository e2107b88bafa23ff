import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { s3Storage } from '../storage/s3-storage.ts';
import { startTestS3, type TestS3 } from '../storage/test-s3.ts';
import { createImages } from './image-widths.ts';

let s3: TestS3;
let dir: string;
/** The requests to the store, through a proxy: method and key. */
const requests: string[] = [];
const proxy = createServer((from, to) => {
  const { method, url = '', headers } = from;
  requests.push(`${method} ${url.replace(/^\/[^/]+\/|\?.*/g, '')}`);
  const onward = request({ port: storePort, method, path: url, headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(to);
  });
  from.pipe(onward);
});
let storePort = '';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-pictures-s3-'));
  s3 = await startTestS3();
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
});
afterAll(async () => {
  proxy.close();
  await s3?.close();
  await rm(dir, { recursive: true, force: true });
});

test('the store is not called for an existing width until originals may have changed', async () => {
  const settings = await s3.newBucket();
  storePort = new URL(settings.endpoint).port;
  const storage = s3Storage({
    ...settings,
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  });
  const path = 'product-images/p/1.jpg';
  const put = async (width: number) => {
    const create = { width, height: 300, channels: 3, background: '#7a3b1d' } as const;
    await storage.put(path, await sharp({ create }).jpeg().toBuffer(), { contentType: 'image/jpeg' });
    requests.length = 0;
  };
  const images = createImages({ storage, dir, log: { warn: () => {} }, metadataMs: 60_000 });
  const heightOf = async (width: 160 | 320) => {
    const variant = await images.variant(path, width, 'webp');
    return (await sharp(variant!.bytes).metadata()).height;
  };

  await put(300);
  const all = await Promise.all(Array.from({ length: 100 }, () => images.variant(path, 160, 'webp')));
  expect(new Set(all.map((one) => one?.bytes)).size).toBe(1);
  // A check for existence, a read for the hash and a read for the encoding.
  expect(requests).toEqual([`HEAD ${path}`, `GET ${path}`, `GET ${path}`]);
  requests.length = 0;
  await Promise.all(Array.from({ length: 100 }, () => images.variant(path, 160, 'webp')));
  expect(requests).toEqual([]);

  // Replaced by another process: the database reports the changed row.
  await put(600);
  images.forget();
  expect(await heightOf(160)).toBe(80);
  // Replaced without notice: another width is never generated under the old hash.
  await put(1200);
  expect(await heightOf(320)).toBe(80);
  expect(await heightOf(160)).toBe(40);
});
