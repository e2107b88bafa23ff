import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShareImages } from './share-images.ts';
import { trimFolder } from './trim-folder.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'trim-'));
});
afterAll(() => rm(dir, { recursive: true }));

const filesOf = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

test('the oldest files go, until a fifth of the space is free', async () => {
  const folder = join(dir, 'some');
  for (let at = 0; at < 10; at++) {
    await mkdir(join(folder, `${at % 3}`), { recursive: true });
    const path = join(folder, `${at % 3}`, `${at}.jpg`);
    await writeFile(path, 'x'.repeat(100));
    await utimes(path, 1_000 + at, 1_000 + at);
  }
  expect(await trimFolder(folder, 1_000)).toBe(0);
  expect(await trimFolder(folder, 900)).toBe(3);
  expect(await filesOf(folder)).toEqual(['3.jpg', '4.jpg', '5.jpg', '6.jpg', '7.jpg', '8.jpg', '9.jpg']);
  expect(await trimFolder(join(dir, 'none'), 0)).toBe(0);
});

test('temporary files of a killed process go, those that are being written and other names stay', async () => {
  const folder = join(dir, 'temporary');
  await mkdir(folder);
  const old = `1.jpg.${randomUUID()}`;
  const current = `2.jpg.${randomUUID()}`;
  const other = `other.jpg.${randomUUID()}`;
  for (const name of [old, current, other, '3.jpg']) await writeFile(join(folder, name), 'x');
  for (const name of [old, other, '3.jpg']) await utimes(join(folder, name), 1_000, 1_000);
  expect(await trimFolder(folder, 100, /^\d/)).toBe(1);
  expect(await filesOf(folder)).toEqual([current, '3.jpg', other].sort());
});

test('SHARE-01 share images that prices made outdated do not fill the disk', async () => {
  const folder = join(dir, 'share');
  const images = createShareImages({ dir: folder, maxBytes: 400_000, trimEvery: 2 });
  const draw = (price: string) =>
    images.draw(
      {
        format: 'square',
        ...{ shopName: 'Aso House', name: 'Agbada', label: 'Men', url: 'shop.test' },
        price,
        images: [],
      },
      '192.0.2.0/24',
    );
  const sizes: number[] = [];
  for (let price = 1; price <= 12; price++) sizes.push((await draw(`₦${price}`)).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(400_000);
  await expect.poll(async () => (await filesOf(folder)).length).toBeLessThan(12);
  // The newest is still there.
  expect((await draw('₦12')).length).toBe(sizes.at(-1));
});
