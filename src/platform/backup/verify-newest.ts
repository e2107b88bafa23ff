import { basename } from 'node:path';
import { withConnection } from '#db/connection.ts';
import { BackupError } from './backup-error.ts';
import { readingBackups } from './backup-lock.ts';
import { madeAtOf } from './backup-name.ts';
import type { BackupDeps } from './make-backup.ts';
import { listBackups } from './read-backup.ts';
import { ignoreOldSchema, noteVerification, reasonOf } from './record.ts';
import { verifyBackup } from './verify-backup.ts';

/** Verifies the newest backup by a test restore and records the result. Throws BackupError. */
export async function verifyNewestBackup({
  databaseUrl,
  dir,
  key,
  roomFor = async () => true,
}: Pick<BackupDeps, 'databaseUrl' | 'dir' | 'key'> & {
  /** Whether this many bytes may be written on the disk of the database. */
  roomFor?: (bytes: number) => Promise<boolean>;
}): Promise<{
  name: string;
  rows: number;
  images: number;
}> {
  const folder = (await listBackups(dir)).at(-1);
  if (!folder) throw new BackupError(`There is no backup in ${dir} yet: npm run backup`);
  const name = basename(folder);
  const verified = { name, madeAt: madeAtOf(name), sealed: key !== undefined };
  try {
    if (!(await roomFor(await sizeOf(databaseUrl)))) {
      throw new BackupError('The disk has no room for a second copy of the database.');
    }
    const { tables, pictures } = await readingBackups(databaseUrl, () =>
      verifyBackup({ databaseUrl, folder, key }),
    );
    await noteVerification(databaseUrl, { ...verified, error: null }).catch(ignoreOldSchema);
    return { name, rows: tables.reduce((sum, { rows }) => sum + rows, 0), images: pictures.length };
  } catch (error) {
    await noteVerification(databaseUrl, { ...verified, error: reasonOf(error) }).catch(() => {});
    throw error;
  }
}

/** Size of the whole database on disk, bytes. */
const sizeOf = (databaseUrl: string): Promise<number> =>
  withConnection(databaseUrl, 'backup', async (client) => {
    const { rows } = await client.query<{ size: string }>(
      'select pg_database_size(current_database()) as size',
    );
    return Number(rows[0]?.size);
  });
