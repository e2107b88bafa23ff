import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { BackupError } from '../backup/backup-error.ts';
import { type BackupPlace, PARTIAL } from '../backup/backup-place.ts';
import { inOne, wholeOf } from '../backup/pieces.ts';
import { keyringOf } from '../backup/sealing.ts';
import { historyOf, isNeeded, lastWithoutGap, type Segment, segmentOf } from './segments.ts';

// The archive: bases/NAME.json describes a complete base backup, parts/NAME.00001 … are its bytes (a compressed tar),
// wal/SYSTEM/SEGMENT.gz is the log. With BACKUP_KEY every file is sealed under its path and has the suffix .sealed.

const SEALED = '.sealed';
/** After this time a file that is not whole is nobody's any more. */
const ABANDONED_MS = 24 * 60 * 60_000;
const unpack = promisify(gunzip);

const segment = z.string().regex(/^[0-9A-F]{24}$/);

const NAME = /^\d+-\d{8}T\d{9}Z-[0-9A-F]{24}$/;

/** A complete base backup. */
const baseManifest = z.object({
  format: z.literal(1),
  /** Its server, the moment in UTC, and the first segment: SYSTEM-20261123T130500123Z-000000010000000000000002. */
  name: z.string().regex(NAME),
  /** PostgreSQL's identifier of a cluster. */
  system: z.string().regex(/^\d+$/),
  timeline: z.int().min(1),
  startedAt: z.iso.datetime(),
  /** The first moment that it can be restored to. */
  completedAt: z.iso.datetime(),
  /** The first and the last segment without which it cannot be restored. */
  start: segment,
  stop: segment,
  segmentSize: z.int().min(2 ** 20),
  /** The version, such as 180006. */
  postgres: z.int(),
  /** System and processor, such as 'linux x64': the files are of no use on others. */
  platform: z.string(),
  /** The database of the shop and its owner. */
  database: z.string(),
  owner: z.string(),
  /** Of the built-in server. */
  builtIn: z.boolean(),
  /** Bytes of the files. */
  bytes: z.int().min(0),
  parts: z.array(z.object({ bytes: z.int(), sha256: z.string() })).min(1),
});
export type BaseManifest = z.infer<typeof baseManifest>;

export type Archive = ReturnType<typeof openArchive>;

export const partPath = (base: string, index: number): string =>
  `parts/${base}.${String(index + 1).padStart(5, '0')}`;
export const walPath = (system: string, name: string): string => `wal/${system}/${name}.gz`;
export const basePath = (name: string): string => `bases/${name}.json`;

/** Reads and writes the files of an archive, sealed if there is a key. */
export function openArchive(place: BackupPlace, key?: string) {
  const keyring = key === undefined ? undefined : keyringOf(key);

  async function unsealed(path: string, sealed: Buffer): Promise<Buffer> {
    if (!keyring) {
      throw new BackupError(`${place.address} is sealed. Set BACKUP_KEY to the key it was made with.`);
    }
    try {
      return await wholeOf(keyring.unseal(path, inOne(sealed)));
    } catch {
      throw new BackupError(`${path} of the archive is damaged, or was sealed with another BACKUP_KEY.`);
    }
  }

  async function read(path: string): Promise<Buffer | null> {
    const source = await place.read(path);
    return source && wholeOf(source);
  }

  async function write(path: string, bytes: Uint8Array): Promise<void> {
    await place.write(path, inOne(bytes));
    await place.sync();
  }

  /** Null if there is no such file. Throws BackupError if it cannot be unsealed. */
  async function get(path: string): Promise<Buffer | null> {
    const sealed = await read(path + SEALED);
    return sealed ? unsealed(path, sealed) : read(path);
  }

  /** The files of a folder, sorted by name; deletes what a cut-off write left there. */
  async function filesIn(folder: string): Promise<{ name: string; modified: Date }[]> {
    const files: { name: string; modified: Date }[] = [];
    for await (const { name, modified } of place.walk(folder)) {
      if (!name.endsWith(PARTIAL)) files.push({ name: name.slice(folder.length + 1), modified });
      else if (Date.now() - modified.getTime() > ABANDONED_MS) await place.remove(name);
    }
    return files.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  return {
    address: place.address,
    get,
    async put(path: string, bytes: Uint8Array): Promise<void> {
      if (!keyring) return write(path, bytes);
      await write(path + SEALED, await wholeOf(keyring.seal(path, inOne(bytes))));
    },
    has: async (path: string) => (await place.has(path + SEALED)) || (await place.has(path)),
    async remove(path: string) {
      await place.remove(path + SEALED);
      await place.remove(path);
    },
    /** The names in a folder, without the suffix of sealed ones. */
    async list(folder: string) {
      const files = await filesIn(folder);
      return files.map(({ name, modified }) => ({ name: name.replace(/\.sealed$/, ''), modified }));
    },
    /** The names of the complete base backups, oldest first. */
    async listBases(): Promise<string[]> {
      const files = await filesIn('bases');
      const names = files.map(({ name }) => name.replace(/\.json(\.sealed)?$/, ''));
      return names
        .filter((name) => NAME.test(name))
        .sort((a, b) => factsOf(a).startedAt.getTime() - factsOf(b).startedAt.getTime());
    },
    async readBase(name: string): Promise<BaseManifest> {
      const bytes = await get(basePath(name));
      const parsed = baseManifest.safeParse(bytes && jsonOf(bytes));
      if (parsed.success) return parsed.data;
      throw new BackupError(`The base backup ${name} cannot be read: it is damaged, or of a newer shop.`);
    },
    /** The log of a server, sorted by name: each file, and when it was archived. */
    async listWal(system: string): Promise<{ name: string; modified: Date }[]> {
      const files = await filesIn(`wal/${system}`);
      return files
        .map(({ name, modified }) => ({ name: name.replace(/\.gz(\.sealed)?$/, ''), modified }))
        .filter(({ name }) => isNeeded(name));
    },
    /** A file of the log, still compressed. Throws BackupError if it is damaged. */
    async readWal(system: string, name: string): Promise<Buffer> {
      const packed = await get(walPath(system, name));
      if (!packed) throw new BackupError(`${name} is missing from the archive.`);
      await unpack(packed).catch(() => {
        throw new BackupError(`${name} of the archive is damaged.`);
      });
      return packed;
    },
  };
}

/** Undefined if it is none. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** For a base backup that cannot be read: it is damaged, or sealed with the key of before. Throws errors of the store. */
export function skipUnreadable(error: unknown): undefined {
  if (!(error instanceof BackupError)) throw error;
}

/** What the name of a base backup tells. */
export function factsOf(name: string): { system: string; startedAt: Date; start: string } {
  const [system = '', moment = '', start = ''] = name.split('-');
  const iso = moment.replace(/^(....)(..)(..T..)(..)(..)(...)Z$/, '$1-$2-$3:$4:$5.$6Z');
  return { system, startedAt: new Date(iso), start };
}

export const baseNameOf = ({ system, startedAt, start }: ReturnType<typeof factsOf>): string =>
  `${system}-${startedAt.toISOString().replace(/[-:.]/g, '')}-${start}`;

/** What of the log a base backup needs and reaches. */
export interface Reach {
  /** The last segment without a gap; undefined if it is not even complete. */
  last?: Segment;
  /** When that was archived: no later moment can be restored from this base backup. */
  until?: Date;
}

export function reachOf(
  { start, stop, segmentSize }: Pick<BaseManifest, 'start' | 'stop' | 'segmentSize'>,
  wal: readonly { name: string; modified: Date }[],
): Reach {
  const last = lastWithoutGap(
    wal.map(({ name }) => name),
    segmentOf(start, segmentSize)!,
    segmentSize,
  );
  if (!last || last.number < segmentOf(stop, segmentSize)!.number) return {};
  const until = wal.findLast(({ name }) => {
    const found = segmentOf(name, segmentSize);
    return found?.number === last.number && found.timeline === last.timeline;
  })?.modified;
  return { last, until };
}

/** The timeline that the server was on at a moment: the newest one that had begun. */
export function timelineAt(
  moment: Date,
  base: Pick<BaseManifest, 'timeline'>,
  wal: readonly { name: string; modified: Date }[],
): number {
  const begun = wal.flatMap(({ name, modified }) => (modified <= moment ? (historyOf(name) ?? []) : []));
  return Math.max(base.timeline, ...begun);
}
