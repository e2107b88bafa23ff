import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { restoreBackup } from '#platform/backup/restore-backup.ts';
import { putBackSecret } from '#platform/secret.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { atDatabase, CommandError } from './at-database.ts';
import { backupsDirOf } from './backups-dir.ts';
import { uploadsDirOf } from './uploads-dir.ts';

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
      folder: folderOf(given, backupsDirOf(config, dataDir)),
      key: config.BACKUP_KEY,
    });
    console.log(
      `Restored as it was at ${manifest.madeAt}: ${manifest.tables.length} tables and ${manifest.pictures.length} pictures.`,
    );
    if (!secret) {
      console.log(
        'AUTH_SECRET was not in this backup. Set the one of before, or everybody signs in again and authenticator apps are enrolled anew.',
      );
    } else if (!config.AUTH_SECRET) {
      // One that is there signed nothing yet: the database was empty.
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

/** npm works in the project; a path is meant from where the person is. */
function folderOf(given: string, backupsDir: string): string {
  const folder = resolve(process.env.INIT_CWD ?? '.', given);
  return existsSync(folder) ? folder : join(backupsDir, given);
}
