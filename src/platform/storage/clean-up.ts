import type { NamedImages } from '#db/named-images.ts';
import { BUCKETS, type Storage, type StoredFile, storagePathOf, uploadUrlOf } from './storage.ts';

/** The results. */
export interface Findings {
  /** Files in the buckets. */
  looked: number;
  /** Files without a row that are old enough; with `remove` those that were deleted. */
  unused: number;
  /** Total size of the unused files. */
  bytes: number;
  /** Images with a row but no file. */
  missing: number;
}

export interface CleanUp {
  storage: Storage;
  names: NamedImages;
  now: Date;
  /** Also deletes unused files. */
  remove: boolean;
  /** Called for each result. */
  onUnused?: (file: StoredFile) => void;
  onMissing?: (address: string) => void;
}

/**
 * A file is written before its row: a file without a row may be part of an upload. An upload takes minutes at most.
 */
export const YOUNG_MS = 24 * 60 * 60_000;
/** Files compared with the rows per query. */
const BATCH = 500;
/** Concurrent calls to the storage. The rows are checked again before each batch, to keep the race window short. */
const AT_ONCE = 20;

/**
 * Compares the files of the storage with the rows that refer to them, beside a running shop. A file is deleted only
 * if `remove` is set, it is older than a day, and no row refers to it just before. Throws what the storage throws.
 */
export async function cleanUp(work: CleanUp): Promise<Findings> {
  const findings: Findings = { looked: 0, unused: 0, bytes: 0, missing: 0 };
  for (const bucket of BUCKETS) {
    for await (const files of inPortions(work.storage.walk(bucket), BATCH)) {
      findings.looked += files.length;
      await lookAt(files, work, findings);
    }
  }
  const others = (await work.names.listOthers()).values();
  for await (const addresses of inPortions(others, AT_ONCE)) {
    const gone = await Promise.all(addresses.map((address) => isMissing(work.storage, address)));
    for (const address of addresses.filter((_, at) => gone[at])) {
      findings.missing++;
      work.onMissing?.(address);
    }
  }
  return findings;
}

async function lookAt(files: readonly StoredFile[], work: CleanUp, findings: Findings): Promise<void> {
  const unnamed = new Set(await work.names.unnamedOf(files.map(addressOf)));
  const old = files.filter(
    (file) => unnamed.has(addressOf(file)) && work.now.getTime() - file.modified.getTime() > YOUNG_MS,
  );
  for await (const some of inPortions(old, AT_ONCE)) {
    for (const file of work.remove ? await removeUnnamed(some, work) : some) {
      findings.unused++;
      findings.bytes += file.size;
      work.onUnused?.(file);
    }
  }
}

/** The deleted files: without those that got a row, or were deleted, since they were found. */
async function removeUnnamed(
  files: readonly StoredFile[],
  { storage, names }: CleanUp,
): Promise<StoredFile[]> {
  const unnamed = new Set(await names.stillUnnamedOf(files.map(addressOf)));
  const gone = await Promise.all(
    files.map(async (file) => unnamed.has(addressOf(file)) && (await storage.delete(file.path))),
  );
  return files.filter((_, at) => gone[at]);
}

/** The row and its file may be newer than the listing, so the file is checked individually. */
async function isMissing(storage: Storage, address: string): Promise<boolean> {
  const path = storagePathOf(address);
  return path === null || (await storage.stat(path)) === null;
}

const addressOf = (file: StoredFile): string => uploadUrlOf(file.path);

async function* inPortions<T>(all: AsyncIterable<T> | Iterable<T>, size: number): AsyncGenerator<T[]> {
  let portion: T[] = [];
  for await (const one of all) {
    portion.push(one);
    if (portion.length < size) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}
