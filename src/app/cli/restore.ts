import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { listBackups } from '#platform/backup/read-backup.ts';
import { restoreBackup } from '#platform/backup/restore-backup.ts';
import { putBackSecret } from '#platform/secret.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { backupsDirOf, uploadsDirOf } from '../server/folders.ts';
import { atDatabase, CommandError } from './run-command.ts';

const USAGE = `npm run restore -- <backup>
Puts a backup, given by its folder or its name in BACKUP_DIR, into an empty place: a new DATA_DIR, or a new database in
DATABASE_URL.`;

await atDatabase(
  async ({ config, dataDir, databaseUrl }) => {
    const [given, ...more] = process.argv.slice(2);
    if (!given || more.length > 0) throw new CommandError(USAGE);
    const { manifest, secret } = await restoreBackup({
      databaseUrl,
      storage: await openStorage(config, uploadsDirOf(dataDir)),
      folder: await folderOf(given, backupsDirOf(config, dataDir)),
      key: config.BACKUP_KEY,
    });
    console.log(
      `Restored as it was at ${manifest.madeAt}: ${manifest.tables.length} tables and ${manifest.pictures.length} images.`,
    );
    if (!secret) {
      console.log(
        'AUTH_SECRET was not in this backup. Set the one of before, or everybody signs in again and authenticator apps are enrolled anew.',
      );
    } else if (!config.AUTH_SECRET) {
      // A secret that already exists has signed nothing yet: the database was empty.
      await putBackSecret(dataDir, secret);
    } else if (config.AUTH_SECRET !== secret) {
      console.log(
        'AUTH_SECRET is another than that of this backup. Set the one of before, or everybody signs in again and authenticator apps are enrolled anew.',
      );
    }
    console.log('The shop opens with it at its next start: npm start');
  },
  { asItIs: true },
);

/**
 * A path is relative to the folder of the user's shell, although npm runs in the project folder; otherwise it is a
 * name in the backups folder.
 */
async function folderOf(given: string, backupsDir: string): Promise<string> {
  const path = resolve(process.env.INIT_CWD ?? '.', given);
  const named = join(backupsDir, given);
  const found = [path, named].find((folder) => existsSync(folder));
  if (found) return found;
  const there = await listBackups(backupsDir);
  throw new CommandError(
    [
      `There is no backup '${given}', neither at ${path} nor in ${backupsDir}.`,
      there.length > 0
        ? `There are: ${there.map((folder) => basename(folder)).join(', ')}.`
        : `${backupsDir} has no backups. Set BACKUP_DIR to the folder that has them, or give the path of one.`,
    ].join('\n'),
  );
}
