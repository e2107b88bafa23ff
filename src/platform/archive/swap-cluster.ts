import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { withConnection } from '#db/connection.ts';
import { BackupError } from '../backup/backup-error.ts';
import { archiveInto, keepSpool } from '../postgres/archive-command.ts';
import { superuser } from '../postgres/cluster.ts';
import { layoutOf, prepareDataFolder } from '../postgres/data-folder.ts';
import { databaseUser } from '../postgres/database-user.ts';
import { withFileLock } from '../postgres/file-lock.ts';
import { processState, readPostmasterFile } from '../postgres/postmaster.ts';
import { writeWhole } from '../write-whole.ts';
import type { Archive } from './archive.ts';
import type { Course, Target } from './choose-base.ts';
import { recover, removeRecovery } from './recover.ts';
import { programsFor } from './server-programs.ts';

/** Throws BackupError if the built-in database of this folder runs. */
export function assertStopped(dataDir: string): void {
  const running = readPostmasterFile(layoutOf(dataDir));
  if (running && processState(running.pid) === 'running') {
    throw new BackupError(`The shop in ${dataDir} runs. Stop it first, then restore.`);
  }
}

export interface SwapOptions {
  archive: Archive;
  course: Course;
  target: Target;
  dataDir: string;
  /** Whether the restored server archives its log, as the shop does. */
  isArchiving: boolean;
  /** Runs when the restored one is complete; if it throws, the present one stays. */
  beforeCommit?: () => Promise<void>;
}

/** How the folders begin in which a cluster is restored. */
const UNFINISHED = 'restore-';

/**
 * Restores the built-in database of a data folder in which no shop runs. It takes the place of the present one only
 * when it is complete; that is kept beside it, in `kept`. Throws BackupError; then nothing has changed.
 */
export async function restoreCluster({
  archive,
  course,
  target,
  dataDir,
  isArchiving,
  beforeCommit,
}: SwapOptions): Promise<{ kept: string | null; lastChangeAt: Date | null }> {
  await mkdir(dataDir, { recursive: true });
  const layout = layoutOf(dataDir);
  const user = databaseUser(layout.cluster);
  prepareDataFolder(layout, user);
  return withFileLock(layout.lock, async () => {
    assertStopped(dataDir);
    const stamp = new Date().toISOString().replace(/[:.]/g, '');
    // Those of restores that were ended by force.
    for (const name of await readdir(layout.home)) {
      if (name.startsWith(UNFINISHED)) await removeRecovery(join(layout.home, name));
    }
    const dir = join(layout.home, `${UNFINISHED}${stamp}`);
    const spool = join(dir, 'spool');
    try {
      const recovered = await recover({
        ...{ archive, course, target, dir, user },
        binaries: await programsFor(course.base, user),
        // What it writes from now on continues the archive.
        ...(isArchiving && { archiveCommand: await archiveInto(spool, layout, user) }),
      });
      try {
        // On another machine the password of before is unknown. Those of the other roles are set by the start.
        const password = await superuserPassword(layout.password);
        await withConnection(recovered.urlFor(superuser, 'postgres'), 'restore', (client) =>
          client.query(`alter role ${superuser} password ${pg.escapeLiteral(password)}`),
        );
      } finally {
        await recovered.stop();
      }
      if (isArchiving) await keepSpool(spool, recovered.cluster);
      await beforeCommit?.();
      const kept = existsSync(layout.cluster) ? join(layout.home, `cluster-until-${stamp}`) : null;
      await rm(layout.restored, { recursive: true, force: true });
      await rename(recovered.cluster, layout.restored);
      // A start completes this, should it end between the two.
      if (kept) await rename(layout.cluster, kept);
      await rename(layout.restored, layout.cluster);
      return { kept, lastChangeAt: recovered.lastChangeAt };
    } finally {
      await removeRecovery(dir);
    }
  });
}

async function superuserPassword(file: string): Promise<string> {
  const stored = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (stored) return stored;
  const password = randomBytes(24).toString('hex');
  await writeWhole(file, `${password}\n`, 0o600);
  return password;
}
