import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultDataDir, layoutOf, prepareDataFolder } from './data-folder.ts';
import { databaseUser } from './database-user.ts';

let dir = '';
const isRoot = process.getuid?.() === 0;

// mkdtemp creates it with mode 0700, like the home of root.
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-folder-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('the data folder is in the project if the database can reach it there', async () => {
  await chmod(dir, 0o755);
  expect(defaultDataDir(dir)).toEqual({ dir: join(dir, 'data') });
});

test('the data folder is under /var/lib, with a note, if root works in a closed folder', async () => {
  const { dir: chosen, note } = defaultDataDir(dir);
  if (!isRoot) return expect(chosen).toBe(join(dir, 'data'));
  expect(chosen).toMatch(/^\/var\/lib\/aso-house\/[0-9a-f]{12}$/);
  expect(defaultDataDir(dir).dir).toBe(chosen);
  expect(note).toContain(chosen);
});

test('existing data is never abandoned', async () => {
  await mkdir(layoutOf(join(dir, 'data')).cluster, { recursive: true });
  expect(defaultDataDir(dir).dir).toBe(join(dir, 'data'));
});

test('a DATA_DIR that the database cannot enter is refused with a remedy', () => {
  const layout = layoutOf(join(dir, 'chosen'));
  const prepare = () => prepareDataFolder(layout, databaseUser());
  if (!isRoot) return expect(prepare).not.toThrow();
  expect(prepare).toThrow(/^DATA_DIR .*chosen cannot hold the database/);
});
