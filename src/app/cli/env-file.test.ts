import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { PROJECT, readEnvFile } from './env-file.ts';

test('the settings, the data folder and the caches are below the folder of package.json', () => {
  expect(existsSync(join(PROJECT, 'package.json'))).toBe(true);
});

test('ENV_FILE is read instead of .env, and an empty one is no file', async () => {
  const loaded = vi.spyOn(process, 'loadEnvFile').mockImplementation(() => {});
  const dir = await mkdtemp(join(tmpdir(), 'aso-env-'));
  try {
    const file = join(dir, 'settings');
    await writeFile(file, '');
    vi.stubEnv('ENV_FILE', file);
    readEnvFile();
    vi.stubEnv('ENV_FILE', '');
    readEnvFile();
    expect(loaded.mock.calls).toEqual([[file]]);
    vi.stubEnv('ENV_FILE', `${file}-of-another-shop`);
    expect(readEnvFile).toThrow(`there is no file ${file}-of-another-shop`);
  } finally {
    vi.unstubAllEnvs();
    loaded.mockRestore();
    await rm(dir, { recursive: true });
  }
});
