import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sharedRoot } from './binaries.ts';
import { canEnter, type DatabaseUser, databaseUser } from './database-user.ts';
import { PostgresError } from './postgres-error.ts';

/** The parts of the data folder that belong to the database. */
export function layoutOf(dataDir: string) {
  const home = join(resolve(dataDir), 'postgres');
  return {
    dataDir: resolve(dataDir),
    home,
    cluster: join(home, 'cluster'),
    /** A cluster that a restore finished and that takes the place of the other. */
    restored: join(home, 'cluster-restored'),
    /** The write-ahead log on its way to the archive, and what puts it there. */
    spool: join(home, 'archive-spool'),
    archiveScript: join(home, 'archive-segment.sh'),
    /** The superuser's password. */
    password: join(home, 'password'),
    rolePassword: (role: 'owner' | 'web' | 'auth') => join(home, `password-${role}`),
    port: join(home, 'port'),
    lock: join(home, 'lock'),
    log: join(home, 'server.log'),
  };
}

export type Layout = ReturnType<typeof layoutOf>;

/**
 * The data folder when DATA_DIR is not set: `data` in the project, or under /var/lib if the database account cannot
 * enter the project (a clone in root's closed home). `note` is a message for the start in that case. Existing data in
 * one of the two is always used.
 */
export function defaultDataDir(projectDir: string): { dir: string; note?: string } {
  const own = join(projectDir, 'data');
  if (existsSync(layoutOf(own).cluster)) return { dir: own };
  const hash = createHash('sha256').update(resolve(projectDir)).digest('hex').slice(0, 12);
  const elsewhere = join(sharedRoot, hash);
  const user = databaseUser();
  if (canEnter(user, projectDir) && !existsSync(layoutOf(elsewhere).cluster)) return { dir: own };
  return {
    dir: elsewhere,
    note: `The shop's data is in ${elsewhere}, because ${projectDir} is closed to the database's account.`,
  };
}

/** Creates the folders and ensures that `user` can reach them. Throws PostgresError. */
export function prepareDataFolder(layout: Layout, user: DatabaseUser | undefined): void {
  for (const dir of missingAbove(layout.home)) {
    mkdirSync(dir, { recursive: true });
    if (user) chmodSync(dir, 0o711);
  }
  if (canEnter(user, layout.home)) return;
  throw new PostgresError(
    `DATA_DIR ${layout.dataDir} cannot hold the database: the account "${user?.name}" (PostgreSQL does not run as root) may not enter it. Choose a folder that others may enter, such as /var/lib/aso-house/data, or open every folder above it: chmod o+x`,
  );
}

/** The missing folders of this path, outermost first. */
function missingAbove(dir: string): string[] {
  return existsSync(dir) ? [] : [...missingAbove(dirname(dir)), dir];
}
