import { statfs } from 'node:fs/promises';
import type { Log } from '#platform/log.ts';

/** How the disk of the data folder stands, in bytes. */
export interface DiskState {
  /** Null where it cannot be read. */
  free: number | null;
  reserve: number;
  /** Less is free than is kept in reserve for orders: nothing large is taken in. */
  isShort: boolean;
  /** Nothing can be written, not even orders: here, or where the database is. */
  isFull: boolean;
}

export interface DiskReserve {
  /** At most some seconds old. Where the disk cannot be read it counts as empty enough, and the log says so. */
  state(): Promise<DiskState>;
  /** Something could not be written for lack of room; the disk counts as full for a minute. */
  noteFull(): void;
}

/** How long an answer of the disk is good, ms. */
const FRESH_MS = 5_000;

/** With less than a segment of PostgreSQL's log of changes a disk is full. */
export const FULL_BYTES = 16 * 1024 ** 2;
/** How long a write that failed is remembered, ms: the disk may be that of another machine, which is not seen here. */
const REMEMBERED_MS = 60_000;

/** Bytes that somebody without special rights may still write below this folder. */
export async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/** Watches that so many bytes of a folder's disk stay free. Says in the log when they are not, and when they are again. */
export function createDiskReserve(options: {
  dir: string;
  /** Bytes. */
  reserve: number;
  log: Pick<Log, 'info' | 'error'>;
  freshMs?: number;
}): DiskReserve {
  const { dir, reserve, log, freshMs = FRESH_MS } = options;
  let last: Promise<Omit<DiskState, 'isFull'>> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let wasShort = false;
  let wasFull = false;
  let refusedAt = Number.NEGATIVE_INFINITY;

  async function read(): Promise<Omit<DiskState, 'isFull'>> {
    let free: number;
    try {
      free = await freeBytes(dir);
    } catch (error) {
      log.error({ err: error, dir }, 'the free space of the data folder cannot be read');
      return { free: null, reserve, isShort: false };
    }
    const isShort = free < reserve;
    if (isShort && !wasShort)
      log.error({ free, reserve, dir }, 'disk below its reserve: uploads are refused');
    if (!isShort && wasShort) log.info({ free, reserve, dir }, 'disk above its reserve again');
    wasShort = isShort;
    return { free, reserve, isShort };
  }

  return {
    async state() {
      const now = performance.now();
      if (!last || now - readAt > freshMs) {
        readAt = now;
        last = read();
      }
      const seen = await last;
      const isFull = (seen.free ?? FULL_BYTES) < FULL_BYTES || performance.now() - refusedAt < REMEMBERED_MS;
      if (isFull && !wasFull) log.error({ free: seen.free, dir }, 'disk full: nothing can be saved');
      if (!isFull && wasFull) log.info({ free: seen.free, dir }, 'disk no longer full');
      wasFull = isFull;
      return { ...seen, isFull };
    },
    noteFull() {
      refusedAt = performance.now();
    },
  };
}
