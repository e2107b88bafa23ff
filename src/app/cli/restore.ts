import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { listBackups } from '#platform/backup/backup-folder.ts';
import { restoreBackup } from '#platform/backup/restore-backup.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { backupsDirOf, uploadsDirOf } from '../server/folders.ts';
import { dataFolderOf, readConfiguration } from './configuration.ts';
import { keepSecret } from './keep-secret.ts';
import { ARCHIVE, restoreToTime } from './restore-to-time.ts';
import { atDatabase, CommandError, printingErrors, readArguments } from './run-command.ts';

const USAGE = `npm run restore -- <backup>
npm run restore -- <backup> --to <time>
npm run restore -- archive --to <time>
Puts a backup, given by its folder or its name in BACKUP_DIR, into an empty place: a new DATA_DIR, or a new database in
DATABASE_URL. With --to, the rows are those of the archive as they were at that time, such as '2026-11-23 14:05' in the
time of the shop or 'latest'; they also replace those of the built-in database, which is kept. Images and AUTH_SECRET
are those of the backup, or with 'archive' stay as they are.`;

await printingErrors(async () => {
  const { values, positionals } = readArguments(USAGE, {
    options: { to: { type: 'string' } },
    allowPositionals: true,
  });
  const [given, ...more] = positionals;
  if (!given || more.length > 0) throw new CommandError(USAGE);
  if (values.to === undefined) return atDatabase((shop) => restore(given, shop), { asItIs: true });
  const config = readConfiguration();
  const { dataDir } = dataFolderOf(config);
  const backupsDir = backupsDirOf(config, dataDir);
  const folder = given === ARCHIVE ? undefined : await folderOf(given, backupsDir);
  await restoreToTime({ config, dataDir, folder, to: values.to });
});

async function restore(
  given: string,
  { config, dataDir, databaseUrl }: Parameters<Parameters<typeof atDatabase>[0]>[0],
): Promise<void> {
  const { manifest, secret } = await restoreBackup({
    databaseUrl,
    storage: await openStorage(config, uploadsDirOf(dataDir)),
    folder: await folderOf(given, backupsDirOf(config, dataDir)),
    key: config.BACKUP_KEY,
  });
  console.log(
    `Restored as it was at ${manifest.madeAt}: ${manifest.tables.length} tables and ${manifest.pictures.length} images.`,
  );
  await keepSecret(config, dataDir, secret);
  console.log('The shop opens with it at its next start: npm start');
}

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
