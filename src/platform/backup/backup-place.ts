import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../sync-folder.ts';

/** The end of the name of an unfinished file or backup. */
export const PARTIAL = '.partial';

export type Source = AsyncIterable<Uint8Array>;

/** A file of a place: its name, such as `aso-house-…/manifest.json`, its size in bytes, and when it was written. */
export interface PlaceFile {
  name: string;
  size: number;
  modified: Date;
}

/** Where backups and the archive are: a folder, or a bucket. A name is a path in it, divided by slashes. */
export interface BackupPlace {
  /** For messages: the path of the folder, or s3://bucket/prefix. */
  address: string;
  /** The names of the folders directly in it; empty if it does not exist. */
  folders(): Promise<string[]>;
  /** Every file below a folder; none if it does not exist. */
  walk(folder: string): AsyncIterable<PlaceFile>;
  has(name: string): Promise<boolean>;
  /** Null if there is no such file. The result must be read or ended. */
  read(name: string): Promise<Source | null>;
  /** Writes the whole file or nothing; an existing file is replaced. Durable only after `sync`. */
  write(name: string, source: Source): Promise<void>;
  /** Makes everything durable that was written before. */
  sync(): Promise<void>;
  /** Ignores a file that does not exist. */
  remove(name: string): Promise<void>;
  /** Deletes a folder; `first` are the files without which it is incomplete. */
  removeFolder(folder: string, first: readonly string[]): Promise<void>;
}

export interface FolderPlace extends BackupPlace {
  rename(from: string, to: string): Promise<void>;
}

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

async function orElse<T, E>(other: E, work: Promise<T>): Promise<T | E> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return other;
    throw error;
  }
}

/** A folder. It is created with the first file. */
export function folderPlace(path: string): FolderPlace {
  const dir = resolve(path);
  const at = (name: string) => join(dir, ...name.split('/'));
  /** Folders with new names. */
  const changed = new Set<string>();

  const has = (name: string) =>
    orElse(
      false,
      access(at(name)).then(() => true),
    );

  async function* walk(folder: string): AsyncGenerator<PlaceFile> {
    const items = await orElse([], readdir(at(folder), { withFileTypes: true }));
    const files = items.filter((item) => item.isFile()).map((item) => `${folder}/${item.name}`);
    const stats = await Promise.all(files.map((name) => orElse(null, stat(at(name)))));
    for (const [index, name] of files.entries()) {
      const found = stats[index];
      if (found) yield { name, size: found.size, modified: found.mtime };
    }
    for (const item of items) if (item.isDirectory()) yield* walk(`${folder}/${item.name}`);
  }

  function noteChange(file: string): void {
    for (let above = dirname(file); above.length >= dir.length; above = dirname(above)) changed.add(above);
  }

  return {
    address: dir,
    async folders() {
      const items = await orElse([], readdir(dir, { withFileTypes: true }));
      return items.filter((item) => item.isDirectory()).map((item) => item.name);
    },
    walk,
    has,
    async read(name) {
      if (!(await has(name))) return null;
      // Opened by its reader: one that is never read holds no file.
      return (async function* () {
        yield* createReadStream(at(name));
      })();
    },
    async write(name, source) {
      const file = at(name);
      const draft = join(dirname(file), `${randomUUID()}${PARTIAL}`);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      try {
        await pipeline(source, createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }));
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      noteChange(file);
    },
    async sync() {
      for (const folder of changed) await syncFolder(folder);
      changed.clear();
    },
    async rename(from, to) {
      await rename(at(from), at(to));
      noteChange(at(to));
    },
    remove: (name) => rm(at(name), { force: true }),
    async removeFolder(folder) {
      const away = folder.endsWith(PARTIAL) ? folder : folder + PARTIAL;
      // A partly deleted folder must not look complete.
      if (away !== folder) await rename(at(folder), at(away));
      await rm(at(away), { recursive: true, force: true });
    },
  };
}
