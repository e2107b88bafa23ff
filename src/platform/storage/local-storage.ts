import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { syncFolder } from '../sync-folder.ts';
import {
  type Bytes,
  contentTypeOf,
  fileSegments,
  firstOf,
  folderSegments,
  isFilePath,
  requireContentType,
  type Storage,
  type StoredFile,
} from './storage.ts';

/** Partial files of a dead process are deleted after this time. */
const ABANDONED_MS = 60 * 60_000;

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Storage in a local folder. */
export function localStorage(dir: string): Storage {
  // On the same file system as the buckets, so that the rename is atomic; no path can name it.
  const incoming = join(dir, '.incoming');
  let prepared: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    await mkdir(incoming, { recursive: true });
    for (const name of await readdir(incoming)) {
      const file = join(incoming, name);
      const age = Date.now() - ((await orNull(stat(file)))?.mtimeMs ?? 0);
      if (age > ABANDONED_MS) await rm(file, { force: true });
    }
  }

  async function moveInto(from: string, target: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      await mkdir(dirname(target), { recursive: true });
      try {
        await rename(from, target);
        break;
      } catch (error) {
        // A concurrent delete may have removed the folder that was just created.
        if (!isMissing(error) || attempt === 3) throw error;
      }
    }
    await syncFolder(dirname(target));
  }

  async function put(path: string, bytes: Bytes, { contentType }: { contentType: string }) {
    const target = join(dir, ...fileSegments(path));
    requireContentType(path, contentType);
    prepared ??= prepare();
    // A full disk may have space later.
    await prepared.catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    const temporary = join(incoming, randomUUID());
    try {
      const file = await open(temporary, 'wx', 0o644);
      try {
        if (bytes instanceof Uint8Array) await file.writeFile(bytes);
        else for await (const part of bytes) await file.writeFile(part);
        await file.sync();
      } finally {
        await file.close();
      }
      await moveInto(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return described(path, await stat(target));
  }

  async function* walk(folder: string): AsyncGenerator<StoredFile> {
    for await (const path of pathsBelow(dir, folderSegments(folder))) {
      const stats = await orNull(stat(join(dir, path)));
      if (stats?.isFile()) yield described(path, stats);
    }
  }

  return {
    put,
    async get(path) {
      const file = await orNull(open(join(dir, ...fileSegments(path))));
      if (!file) return null;
      const stats = await file.stat();
      if (!stats.isFile()) {
        await file.close();
        return null;
      }
      const stream = Readable.toWeb(file.createReadStream()) as unknown as ReadableStream<Uint8Array>;
      return { ...described(path, stats), stream };
    },
    async stat(path) {
      const stats = await orNull(stat(join(dir, ...fileSegments(path))));
      return stats?.isFile() ? described(path, stats) : null;
    },
    walk,
    list: (folder, limit) => firstOf(walk(folder), limit),
    async delete(path) {
      const segments = fileSegments(path);
      const target = join(dir, ...segments);
      const existed = (await orNull(rm(target).then(() => true))) ?? false;
      // A product's folder is deleted with its last image; the bucket remains.
      if (segments.length > 2) await rmdir(dirname(target)).catch(() => {});
      return existed;
    },
  };
}

function described(path: string, stats: Stats): StoredFile {
  return { path, size: stats.size, contentType: contentTypeOf(path)!, modified: stats.mtime };
}

/** In the order of their whole paths, byte by byte: `a-b/1.jpg` before `a/1.jpg`. */
async function* pathsBelow(dir: string, segments: string[]): AsyncGenerator<string> {
  const items = (await orNull(readdir(join(dir, ...segments), { withFileTypes: true }))) ?? [];
  const sorted = items
    .map((item) => ({ name: item.name, key: item.isDirectory() ? `${item.name}/` : item.name }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { name, key } of sorted) {
    const below = [...segments, name];
    if (key !== name) yield* pathsBelow(dir, below);
    else if (isFilePath(below.join('/'))) yield below.join('/');
  }
}
