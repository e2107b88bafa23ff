import { closeSync, openSync, readSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createArchive, createArchive64 } from './test-archive.ts';
import { type Archive, inflateEntry, readDirectory, UnreadableArchive } from './zip-archive.ts';

const PHOTOGRAPHS = { maxEntries: 100_000, kind: 'photographs' };

async function contentOf(archive: Archive, name: string, maxBytes = 1_000): Promise<string> {
  const entry = (await readDirectory(archive, PHOTOGRAPHS)).get(name);
  if (!entry) throw new UnreadableArchive('It has another name');
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of inflateEntry(archive, entry, maxBytes)) chunks.push(chunk);
  return new Blob(chunks).text();
}

const reasonOf = (archive: Archive, name = 'a.jpg') =>
  contentOf(archive, name).then(
    () => 'read',
    (error) => (error instanceof UnreadableArchive ? error.message : String(error)),
  );

test('IMP-06 an archive of more than 4 GB is read by its directory and the parts that are wanted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aso-archive-'));
  try {
    const path = join(folder, 'photographs.zip');
    const file = await open(path, 'w');
    // The hole in front of the second photograph takes no space on the disk.
    const { start, end } = createArchive64(
      [
        { name: 'a.jpg', data: 'first' },
        { name: 'b.jpg', data: 'second' },
      ],
      {
        hole: 5_000_000_000,
      },
    );
    await file.write(start, 0, start.length, 0);
    await file.write(end.bytes, 0, end.bytes.length, end.position);
    await file.close();
    // Node's own Blob of a file counts its size in 32 bits.
    const descriptor = openSync(path, 'r');
    let read = 0;
    const archive: Archive = {
      size: end.position + end.bytes.length,
      slice(from = 0, to = 0) {
        const bytes = new Uint8Array(to - from);
        read += readSync(descriptor, bytes, 0, bytes.length, from);
        return new Blob([bytes]);
      },
    };
    expect(archive.size).toBeGreaterThan(5_000_000_000);
    expect([await contentOf(archive, 'a.jpg'), await contentOf(archive, 'b.jpg')]).toEqual([
      'first',
      'second',
    ]);
    expect(read).toBeLessThan(200_000);
    closeSync(descriptor);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('IMP-06 an archive of 70,000 photographs is read, one of more than 100,000 is refused', async () => {
  const parts = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `${n}.jpg`, data: `${n}` }));
  const archive = (count: number, stated = count) => {
    const { start, end } = createArchive64(parts(count), { count: stated });
    return new Blob([start, end.bytes]);
  };
  expect(await contentOf(archive(70_000), '69999.jpg')).toBe('69999');
  expect(await reasonOf(archive(1, 100_001), '0.jpg')).toBe('The file has too many parts to be photographs.');
}, 60_000);

test('IMP-06 an archive of 65,536 photographs without ZIP64 is read to the end of its directory', async () => {
  const parts = Array.from({ length: 65_536 }, (_, n) => ({ name: `${n}.jpg`, data: `${n}` }));
  // What such a program states: the number modulo 65,536.
  const archive = new Blob([createArchive(parts, { count: 0 })]);
  expect((await readDirectory(archive, PHOTOGRAPHS)).size).toBe(65_536);
  expect(await contentOf(archive, '65535.jpg')).toBe('65535');
  // A spreadsheet has not so many, whatever it states.
  await expect(readDirectory(archive)).rejects.toThrow('The file has too many parts to be a spreadsheet.');
  // Another number is a lie.
  expect(await reasonOf(new Blob([createArchive(parts.slice(0, 3), { count: 2 })]), '0.jpg')).toMatch(
    /damaged/,
  );
}, 60_000);

test('IMP-06 passwords, paths upwards, bombs and lies are refused', async () => {
  const photograph = { name: 'a.jpg', data: 'content' };
  const archive = (...parts: Parameters<typeof createArchive>[0]) => new Blob([createArchive(parts)]);
  expect(await reasonOf(archive(photograph))).toBe('read');
  expect(await reasonOf(archive({ ...photograph, isEncrypted: true }))).toMatch(/protected by a password/);
  expect(await reasonOf(archive(photograph, { name: '../b.jpg', data: '' }))).toMatch(/damaged/);
  // 10 MB in 10 kB, with and without saying so.
  const bomb = { name: 'a.jpg', data: new Uint8Array(10_000_000) };
  expect(await reasonOf(archive(bomb))).toMatch(/too large/);
  expect(await reasonOf(archive({ ...bomb, size: 10 }))).toMatch(/too large/);
  expect(await reasonOf(new Blob([createArchive([photograph]).subarray(5)]))).toMatch(/damaged/);
  expect(await reasonOf(new Blob(['PK not an archive']))).toMatch(/damaged/);
  expect(await reasonOf(new Blob([]))).toMatch(/damaged/);
  const { start, end } = createArchive64([photograph], {});
  for (let at = 0; at < end.bytes.length; at += 3) {
    const broken = Uint8Array.from(end.bytes);
    broken.fill(0xff, at, at + 8);
    // Whatever is wrong, an answer is a sentence.
    expect(await reasonOf(new Blob([start, broken]))).not.toMatch(/Error/);
  }
});
