import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { fileSegments } from '../storage/storage.ts';
import { StorageUnavailable } from '../storage/storage-unavailable.ts';
import { BackupError } from './backup-error.ts';
import { madeAtOf } from './backup-name.ts';
import { type BackupPlace, folderPlace, PARTIAL, type Source } from './backup-place.ts';
import { isInFuture } from './in-future.ts';
import { type Content, type Manifest, manifest } from './manifest.ts';
import { wholeOf } from './pieces.ts';
import { type Keyring, SALT } from './sealing.ts';
import { IMAGE_SEAL, imageFile, UNSEALED } from './stored-images.ts';

export const SEALED = '.sealed';
export const MANIFEST = 'manifest.json';
/** The files without which a backup is incomplete; it has one of them. */
export const MANIFESTS = [MANIFEST, MANIFEST + SEALED];
const NAME = /^aso-house-\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z$/;

export type BackedUpImage = Manifest['pictures'][number];

/** An image of a backup is missing or differs from what was backed up. */
export class DamagedImage extends BackupError {
  /** The file in the place of the backup. */
  readonly file: string;
  constructor(file: string, message: string) {
    super(message);
    this.file = file;
  }
}

export interface BackupReader {
  /** The name of the folder. */
  name: string;
  manifest: Manifest;
  isSealed: boolean;
  /** Reads the content of a file; fails, at the latest at its end, if it differs from what was written. */
  read(name: string, expected: Content): Source;
  /** The file of an image in the place of the backup. */
  fileOf(image: BackedUpImage): Promise<string>;
  /** Reads an image. Throws DamagedImage, at the latest at its end. */
  readImage(image: BackedUpImage): Source;
}

/** Opens the backup in this folder; see `openBackup`. */
export const readBackup = (folder: string, keyring: Keyring | undefined): Promise<BackupReader> =>
  openBackup(folderPlace(dirname(folder)), basename(folder), keyring);

/**
 * Opens a backup. Opening and reading throw BackupError if a file is missing, damaged or sealed with another key, or
 * if the backup is sealed and there is no key.
 */
export async function openBackup(
  place: BackupPlace,
  name: string,
  keyring: Keyring | undefined,
): Promise<BackupReader> {
  const folder = `${place.address}/${name}`;
  if (name.endsWith(PARTIAL)) throw new BackupError(`${folder} was not finished. Take another backup.`);
  const isSealed = await place.has(`${name}/${MANIFEST}${SEALED}`);
  if (!isSealed && !(await place.has(`${name}/${MANIFEST}`))) {
    throw new BackupError(`${folder} is not a backup: it has no ${MANIFEST}.`);
  }
  if (isSealed && !keyring) {
    throw new BackupError(`${folder} is sealed. Set BACKUP_KEY to the key it was made with.`);
  }
  const suffix = isSealed ? SEALED : '';

  /** `file` is in the place and sealed as `seal`; errors say `what`, and what to do. */
  async function* content(file: string, seal: string, what: string, advice: string): AsyncGenerator<Buffer> {
    let source = await place.read(file);
    if (!source) throw new BackupError(`${what} is missing from the backup. ${advice}`);
    if (isSealed) source = keyring!.unseal(seal, source);
    if (isPacked(what)) source = through(source, createGunzip());
    try {
      for await (const part of source) yield part as Buffer;
    } catch (error) {
      throw whyUnreadable(what, isSealed, advice, error as NodeJS.ErrnoException);
    }
  }

  const contentOf = (file: string) => content(`${name}/${file}${suffix}`, file, file, OTHER);

  const set = await imageSetOf(place, name);
  const held = await readManifest(contentOf(MANIFEST));

  async function fileOf({ path, sha256 }: BackedUpImage): Promise<string> {
    // Never outside the place, whatever the manifest contains.
    fileSegments(path);
    if (held.format === 1) return `${name}/pictures/${path}${suffix}`;
    return imageFile(set, set === UNSEALED ? sha256 : await keyring!.nameOf(set, sha256));
  }

  async function* readImage(image: BackedUpImage): AsyncGenerator<Buffer> {
    const file = await fileOf(image);
    const [what, seal, advice] =
      held.format === 1
        ? [`pictures/${image.path}`, `pictures/${image.path}`, OTHER]
        : [`${image.path} (${file})`, IMAGE_SEAL, OTHER_IMAGE];
    try {
      yield* checked(content(file, seal, what, advice), what, image, advice);
    } catch (error) {
      throw error instanceof BackupError ? new DamagedImage(file, error.message) : error;
    }
  }

  return {
    name,
    manifest: held,
    isSealed,
    read: (file, expected) => checked(contentOf(file), file, expected, OTHER),
    fileOf,
    readImage,
  };
}

const OTHER = 'Use another backup.';
const OTHER_IMAGE =
  'Restore from a copy of the backups with their folder images, or without this image: --skip-damaged-images.';

async function* checked(
  source: Source,
  what: string,
  expected: Content,
  advice: string,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let length = 0;
  for await (const part of source) {
    hash.update(part);
    length += part.length;
    yield part as Buffer;
  }
  if (length !== expected.bytes || hash.digest('hex') !== expected.sha256) {
    throw new BackupError(`${what} is not what was backed up: it is damaged. ${advice}`);
  }
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

function whyUnreadable(name: string, isSealed: boolean, advice: string, error: NodeJS.ErrnoException): Error {
  if (isSealed && name === MANIFEST) {
    return new BackupError(
      `BACKUP_KEY does not open this backup: it was made with another key, or its ${MANIFEST} is damaged.`,
    );
  }
  // Errors of zlib or the cipher; those of the file system or the store already describe the problem.
  if (error.syscall || error instanceof StorageUnavailable) return error;
  return new BackupError(`${name} is damaged. ${advice}`);
}

/** The set of images that a backup uses, which needs no key: the salt of a sealed manifest (stored-images.ts). */
export async function imageSetOf(place: BackupPlace, name: string): Promise<string> {
  const sealed = await place.read(`${name}/${MANIFEST}${SEALED}`);
  if (!sealed) return UNSEALED;
  const head: Uint8Array[] = [];
  let length = 0;
  for await (const part of sealed) {
    head.push(part);
    length += part.length;
    if (length >= SALT) break;
  }
  return Buffer.concat(head).toString('hex', 0, SALT);
}

/** The names of the complete backups of a place, oldest first. */
export async function backupsIn(place: BackupPlace): Promise<string[]> {
  const { complete } = await sortBackups(place);
  return complete;
}

/** The names of the backups of a place that have a manifest and of those that have none, oldest first. */
export async function sortBackups(place: BackupPlace): Promise<{ complete: string[]; incomplete: string[] }> {
  const isAhead = (name: string) => Number(isInFuture(madeAtOf(name.replace(PARTIAL, ''))));
  const names = (await place.folders())
    .filter((name) => NAME.test(name.replace(PARTIAL, '')))
    .sort()
    // Those of a clock that was ahead would be the newest until then.
    .sort((one, other) => isAhead(other) - isAhead(one));
  const isComplete = await Promise.all(
    names.map(async (name) => {
      if (name.endsWith(PARTIAL)) return false;
      const found = await Promise.all(MANIFESTS.map((file) => place.has(`${name}/${file}`)));
      return found.includes(true);
    }),
  );
  return {
    complete: names.filter((_, at) => isComplete[at]),
    incomplete: names.filter((_, at) => !isComplete[at]),
  };
}

/** The folders of the complete backups in `dir`, oldest first. Empty if it does not exist. */
export const listBackups = async (dir: string): Promise<string[]> =>
  (await backupsIn(folderPlace(dir))).map((name) => join(dir, name));

/** Pipes `source` through `stream`. An error of the source becomes an error of the result. */
export function through(source: Source, stream: Duplex): Source {
  pipeline(source, stream).catch(() => {});
  return stream;
}

/** Images are compressed already. */
export const isPacked = (name: string) => name.endsWith('.gz');
