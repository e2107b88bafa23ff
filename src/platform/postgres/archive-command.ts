import { chown, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeForServer } from './cluster.ts';
import type { Layout } from './data-folder.ts';
import type { DatabaseUser } from './database-user.ts';

const SCRIPT = join(import.meta.dirname, '../archive/archive-segment.sh');

/**
 * Creates the spool, and puts the script where the account of the database can read it. Returns the archive_command,
 * in which PostgreSQL replaces %p and %f.
 */
export async function prepareArchive(layout: Layout, user: DatabaseUser | undefined): Promise<string> {
  await mkdir(layout.spool, { recursive: true, mode: 0o700 });
  if (user) await chown(layout.spool, user.uid, user.gid);
  await writeForServer(layout.archiveScript, await readFile(SCRIPT, 'utf8'), user);
  return `sh ${quoted(layout.archiveScript)} ${quoted(layout.spool)} "%p" "%f"`;
}

/** One word of a shell, in which PostgreSQL finds no placeholder. */
const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
