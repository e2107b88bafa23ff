import { backUp } from '#platform/backup/back-up.ts';
import { drillNewest } from '#platform/backup/drill-newest.ts';
import { keptSecret } from '#platform/secret.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { atDatabase, CommandError } from './at-database.ts';
import { roomForBackup } from './backup-room.ts';
import { backupsDirOf } from './backups-dir.ts';
import { uploadsDirOf } from './uploads-dir.ts';

const USAGE = `npm run backup
npm run backup -- drill
Backs up the shop, which may run meanwhile; or restores the newest backup beside it and compares.`;

// As it is: before an update the shop is backed up by the new programme too.
await atDatabase(
  async ({ config, dataDir, databaseUrl }) => {
    const [command, ...more] = process.argv.slice(2);
    if ((command !== undefined && command !== 'drill') || more.length > 0) throw new CommandError(USAGE);
    const dir = backupsDirOf(config, dataDir);
    const key = config.BACKUP_KEY;
    if (command === 'drill') {
      const { name, ...proven } = await drillNewest({ databaseUrl, dir, key });
      console.log(`${name} was restored and is the same: ${countsOf(proven)}.`);
      return;
    }
    const made = await backUp({
      databaseUrl,
      storage: await openStorage(config, uploadsDirOf(dataDir)),
      dir,
      key,
      keep: config.BACKUP_KEEP,
      room: () => roomForBackup(config, dataDir),
      secret: config.AUTH_SECRET ?? (await keptSecret(dataDir)),
    });
    console.log(`${made.folder}: ${countsOf(made)}, ${Math.ceil(made.bytes / 2 ** 20)} MB.`);
    if (!key) console.log('Without BACKUP_KEY it is not sealed, and AUTH_SECRET is not in it.');
  },
  { asItIs: true },
);

function countsOf({ rows, pictures }: { rows: number; pictures: number }): string {
  return `${rows.toLocaleString('en')} rows and ${pictures.toLocaleString('en')} pictures`;
}
