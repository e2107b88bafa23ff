import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { PostgresError } from './postgres-error.ts';

/** The operating system account of the server. */
export type DatabaseUser = { name: string; uid: number; gid: number };

/**
 * The account for the server, or undefined if it runs under the current account. PostgreSQL refuses to run as root,
 * so for root it is: the owner of the cluster, else `postgres`, else `aso-postgres` (created if missing), else
 * `nobody`.
 */
export function databaseUser(clusterDir?: string): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = clusterDir && ownerOf(clusterDir);
  if (owner) return owner;
  const known = accountNamed('postgres') ?? accountNamed('aso-postgres');
  if (known) return known;
  makeAccount('aso-postgres');
  const found = accountNamed('aso-postgres') ?? accountNamed('nobody');
  if (!found) {
    throw new PostgresError(
      'PostgreSQL does not run as root, and no account could be made for it. Run the shop as an ordinary user, or make one: useradd --system aso-postgres',
    );
  }
  return found;
}

/**
 * Whether `user` can enter `dir` (undefined: the current account). Checked through the system, so that ACLs count
 * too.
 */
export function canEnter(user: DatabaseUser | undefined, dir: string): boolean {
  if (!user) return true;
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { uid: user.uid, gid: user.gid, cwd: '/' }).status ===
    0
  );
}

/** Options of child processes that run as `user`, in a folder that everyone may enter. */
export function runAs(user: DatabaseUser | undefined) {
  const env: NodeJS.ProcessEnv = { LANG: 'C', LC_ALL: 'C' };
  // Windows programs need these to start. PG* and the shop's secrets are not passed.
  for (const name of ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']) {
    if (process.env[name]) env[name] = process.env[name];
  }
  const cwd = process.platform === 'win32' ? undefined : '/';
  return user ? { env, cwd, uid: user.uid, gid: user.gid } : { env, cwd };
}

function ownerOf(dir: string): DatabaseUser | undefined {
  const stat = statSync(dir, { throwIfNoEntry: false });
  if (!stat || stat.uid === 0) return undefined;
  return accounts().find((account) => account.uid === stat.uid) ?? { name: `${stat.uid}`, ...stat };
}

function accountNamed(name: string): DatabaseUser | undefined {
  return accounts().find((account) => account.name === name);
}

function accounts(): DatabaseUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((account) => account.uid > 0);
}

/** Tries the commands of common systems (shadow, then busybox); all may be missing. */
function makeAccount(name: string): void {
  const commands: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', name]],
  ];
  for (const [command, args] of commands) {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
      return;
    } catch {
      // Try the next command.
    }
  }
}
