import { execFile, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type PostgresBinaries, program } from './binaries.ts';
import type { Layout } from './data-folder.ts';
import { type DatabaseUser, runAs } from './database-user.ts';

/** The contents of postmaster.pid; `port` is missing at first. */
export type PostmasterFile = { pid: number; port?: number };

/** Reads postmaster.pid; undefined if it does not exist. The file belongs to the server: never write or delete it. */
export function readPostmasterFile(layout: Layout): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(layout.cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!pid) return undefined;
    return { pid: Math.abs(pid), port: Number(lines[3]) || undefined };
  } catch {
    return undefined;
  }
}

/** State of the process with this id. A zombie counts as running, as it does for PostgreSQL. */
export function processState(pid: number): 'gone' | 'stranger' | 'running' {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone';
  }
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' ? 'running' : 'stranger';
  } catch {
    // No /proc (macOS, Windows), or the process just ended.
    return 'running';
  }
}

/** A launched server: `exited` is set, with its log output, when it has exited. */
export type Launched = { exited?: string };

/**
 * Launches the server in the background, so that it outlives this process and does not receive Ctrl-C. `strangerPid`
 * is a number in a left-over postmaster.pid that now belongs to another program.
 */
export function launchPostmaster(
  layout: Layout,
  binaries: PostgresBinaries,
  user: DatabaseUser | undefined,
  strangerPid?: number,
): Launched {
  if ((statSync(layout.log, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) {
    renameSync(layout.log, `${layout.log}.1`);
  }
  const logFd = openSync(layout.log, 'a', 0o600);
  const start = statSync(layout.log).size;
  const options = runAs(user);
  // PostgreSQL then takes that number for an ancestor and the file for stale; it still checks through shared memory
  // that no server is running.
  if (strangerPid) options.env = { ...options.env, PG_GRANDPARENT_PID: `${strangerPid}` };
  // On Windows only pg_ctl can start it for an administrator: it drops the rights first.
  const windows = process.platform === 'win32';
  const child = spawn(
    program(binaries, windows ? 'pg_ctl' : 'postgres'),
    windows ? ['start', '-W', '-s', '-D', layout.cluster] : ['-D', layout.cluster],
    { ...options, detached: true, stdio: ['ignore', logFd, logFd], windowsHide: true },
  );
  closeSync(logFd);
  const launched: Launched = {};
  child.once('error', (error) => {
    launched.exited = error.message;
  });
  child.once('exit', (code) => {
    if (windows && code === 0) return;
    // After a clean stop the folder may already be deleted; then the reason is not needed.
    const output = existsSync(layout.log) ? readFileSync(layout.log).subarray(start).toString() : '';
    launched.exited = output || `exit ${code}`;
  });
  child.unref();
  return launched;
}

/** Stops the server and waits until it has written everything. Open connections are closed. */
export async function stopPostmaster(
  layout: Layout,
  binaries: PostgresBinaries,
  user: DatabaseUser | undefined,
): Promise<void> {
  const args = ['stop', '-D', layout.cluster, '-m', 'fast', '-w', '-t', '120', '-s'];
  await promisify(execFile)(program(binaries, 'pg_ctl'), args, runAs(user)).catch((error) => {
    // It may have stopped in the meantime.
    if (readPostmasterFile(layout)) throw error;
  });
}
