import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '#db/connection.ts';
import { BackupError } from '../backup/backup-error.ts';
import type { Log } from '../log.ts';
import { withFileLock } from '../postgres/file-lock.ts';
import { withTimeout } from '../with-timeout.ts';
import { writeWhole } from '../write-whole.ts';
import { type Archive, factsOf, reachOf, skipUnreadable, walPath } from './archive.ts';
import { type ArchivedDatabase, identifyServer, makeBase } from './make-base.ts';
import { removeOld } from './retention.ts';
import { isNeeded, newestOf, segmentOf } from './segments.ts';

/** How often the spool is looked at, ms. */
const POLL_MS = 1_000;
/** After a failure, ms: of the log, and of a base backup. */
const RETRY_MS = 5_000;
const RETRY_BASE_MS = 10 * 60_000;
/** How often another process is asked for the archive, ms. */
const TURN_MS = 5_000;
/** How often the server is asked whether it was restarted, ms. */
const AWAKE_MS = 5_000;
/** A new base backup after this time: a restore reads the log since the last one. */
const BASE_AGE_MS = 24 * 60 * 60_000;
/** How long the last files may take at shutdown, ms; the next start takes the rest. */
const LAST_MS = 4_000;

/** PostgreSQL's code for a missing right. */
const NOT_GRANTED = '42501';

/** The file of the spool that says what fails. */
const FAILURE = '.failure.json';

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

/** What the spool tells of the archive to other processes. */
export interface SpoolState {
  waiting: number;
  /** When the oldest waiting file was written. */
  since?: Date;
  failure?: { of: 'log' | 'base'; reason: string; since: Date };
}

/** The files of the log that wait to be archived, oldest first. */
const waitingIn = async (spool: string): Promise<string[]> =>
  (await readdir(spool)).filter((name) => /^[0-9A-F][^/]*\.gz$/.test(name)).sort();

/** Throws if the folder cannot be read. */
export async function readSpool(spool: string): Promise<SpoolState> {
  const names = await waitingIn(spool);
  const [oldest] = names;
  // Undefined also for a file that was taken in the meantime.
  const found = oldest === undefined ? undefined : await stat(join(spool, oldest)).catch(() => undefined);
  const text = await readFile(join(spool, FAILURE), 'utf8').catch(() => null);
  const failure = text === null ? undefined : JSON.parse(text);
  return {
    waiting: names.length,
    ...(found && { since: found.mtime }),
    ...(failure && { failure: { ...failure, since: new Date(failure.since) } }),
  };
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
  let failing: 'log' | 'base' | undefined;
  /** Whether the newest base backup has to be looked at: at first, and after a segment that does not follow the last. */
  let isInDoubt = true;
  let newest: string | undefined;
  /** The last segment of the newest base backup, until a later one was archived. */
  let openStop: number | undefined;
  let previous: string | undefined;
  let segmentSize = 0;

  const pause = (ms: number) => sleep(ms, undefined, { signal: over.signal }).catch(() => {});

  async function noteFailure(of: 'log' | 'base', error: unknown): Promise<void> {
    if (failing === of) return;
    failing = of;
    log.error({ err: error }, of === 'log' ? 'the archive takes no log' : 'no base backup could be made');
    const failure = { of, reason: (error as Error).message, since: new Date() };
    await writeWhole(join(spool, FAILURE), JSON.stringify(failure), 0o640).catch(() => {});
  }

  async function noteSuccess(of: 'log' | 'base'): Promise<void> {
    if (failing !== of) return;
    failing = undefined;
    log.info(of === 'log' ? 'the archive takes the log again' : 'a base backup was made again');
    await rm(join(spool, FAILURE), { force: true }).catch(() => {});
  }

  async function ship(): Promise<void> {
    for (const file of await waitingIn(spool)) {
      const name = file.replace(/\.gz$/, '');
      const path = join(spool, file);
      if (isNeeded(name)) {
        const bytes = await readFile(path);
        const { system, segmentSize: size } = await server();
        segmentSize = size;
        const target = walPath(system, name);
        // PostgreSQL repeats a file after a crash. Another content is that of another server.
        if (!(await archive.has(target))) await archive.put(target, bytes);
        else if (!(await archive.get(target))?.equals(bytes)) {
          throw new BackupError(
            `${archive.address} has another ${name}: a copy of this database writes into the same archive. Give each its own BACKUP_DIR or bucket.`,
          );
        }
        noteShipped(name);
      }
      await rm(path, { force: true });
    }
  }

  let startedAt: string | undefined;
  let nextLookAt = 0;

  /**
   * After a start, PostgreSQL's checkpointer may sleep for checkpoint_timeout before it heeds archive_timeout for the
   * first time: a reload of the settings wakes it.
   */
  async function keepAwake(): Promise<void> {
    if (Date.now() < nextLookAt) return;
    nextLookAt = Date.now() + AWAKE_MS;
    await withConnection(database.replicationUrl, 'archive', async (client) => {
      const { rows } = await client.query<{ at: string }>('select pg_postmaster_start_time()::text as at');
      if (rows[0]!.at === startedAt) return;
      await client.query('select pg_reload_conf()');
      startedAt = rows[0]!.at;
    }).catch((error: { code?: string }) => {
      // A server that does not run writes no log either.
      if (error.code === NOT_GRANTED) throw error;
    });
  }

  let identity: Promise<{ system: string; segmentSize: number }> | undefined;
  /** Known from then on, also while the server does not run. */
  function server() {
    identity ??= identifyServer(database);
    identity.catch(() => {
      identity = undefined;
    });
    return identity;
  }

  function noteShipped(name: string): void {
    const found = segmentOf(name, segmentSize);
    if (!found) return;
    const last = previous && segmentOf(previous, segmentSize);
    if (last && (found.number !== last.number + 1 || found.timeline !== last.timeline)) isInDoubt = true;
    if (openStop !== undefined && found.number > openStop) isInDoubt = true;
    previous = name;
  }

  /** Whether a restore could not reach the present from the newest base backup. */
  async function isBaseDue(): Promise<boolean> {
    const { system } = await server();
    if (isInDoubt) {
      newest = (await archive.listBases()).findLast((name) => factsOf(name).system === system);
      if (newest !== undefined && !(await reachesPresent(newest).catch(skipUnreadable))) newest = undefined;
      isInDoubt = false;
    }
    return newest === undefined || Date.now() - factsOf(newest).startedAt.getTime() > BASE_AGE_MS;
  }

  async function reachesPresent(name: string): Promise<boolean> {
    const manifest = await archive.readBase(name);
    const wal = await archive.listWal(manifest.system);
    const stop = segmentOf(manifest.stop, manifest.segmentSize)!;
    const present = newestOf(
      wal.map((file) => file.name),
      manifest.segmentSize,
    );
    // Its own last segments may still be on their way: looked at again with the first one after them.
    const isOpen = !present || present.number <= stop.number;
    openStop = isOpen ? stop.number : undefined;
    if (isOpen) return !present || present.timeline <= manifest.timeline;
    return present.timeline === manifest.timeline && reachOf(manifest, wal).last?.number === present.number;
  }

  async function renewBase(): Promise<void> {
    try {
      if (Date.now() < nextBaseAt || !(await isBaseDue())) return;
      nextBaseAt = Date.now() + RETRY_BASE_MS;
      await mustHaveRoom();
      const made = await makeBase(archive, database, over.signal);
      newest = made.name;
      // What was archived during the backup may have a gap.
      isInDoubt = true;
      log.info({ base: made.name, bytes: made.bytes }, 'a base backup was made');
      await noteSuccess('base');
      await removeOld(archive, days);
    } catch (error) {
      nextBaseAt = Date.now() + RETRY_BASE_MS;
      if (!over.signal.aborted) await noteFailure('base', error);
    }
  }

  async function mustHaveRoom(): Promise<void> {
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
      if (!over.signal.aborted) await keepAwake();
      await noteSuccess('log');
      return true;
    } catch (error) {
      await noteFailure('log', error);
      return false;
    }
  }

  async function work(): Promise<void> {
    await rm(join(spool, FAILURE), { force: true }).catch(() => {});
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
