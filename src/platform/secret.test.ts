import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { putBackSecret, storedSecret } from './secret.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-secret-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('the secret is created once, stored, and readable only by the shop’s account', async () => {
  const secret = await storedSecret(dir);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await storedSecret(dir)).toBe(secret);
  expect(await readdir(dir)).toEqual(['auth-secret']);
  expect((await stat(join(dir, 'auth-secret'))).mode & 0o777).toBe(0o600);
});

test('a partial secret, left by a power failure, is refused', async () => {
  await writeFile(join(dir, 'auth-secret'), '');
  await expect(storedSecret(dir)).rejects.toThrow('holds no secret');
});

test('a restored secret replaces an existing one', async () => {
  await storedSecret(dir);
  const secret = 'b'.repeat(64);
  await putBackSecret(dir, secret);
  expect(await storedSecret(dir)).toBe(secret);
  expect((await stat(join(dir, 'auth-secret'))).mode & 0o777).toBe(0o600);
});
