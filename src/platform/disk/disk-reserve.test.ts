import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiskReserve, freeBytes } from './disk-reserve.ts';

const MB = 1024 * 1024;
let dir = '';
let isSmall = false;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', dir], { stdio: 'ignore' });
    isSmall = true;
  } catch {
    // Only root can mount; otherwise the test changes the reserve instead of the disk.
  }
});
afterAll(async () => {
  if (isSmall) execFileSync('umount', [dir]);
  await rm(dir, { recursive: true, force: true }).catch(() => rmdir(dir));
});

function watch(reserve: number) {
  const messages: string[] = [];
  const log = {
    info: (_: unknown, text: string) => messages.push(text),
    error: (_: unknown, text: string) => messages.push(text),
  };
  return { disk: createDiskReserve({ dir, reserve, log: log as never, freshMs: 20 }), messages };
}

test('written files reduce the free space, and the disk is short below its reserve', async () => {
  const free = await freeBytes(dir);
  const { disk, messages } = watch(isSmall ? 22 * MB : free - MB);
  expect((await disk.state()).isShort).toBe(false);
  await writeFile(join(dir, 'large'), new Uint8Array(3 * MB));
  await sleep(30);
  const state = await disk.state();
  expect(state).toMatchObject({ isShort: true, reserve: isSmall ? 22 * MB : free - MB });
  expect(state.free).toBeLessThan(free);
  await disk.state();
  expect(messages).toEqual(['disk below its reserve: uploads are refused']);
  await rm(join(dir, 'large'));
  await sleep(30);
  expect((await disk.state()).isShort).toBe(false);
  expect(messages[1]).toBe('disk above its reserve again');
});

test('a disk smaller than the reserve is short from the start', async () => {
  const { disk } = watch(100_000 * 1024 ** 4);
  expect((await disk.state()).isShort).toBe(true);
});

test('an unreadable folder blocks nobody and is logged', async () => {
  const messages: string[] = [];
  const log = { info: () => {}, error: (_: unknown, text: string) => messages.push(text) };
  const disk = createDiskReserve({ dir: join(dir, 'nowhere'), reserve: 1, log: log as never });
  expect(await disk.state()).toMatchObject({ isShort: false });
  expect(messages).toEqual(['the free space of the data folder cannot be read']);
});

test('a write that failed for lack of space marks the disk as full for a while, logged once', async () => {
  const { disk, messages } = watch(0);
  expect((await disk.state()).isFull).toBe(false);
  disk.noteFull();
  expect((await disk.state()).isFull).toBe(true);
  await disk.state();
  expect(messages).toEqual(['disk full: nothing can be saved']);
});

test('with less than one WAL segment the disk is full, until there is space again', async () => {
  const { disk, messages } = watch(0);
  await writeFile(join(dir, 'large'), new Uint8Array(10 * MB));
  expect(await disk.state()).toMatchObject({ isFull: isSmall, isShort: false });
  await rm(join(dir, 'large'));
  await sleep(30);
  expect((await disk.state()).isFull).toBe(false);
  expect(messages).toEqual(isSmall ? ['disk full: nothing can be saved', 'disk no longer full'] : []);
});
