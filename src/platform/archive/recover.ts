import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '#db/connection.ts';
import { BackupError } from '../backup/backup-error.ts';
import { type PostgresBinaries, program } from '../postgres/binaries.ts';
import { type DatabaseUser, runAs } from '../postgres/database-user.ts';
import { type Archive, type BaseManifest, partPath } from './archive.ts';
import type { Course, Target } from './choose-base.ts';
import { sha256 } from './make-base.ts';

/** How many files of the log are read from the store at once. */
const AT_ONCE = 8;
const POLL_MS = 100;

export interface Recovered {
  /** The data folder of the server. */
  cluster: string;
  /** A connection as this role, to the shop's database if no other is named. Only this account can connect. */
  urlFor(role: string, database?: string): string;
  /** When the last transaction that is in it was committed; null if there was none after the base backup. */
  lastChangeAt: Date | null;
  /** Stops the server. The data folder remains. */
  stop(): Promise<void>;
}

export interface RecoverOptions {
  archive: Archive;
  course: Course;
  target: Target;
  /** A new folder for the cluster and what belongs to it, which the account of the database may enter. */
  dir: string;
  binaries: PostgresBinaries;
  /** The account of the database server. */
  user: DatabaseUser | undefined;
  /** Takes the log of the recovered server; without it, nothing is archived. */
  archiveCommand?: string;
}

/**
 * Unpacks a base backup, applies the log up to the target, and leaves a server running on it that only this account
 * can connect to. Throws BackupError; then no server runs, and `dir` can be deleted.
 */
export async function recover(options: RecoverOptions): Promise<Recovered> {
  const { archive, course, dir, user } = options;
  const cluster = join(dir, 'cluster');
  const wal = join(dir, 'wal');
  for (const folder of [dir, cluster, wal]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (user) await chown(folder, user.uid, user.gid);
  }
  await unpackBase(archive, course.base, cluster, user);
  await fetchWal(archive, course, wal, user);
  await writeFor(user, join(dir, 'hba.conf'), 'local all all trust\n');
  await writeFor(user, join(cluster, 'recovery.signal'), '');
  // Distributions keep it elsewhere; the built-in server writes its own at each start.
  await writeFor(user, join(cluster, 'postgresql.conf'), '');
  const sockets = socketsOf(dir);
  await mkdir(sockets, { mode: 0o700 });
  if (user) await chown(sockets, user.uid, user.gid);
  return runServer(options, { cluster, wal, sockets });
}

/** Of its own, because the path of a socket must be short; found by `dir` after a process was killed. */
const socketsOf = (dir: string) => join(tmpdir(), `aso-restore-${sha256(Buffer.from(dir)).slice(0, 16)}`);

/** Deletes `dir` of a recovery. A server that a killed process left in it then ends by itself within a minute. */
export async function removeRecovery(dir: string): Promise<void> {
  for (const folder of [socketsOf(dir), dir]) {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function writeFor(user: DatabaseUser | undefined, path: string, content: Uint8Array | string) {
  await writeFile(path, content, { mode: 0o600 });
  if (user) await chown(path, user.uid, user.gid);
}

async function unpackBase(
  archive: Archive,
  { name, parts }: BaseManifest,
  cluster: string,
  user: DatabaseUser | undefined,
): Promise<void> {
  // As the account of the database, which then owns the files.
  const tar = spawn('tar', ['-xzf', '-', '-p', '-C', cluster], {
    ...runAs(user),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let message = '';
  tar.stderr.on('data', (chunk) => {
    message += chunk;
  });
  tar.stdin.on('error', () => {});
  const exited = once(tar, 'close').catch((error: Error) => {
    throw new BackupError(`The base backup cannot be unpacked: ${error.message}`);
  });
  exited.catch(() => {});
  try {
    for (const [index, part] of parts.entries()) {
      const bytes = await archive.get(partPath(name, index));
      if (!bytes) throw new BackupError(`${partPath(name, index)} is missing from the archive.`);
      if (sha256(bytes) !== part.sha256) throw new BackupError(`${partPath(name, index)} is damaged.`);
      if (!tar.stdin.write(bytes)) await Promise.race([once(tar.stdin, 'drain'), exited]);
    }
  } finally {
    tar.stdin.end();
  }
  const [code] = await exited;
  if (code !== 0) throw new BackupError(`The base backup cannot be unpacked: ${message.trim().slice(-500)}`);
}

/** The log may be large: it stays compressed until the server asks for a file of it. */
async function fetchWal(
  archive: Archive,
  { base, wal }: Course,
  dir: string,
  user: DatabaseUser | undefined,
): Promise<void> {
  const names = [...wal];
  const fetchNext = async () => {
    for (let name = names.shift(); name; name = names.shift()) {
      await writeFor(user, join(dir, `${name}.gz`), await archive.readWal(base.system, name));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
}

const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`;

async function runServer(
  { course, target, dir, binaries, user, archiveCommand }: RecoverOptions,
  { cluster, wal, sockets }: { cluster: string; wal: string; sockets: string },
): Promise<Recovered> {
  const file = join(dir, 'server.log');
  const source = `${quoted(wal).replaceAll('%', '%%')}/%f.gz`;
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    hba_file: join(dir, 'hba.conf'),
    hot_standby: 'off',
    shared_preload_libraries: '',
    ssl: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    lc_messages: 'C',
    log_timezone: 'UTC',
    max_connections: '20',
    restore_command: `test -f ${source} && gzip -dc ${source} > "%p"`,
    recovery_target_action: 'promote',
    recovery_target_timeline: String(course.timeline),
    ...(target !== 'latest' && {
      recovery_target_time: target.toISOString().replace('T', ' ').replace('Z', '+00'),
    }),
    archive_library: '',
    archive_mode: archiveCommand ? 'on' : 'off',
    archive_command: archiveCommand ?? '',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(file, 'a', 0o600);
  const server = spawn(program(binaries, 'postgres'), ['-D', cluster, ...flags], {
    ...runAs(user),
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const failed = once(server, 'error').then(([error]) => (error as Error).message);
  const exited = Promise.race([once(server, 'exit').then(() => ''), failed]);
  // The process ends with this one.
  const kill = () => void server.kill('SIGQUIT');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGINT');
      await exited;
    }
    await rm(sockets, { recursive: true, force: true });
  };
  const urlFor = (role: string, database = course.base.database) =>
    `postgres:///${encodeURIComponent(database)}?host=${encodeURIComponent(sockets)}&user=${encodeURIComponent(role)}`;
  try {
    await untilPromoted(server, exited, urlFor(course.base.owner));
  } catch (error) {
    await stop();
    if (error instanceof BackupError) throw error;
    throw whyNotRecovered(await readFile(file, 'utf8'), target);
  }
  return { cluster, urlFor, stop, lastChangeAt: lastChange(await readFile(file, 'utf8')) };
}

/** Without hot standby the first connection is accepted when the recovery is over. */
async function untilPromoted(server: ChildProcess, exited: Promise<string>, url: string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(await exited);
    const problem = await withConnection(url, 'restore', () => Promise.resolve()).catch(
      (error: Error & { code?: string }) => error,
    );
    if (!problem) return;
    // It starts up, or has no socket yet; another answer of the server is final.
    if (problem.code && !['57P03', 'ENOENT', 'ECONNREFUSED'].includes(problem.code)) throw problem;
    await Promise.race([sleep(POLL_MS), exited]);
  }
}

function lastChange(log: string): Date | null {
  const found = /last completed transaction was at log time (\S+ \S+)/.exec(log)?.[1];
  return found ? new Date(`${found.replace(' ', 'T').replace(/[+-]\d\d$/, '')}Z`) : null;
}

function whyNotRecovered(log: string, target: Target): BackupError {
  if (log.includes('recovery ended before configured recovery target was reached')) {
    const last = lastChange(log)?.toISOString() ?? 'the base backup';
    const moment = target === 'latest' ? 'latest' : target.toISOString();
    return new BackupError(
      `The archive ends before ${moment}: its last change is of ${last}. Give that moment or an earlier one, or --to latest.`,
    );
  }
  return new BackupError(
    `PostgreSQL could not restore the archive; its log ends with:\n${log.trim().slice(-1_500)}`,
  );
}
