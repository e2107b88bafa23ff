import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from './write-whole.ts';

/**
 * The secret that signs sessions: stored in the data folder, created at the first start, readable only by the shop's
 * account. The file is written atomically: a partial secret, after a power failure or an early read, would be easy to
 * guess.
 */
export async function storedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'auth-secret');
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < 32) {
    throw new SecretError(
      `${file} holds no secret. Put it back from your backup, or remove it: everybody signs in again.`,
    );
  }
  return secret;
}

/** Atomically restores a secret in the data folder, replacing an existing one. */
export async function putBackSecret(dataDir: string, secret: string): Promise<void> {
  await writeWhole(join(dataDir, 'auth-secret'), secret, 0o600);
}

/** The stored secret is invalid. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
}
