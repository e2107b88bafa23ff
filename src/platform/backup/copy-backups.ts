import { formatCount } from '#shared/plural.ts';
import { BackupError } from './backup-error.ts';
import { readingBackups, unlessBackupsAreRead } from './backup-lock.ts';
import type { BackupPlace, FolderPlace, PlaceFile, Source } from './backup-place.ts';
import { inOne, wholeOf } from './pieces.ts';
import { backupsIn, imageSetOf, MANIFESTS } from './read-backup.ts';
import { ignoreOldSchema, noteCopy } from './record.ts';
import { listUsedImages, removeOldBackups } from './remove-old-backups.ts';
import { keyringOf } from './sealing.ts';
import { DAMAGED, imageFolder, isImageFile, isWhole } from './stored-images.ts';

/** Files that are copied at the same time. */
const AT_ONCE = 8;

export interface CopyDeps {
  databaseUrl: string;
  /** Where the backups are. */
  from: FolderPlace;
  /** Where the copies go. */
  to: BackupPlace;
  /** How many backups are retained there. */
  keep: number;
  key: string | undefined;
  /** Bytes available for copies. */
  room(): Promise<number>;
}

export interface Copied {
  /** Files that were not there yet, and their bytes. */
  files: number;
  bytes: number;
}

/**
 * Copies to the second place what it lacks of the newest backups and their images, records it and deletes old copies.
 * Images that are missing here come back from there. Throws when the newest backup could not be copied, which is
 * recorded too.
 */
export async function copyBackups(deps: CopyDeps): Promise<Copied> {
  const { databaseUrl, from, to, keep, key } = deps;
  const newest = (await backupsIn(from)).at(-1);
  if (!newest) throw new BackupError(`There is no backup in ${from.address} yet: npm run backup`);
  const copy = { name: newest, to: to.address, isSealed: key !== undefined };
  let copied: Copied;
  try {
    copied = await readingBackups(databaseUrl, () => copyMissing(deps));
  } catch (error) {
    await noteCopy(databaseUrl, copy, error).catch(() => {});
    throw error;
  }
  await noteCopy(databaseUrl, copy, null).catch(ignoreOldSchema);
  await unlessBackupsAreRead(databaseUrl, () => removeOldBackups(to, keep, key));
  return copied;
}

type CopiedFile = Omit<PlaceFile, 'modified'>;

async function copyMissing({ from, to, keep, key, room }: CopyDeps): Promise<Copied> {
  const names = (await backupsIn(from)).slice(-keep).reverse();
  const images: CopiedFile[] = [];
  const back: string[] = [];
  const used = await listUsedImages(from, key);
  const keyring = key === undefined ? undefined : keyringOf(key);
  const read = (name: string) => readFrom(from, name);
  /** A damaged image is not copied, and the next backup writes it anew. */
  async function readWhole(name: string): Promise<Source> {
    const bytes = await wholeOf(await read(name));
    // Images of another key cannot be checked.
    const isChecked = used.get(name.split('/')[1]!) !== null;
    if (!isChecked || (await isWhole(name, bytes, keyring))) return inOne(bytes);
    await from.rename(name, name + DAMAGED);
    throw new BackupError(`${name} is damaged. The next backup writes it anew.`);
  }
  for (const set of new Set(await Promise.all(names.map((name) => imageSetOf(from, name))))) {
    const here = await sizesIn(from, imageFolder(set));
    const there = await sizesIn(to, imageFolder(set));
    for (const image of lackedBy(there, here)) if (isImageFile(image.name)) images.push(image);
    for (const name of used.get(set) ?? []) if (!here.has(name) && there.has(name)) back.push(name);
  }
  const backups: CopiedFile[][] = [];
  for (const name of names) backups.push(lackedBy(await sizesIn(to, name), await sizesIn(from, name)));

  const all = [...images, ...backups.flat()];
  const bytes = all.reduce((sum, { size }) => sum + size, 0);
  if (bytes > (await room())) {
    throw new BackupError(
      `There is no room in ${to.address}: the copy needs ${formatCount(Math.ceil(bytes / 2 ** 20))} MB more.`,
    );
  }
  await copyFiles(images, readWhole, to);
  for (const files of backups) {
    // A copy without its manifest is no backup yet.
    const isManifest = ({ name }: CopiedFile) => MANIFESTS.includes(name.split('/').at(-1)!);
    await copyFiles(
      files.filter((file) => !isManifest(file)),
      read,
      to,
    );
    await to.sync();
    await copyFiles(files.filter(isManifest), read, to);
    await to.sync();
  }
  await copyFiles(
    back.map((name) => ({ name })),
    (name) => readFrom(to, name),
    from,
  );
  await from.sync();
  return { files: all.length, bytes };
}

async function sizesIn(place: BackupPlace, folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { name, size } of place.walk(folder)) sizes.set(name, size);
  return sizes;
}

const lackedBy = (there: Map<string, number>, here: Map<string, number>): CopiedFile[] =>
  [...here].flatMap(([name, size]) => (there.get(name) === size ? [] : [{ name, size }]));

async function readFrom(place: BackupPlace, name: string): Promise<Source> {
  const source = await place.read(name);
  if (!source) throw new BackupError(`${name} is missing in ${place.address}.`);
  return source;
}

/** Ends at the first failure, after the files that are being written. */
async function copyFiles(
  files: readonly Pick<CopiedFile, 'name'>[],
  read: (name: string) => Promise<Source>,
  to: BackupPlace,
): Promise<void> {
  const left = files.values();
  let failed = false;
  async function copyNext(): Promise<void> {
    for (const { name } of left) {
      if (failed) return;
      await to.write(name, await read(name));
    }
  }
  const work = Array.from({ length: AT_ONCE }, () =>
    copyNext().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  const ended = await Promise.allSettled(work);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
