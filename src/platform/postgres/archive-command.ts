import { chown, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeForServer } from './cluster.ts';
import type { Layout } from './data-folder.ts';
import type { DatabaseUser } from './database-user.ts';

const SCRIPT = join(import.meta.dirname, '../archive/archive-segment.sh');

/** The folder of a restored cluster with the files that its server archived before its first start. */
const RESTORED_SPOOL = 'restored-spool';

/**
 * Prepares the archiving of a cluster that starts: what the restore archived comes first. Returns the archive_command,
 * in which PostgreSQL replaces %p and %f.
 */
export async function prepareArchive(layout: Layout, user: DatabaseUser | undefined): Promise<string> {
  const command = await archiveInto(layout.spool, layout, user);
  const restored = join(layout.cluster, RESTORED_SPOOL);
  for (const name of await readdir(restored).catch(() => [])) {
    await rename(join(restored, name), join(layout.spool, name));
  }
  await rm(restored, { recursive: true, force: true });
  return command;
}

/** As `prepareArchive`, for a cluster that is being restored: into a spool of its own, which `keepSpool` keeps. */
export const archiveInto = async (
  spool: string,
  layout: Layout,
  user: DatabaseUser | undefined,
): Promise<string> => {
  await mkdir(spool, { recursive: true, mode: 0o700 });
  if (user) await chown(spool, user.uid, user.gid);
  await writeForServer(layout.archiveScript, await readFile(SCRIPT, 'utf8'), user);
  return `sh ${quoted(layout.archiveScript)} ${quoted(spool)} "%p" "%f"`;
};

/**
 * Puts the spool of a restore into its cluster. One that is replaced by another restore before it was started takes its
 * files with it: both are the same timeline, and the archive would refuse the second one's.
 */
export const keepSpool = (spool: string, cluster: string): Promise<void> =>
  rename(spool, join(cluster, RESTORED_SPOOL));

/** One word of a shell, in which PostgreSQL finds no placeholder. */
const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
