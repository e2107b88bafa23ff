import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackupError } from '../backup/backup-error.ts';
import type { Log } from '../log.ts';
import { withFileLock } from '../postgres/file-lock.ts';
import { withTimeout } from '../with-timeout.ts';
import { type Archive, factsOf, walPath } from './archive.ts';
import { type ArchivedDatabase, identifyServer, makeBase } from './make-base.ts';
import { createNewestBase } from './newest-base.ts';
import { removeOld } from './retention.ts';
import { isNeeded } from './segments.ts';
import { spoolFailures, waitingIn } from './spool.ts';
import { checkpointerWaker } from './wake-checkpointer.ts';

/** How often the spool is looked at, ms. */
const POLL_MS = 1_000;
/** After a failure, ms: of the log, and of a base backup. */
const RETRY_MS = 5_000;
const RETRY_BASE_MS = 10 * 60_000;
/** How often another process is asked for the archive, ms. */
const TURN_MS = 5_000;
/** A new base backup after this time: a restore reads the log since the last one. */
const BASE_AGE_MS = 24 * 60 * 60_000;
/** How long the last files may take at shutdown, ms; the next start takes the rest. */
const LAST_MS = 4_000;

export interface ArchiverDeps {
  archive: Archive;
  database: ArchivedDatabase;
  /** The folder that archive-segment.sh writes into. */
  spool: string;
  /** How many days back a restore reaches. */
  days: number;
  /** Bytes available for a base backup; undefined if unknown. */
  room(): Promise<number | undefined>;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
}

export interface Archiver {
  start(): void;
  /** Takes the last files; call it after the server has stopped, which writes the last one then. */
  stop(): Promise<void>;
}

/**
 * Takes the log from the spool into the archive, makes a base backup each day and wherever the log has a gap, and
 * deletes what is older than `days`. One process at a time does it; the others wait for their turn. Never throws: what
 * fails is logged, written into the spool for the doctor, and tried again.
 */
export function createArchiver({ archive, database, spool, days, room, log }: ArchiverDeps): Archiver {
  const over = new AbortController();
  let running: Promise<void> | undefined;
  let base: Promise<void> | undefined;
  let nextBaseAt = 0;
  let identity: Promise<{ system: string; segmentSize: number }> | undefined;
  const newestBase = createNewestBase(archive);
  const wakeCheckpointer = checkpointerWaker(database);
  const { noteFailure, noteSuccess, removeFailure } = spoolFailures(spool, log);

  const pause = (ms: number) => sleep(ms, undefined, { signal: over.signal }).catch(() => {});

  async function ship(): Promise<void> {
    for (const file of await waitingIn(spool)) {
      const name = file.replace(/\.gz$/, '');
      const path = join(spool, file);
      if (isNeeded(name)) {
        const bytes = await readFile(path);
        const { system, segmentSize } = await server();
        const target = walPath(system, name);
        // PostgreSQL repeats a file after a crash. Another content is that of another server.
        if (!(await archive.has(target))) await archive.put(target, bytes);
        else if (!(await archive.get(target))?.equals(bytes)) {
          throw new BackupError(
            `${archive.address} has another ${name}: a copy of this database writes into the same archive. Give each its own BACKUP_DIR or bucket.`,
          );
        }
        newestBase.noteShipped(name, segmentSize);
      }
      await rm(path, { force: true });
    }
  }

  /** Known from then on, also while the server does not run. */
  function server() {
    identity ??= identifyServer(database);
    identity.catch(() => {
      identity = undefined;
    });
    return identity;
  }

  async function renewBase(): Promise<void> {
    try {
      if (Date.now() < nextBaseAt) return;
      const { system } = await server();
      const newest = await newestBase.find(system);
      if (newest !== undefined && Date.now() - factsOf(newest).startedAt.getTime() <= BASE_AGE_MS) return;
      nextBaseAt = Date.now() + RETRY_BASE_MS;
      await mustHaveRoom(newest);
      const made = await makeBase(archive, database, over.signal);
      newestBase.noteMade(made.name);
      log.info({ base: made.name, bytes: made.bytes }, 'a base backup was made');
      await noteSuccess('base');
      await removeOld(archive, days);
    } catch (error) {
      nextBaseAt = Date.now() + RETRY_BASE_MS;
      if (!over.signal.aborted) await noteFailure('base', error);
    }
  }

  /** `newest`: the base backup whose size is to be expected. */
  async function mustHaveRoom(newest: string | undefined): Promise<void> {
    const free = await room();
    if (free === undefined || newest === undefined) {
      if (free === undefined || free > 0) return;
    } else {
      const { parts } = await archive.readBase(newest);
      if (free > 1.5 * parts.reduce((sum, part) => sum + part.bytes, 0)) return;
    }
    throw new BackupError(`There is no room for a base backup in ${archive.address}.`);
  }

  async function shipNoting(): Promise<boolean> {
    try {
      await ship();
      if (!over.signal.aborted) await wakeCheckpointer();
      await noteSuccess('log');
      return true;
    } catch (error) {
      await noteFailure('log', error);
      return false;
    }
  }

  async function work(): Promise<void> {
    await removeFailure();
    while (!over.signal.aborted) {
      const isWell = await shipNoting();
      if (isWell) {
        base ??= renewBase().finally(() => {
          base = undefined;
        });
      }
      await pause(isWell ? POLL_MS : RETRY_MS);
    }
    await base;
    await withTimeout(LAST_MS, shipNoting());
  }

  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      // Fails if another process has its turn.
      await withFileLock(join(spool, '.lock'), work, 0).catch(async () => {
        await waitingIn(spool).catch((error: unknown) => noteFailure('log', error));
      });
      await pause(TURN_MS);
    }
  }

  return {
    start() {
      running ??= run();
    },
    async stop() {
      over.abort();
      await running;
    },
  };
}
