import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncFolder } from '../sync-folder.ts';
import { PARTIAL, type Source } from './backup-place.ts';
import type { Content, Manifest } from './manifest.ts';
import { inOne } from './pieces.ts';
import { isPacked, MANIFEST, SEALED, through } from './read-backup.ts';
import type { Keyring } from './sealing.ts';

// A backup is a folder: manifest.json, tables/NAME.copy.gz, and auth-secret if the backup is sealed; then every file
// name ends in .sealed. The folder has a temporary name until all files are on the disk. Its images are beside it, in
// the folder `images` that all backups of a place share (stored-images.ts).

export interface BackupWriter {
  /** Writes a whole file and flushes it to the disk. */
  write(name: string, source: Source): Promise<Content>;
  /** Writes the manifest and gives the folder its final name. Returns its path and its size in bytes. */
  finish(manifest: Manifest): Promise<{ folder: string; bytes: number }>;
  /** Deletes everything written so far. */
  abandon(): Promise<void>;
}

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
