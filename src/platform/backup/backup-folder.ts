import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { syncFolder } from '../sync-folder.ts';
import { BackupError } from './backup-error.ts';
import { type Content, type Manifest, manifest } from './manifest.ts';
import type { Keyring } from './sealing.ts';

// A backup is a folder: manifest.json, tables/NAME.copy.gz, pictures/PATH, and auth-secret if the backup is sealed;
// then every file name ends in .sealed. The folder has a temporary name until all files are on the disk.

const PARTIAL = '.partial';
const SEALED = '.sealed';
const NAME = /^aso-house-\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z$/;
const MANIFEST = 'manifest.json';
/** A partial backup older than this is abandoned and can be deleted. */
const ABANDONED_MS = 24 * 60 * 60_000;

type Source = AsyncIterable<Uint8Array>;

export interface BackupWriter {
  /** Writes a whole file and flushes it to the disk. */
  write(name: string, source: Source): Promise<Content>;
  /** Writes the manifest and gives the folder its final name. Returns its path and its size in bytes. */
  finish(manifest: Manifest): Promise<{ folder: string; bytes: number }>;
  /** Deletes everything written so far. */
  abandon(): Promise<void>;
}

/** The name of a backup made at this time. Names sort by time. */
export const backupName = (madeAt: Date): string => `aso-house-${madeAt.toISOString().replaceAll(':', '')}`;

/** The time in the name of a backup. */
export const madeAtOf = (name: string): Date =>
  new Date(name.replace(/^aso-house-(.*T\d\d)(\d\d)(.*)$/, '$1:$2:$3'));

/** Starts a backup in `dir`, which is created. With a keyring every file is sealed. */
export async function writeBackup(dir: string, name: string, keyring?: Keyring): Promise<BackupWriter> {
  const folder = join(dir, name);
  const draft = folder + PARTIAL;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await mkdir(draft, { mode: 0o700 });
  const folders = new Set([draft]);
  let bytes = 0;

  async function write(name: string, source: Source): Promise<Content> {
    const file = join(draft, name + (keyring ? SEALED : ''));
    for (let above = dirname(file); !folders.has(above); above = dirname(above)) folders.add(above);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    let length = 0;
    async function* measured(parts: Source): AsyncGenerator<Uint8Array> {
      for await (const part of parts) {
        hash.update(part);
        length += part.length;
        yield part;
      }
    }
    let parts: Source = measured(source);
    if (isPacked(name)) parts = through(parts, createGzip());
    if (keyring) parts = keyring.seal(name, parts);
    await pipeline(parts, createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }));
    bytes += (await stat(file)).size;
    return { bytes: length, sha256: hash.digest('hex') };
  }

  return {
    write,
    async finish(manifest) {
      await write(MANIFEST, inOne(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)));
      for (const one of folders) await syncFolder(one);
      await rename(draft, folder);
      await syncFolder(dir);
      return { folder, bytes };
    },
    abandon: () => rm(draft, { recursive: true, force: true }),
  };
}

export interface BackupReader {
  /** The name of the folder. */
  name: string;
  manifest: Manifest;
  isSealed: boolean;
  /** Reads the content of a file; fails, at the latest at its end, if it differs from what was written. */
  read(name: string, expected: Content): Source;
}

/**
 * Opens a backup. `keyringOf` is called only if it is sealed. Opening and reading throw BackupError if a file is
 * missing, damaged or sealed with another key.
 */
export async function readBackup(folder: string, keyring: Keyring | undefined): Promise<BackupReader> {
  if (folder.endsWith(PARTIAL)) {
    throw new BackupError(`${folder} was not finished. Take another backup.`);
  }
  const isSealed = await exists(join(folder, MANIFEST + SEALED));
  if (!isSealed && !(await exists(join(folder, MANIFEST)))) {
    throw new BackupError(`${folder} is not a backup: it has no ${MANIFEST}.`);
  }
  if (isSealed && !keyring) {
    throw new BackupError(`${folder} is sealed. Set BACKUP_KEY to the key it was made with.`);
  }

  async function* content(name: string): AsyncGenerator<Buffer> {
    let source: Source = createReadStream(join(folder, name + (isSealed ? SEALED : '')));
    if (isSealed) source = keyring!.unseal(name, source);
    if (isPacked(name)) source = through(source, createGunzip());
    try {
      for await (const part of source) yield part as Buffer;
    } catch (error) {
      throw whyUnreadable(name, isSealed, error as NodeJS.ErrnoException);
    }
  }

  async function* read(name: string, expected: Content): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let length = 0;
    for await (const part of content(name)) {
      hash.update(part);
      length += part.length;
      yield part;
    }
    if (length !== expected.bytes || hash.digest('hex') !== expected.sha256) {
      throw new BackupError(`${name} is not what was backed up: it is damaged. Use another backup.`);
    }
  }

  return { name: basename(folder), manifest: await readManifest(content(MANIFEST)), isSealed, read };
}

async function readManifest(source: Source): Promise<Manifest> {
  const bytes = await wholeOf(source);
  try {
    return manifest.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    throw new BackupError(
      `${MANIFEST} cannot be read: it is damaged, or of a newer shop. Use another backup, or update the shop.`,
    );
  }
}

function whyUnreadable(name: string, isSealed: boolean, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT') {
    return new BackupError(`${name} is missing from the backup. Use another one.`);
  }
  if (isSealed && name === MANIFEST) {
    return new BackupError(
      `BACKUP_KEY does not open this backup: it was made with another key, or its ${MANIFEST} is damaged.`,
    );
  }
  // Errors of zlib or the cipher; file system errors already describe the problem.
  if (!error.syscall) return new BackupError(`${name} is damaged. Use another backup.`);
  return error;
}

/** The complete backups in a folder, oldest first. Empty if the folder does not exist. */
export async function listBackups(dir: string): Promise<string[]> {
  const items = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return items
    .filter((item) => NAME.test(item))
    .sort()
    .map((item) => join(dir, item));
}

/** Deletes all but the newest `keep` backups, and abandoned partial ones. */
export async function removeOldBackups(dir: string, keep: number): Promise<void> {
  for (const folder of (await listBackups(dir)).slice(0, -keep)) {
    // Rename first: a partly deleted backup must not look complete.
    await rename(folder, folder + PARTIAL);
    await rm(folder + PARTIAL, { recursive: true, force: true });
  }
  for (const item of await readdir(dir)) {
    if (!item.endsWith(PARTIAL) || !NAME.test(item.slice(0, -PARTIAL.length))) continue;
    const age = Date.now() - (await stat(join(dir, item))).mtimeMs;
    if (age > ABANDONED_MS) await rm(join(dir, item), { recursive: true, force: true });
  }
}

/** Reads a small file completely. */
export async function wholeOf(source: Source): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

export async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Pipes `source` through `stream`. An error of the source becomes an error of the result. */
function through(source: Source, stream: Duplex): Source {
  pipeline(source, stream).catch(() => {});
  return stream;
}

/** Images are compressed already. */
const isPacked = (name: string) => name.endsWith('.gz');

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
