import { statfs } from 'node:fs/promises';
import type { Log } from '#platform/log.ts';

/** State of the data folder's disk, in bytes. */
export interface DiskState {
  /** Null if it cannot be read. */
  free: number | null;
  reserve: number;
  /** Free space is below the reserve for orders: large uploads are refused. */
  isShort: boolean;
  /** Nothing can be written, not even orders: on this disk or on the database's. */
  isFull: boolean;
}

export interface DiskReserve {
  /** At most a few seconds old. An unreadable disk counts as having enough space, and this is logged. */
  state(): Promise<DiskState>;
  /** Reports a write that failed for lack of space; the disk counts as full for a minute. */
  noteFull(): void;
}

/** How long a measurement is cached, ms. */
const FRESH_MS = 5_000;

/** With less than one segment of PostgreSQL's WAL the disk is full. */
export const FULL_BYTES = 16 * 1024 ** 2;
/**
 * How long a failed write is remembered, ms: it may concern another machine's disk, which cannot be measured here.
 */
const REMEMBERED_MS = 60_000;

/** Bytes that an unprivileged user can still write below this folder. */
export async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/** Watches that this many bytes of the disk stay free. Logs when they are not, and when they are again. */
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
