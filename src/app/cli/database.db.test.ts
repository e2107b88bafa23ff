import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { TEST_ENVIRONMENT } from '#platform/test-environment.ts';

let testDatabase: TestDatabase;
let dataDir = '';
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'aso-database-'));
});
afterAll(async () => {
  await testDatabase.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs `npm run database` with this PATH. */
function database(path: string, ...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = {
    ...TEST_ENVIRONMENT,
    PATH: path,
    SHOP_MODE: 'demo',
    DATA_DIR: dataDir,
    DATABASE_URL: testDatabase.url,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/app/cli/database.ts', ...words], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

test('psql connects to the database of the shop as its owner and its exit code is returned', async () => {
  const path = process.env.PATH ?? '';
  expect(await database(path, '-Atc', 'select current_user, current_database()')).toEqual({
    code: 0,
    err: '',
    out: `aso_owner|${new URL(testDatabase.url).pathname.slice(1)}\n`,
  });
  expect((await database(path, '-Atc', 'select nothing')).code).toBe(1);
});

test('without psql the command prints the connection details without the password', async () => {
  const { code, err } = await database(dataDir);
  expect(code).toBe(1);
  const { hostname, port, password } = new URL(testDatabase.url);
  expect(err).toContain(`host ${hostname}, port ${port}`);
  expect(err).toContain('user aso_owner');
  expect(err).not.toContain(password);
});
