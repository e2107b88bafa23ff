import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#platform/config.ts';
import { freePort } from '#platform/postgres/free-port.ts';
import { startDatabase } from './start-database.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-start-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const start = (dataDir: string, env: Record<string, string> = {}) =>
  startDatabase(readSettings(env), dataDir, () => {});

test('an unusable data folder is reported with the reason', async () => {
  await writeFile(join(dir, 'file'), '');
  const sentence = (reason: string) => `cannot be used: ${reason}. Choose a folder`;
  await expect(start(join(dir, 'file'))).rejects.toThrow(sentence('a file is in the way'));
  await expect(start(join(dir, 'file', 'below'))).rejects.toThrow(sentence('a file is in the way'));
});

test('a folder that cannot be created is refused before anything starts', async () => {
  // Not even root can create folders there; in a container it is mounted read-only.
  await expect(start('/sys/aso-house')).rejects.toThrow(
    /^DATA_DIR \/sys\/aso-house cannot be used: (its disk is mounted read-only|the account that runs the shop may not write there)\./,
  );
});

test('a missing database is reported in one message', async () => {
  const DATABASE_URL = `postgres://aso:hush@127.0.0.1:${await freePort()}/aso`;
  const env = { DATABASE_URL, SHOP_MODE: 'demo' };
  await expect(start(join(dir, 'data'), env)).rejects.toThrow('DATABASE_URL: nothing listens at');
});
