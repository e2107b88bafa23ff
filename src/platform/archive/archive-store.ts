import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../sync-folder.ts';
import { writeWhole } from '../write-whole.ts';

/** A file of the store: its name in its folder, and when it was put there. */
export interface ArchivedFile {
  name: string;
  modified: Date;
}

/** Where the archive is. A path is names divided by slashes; a file is whole or absent, and some megabytes at most. */
export interface ArchiveStore {
  /** For people: a folder, or s3://bucket/prefix. */
  address: string;
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** Null if there is no such file. */
  get(path: string): Promise<Buffer | null>;
  has(path: string): Promise<boolean>;
  /** The files directly in a folder, sorted by name; none if it does not exist. */
  list(folder: string): Promise<ArchivedFile[]>;
  /** Ignores a file that does not exist. */
  remove(path: string): Promise<void>;
}

/** The end of the name of a file while it is written: see write-whole.ts. */
const DRAFT = /\.[0-9a-f]{8}-[0-9a-f-]{27}$/;
const ABANDONED_MS = 24 * 60 * 60_000;

async function unlessMissing<T, E>(work: Promise<T>, otherwise: E): Promise<T | E> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return otherwise;
    throw error;
  }
}

/** An archive in a folder, which is created with the first file. */
export function folderStore(dir: string): ArchiveStore {
  const at = (path: string) => join(dir, ...path.split('/'));
  return {
    address: dir,
    async put(path, bytes) {
      await mkdir(dirname(at(path)), { recursive: true, mode: 0o700 });
      await writeWhole(at(path), bytes, 0o600);
      await syncFolder(dirname(at(path)));
    },
    get: (path) => unlessMissing(readFile(at(path)), null),
    has: async (path) => (await unlessMissing(stat(at(path)), null)) !== null,
    async list(folder) {
      const names = (await unlessMissing(readdir(at(folder)), [])).sort();
      const found: ArchivedFile[] = [];
      for (const name of names) {
        const file = await unlessMissing(stat(join(at(folder), name)), null);
        if (!file?.isFile()) continue;
        if (!DRAFT.test(name)) found.push({ name, modified: file.mtime });
        else if (Date.now() - file.mtimeMs > ABANDONED_MS) await rm(join(at(folder), name), { force: true });
      }
      return found;
    },
    remove: (path) => rm(at(path), { force: true }),
  };
}
