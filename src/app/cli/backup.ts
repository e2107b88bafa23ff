import { verifyNewestBackup } from '#platform/backup/verify-newest.ts';
import { formatCount } from '#shared/plural.ts';
import { archivePlanOf, verifyArchiveOf } from '../server/archive-plan.ts';
import { copiedText, copyToSecondPlace } from '../server/backup-copy.ts';
import { backupsDirOf } from '../server/folders.ts';
import { backupCounts, takeBackup } from '../server/make-scheduled-backup.ts';
import { atDatabase, CommandError } from './run-command.ts';

const USAGE = `npm run backup
npm run backup -- verify
npm run backup -- copy
Backs up the shop, which may run meanwhile; or restores the newest backup beside it and compares, and the archive of a
running shop to a moment of now; or copies the backups to BACKUP_COPY.`;

// Does not migrate first: the new version also takes the backup before an update.
await atDatabase(
  async (shop) => {
    const { config, dataDir, databaseUrl } = shop;
    const [command, ...more] = process.argv.slice(2);
    // `drill` is the old name; existing crontabs may use it.
    const isVerify = command === 'verify' || command === 'drill';
    const isKnown = command === undefined || isVerify || command === 'copy';
    if (!isKnown || more.length > 0) throw new CommandError(USAGE);
    if (command === 'drill') console.log('npm run backup -- drill is now npm run backup -- verify.');
    const dir = backupsDirOf(config, dataDir);
    const key = config.BACKUP_KEY;
    if (isVerify) {
      const { name, ...verified } = await verifyNewestBackup({ databaseUrl, dir, key });
      console.log(`${name} was restored and is the same: ${backupCounts(verified)}.`);
      if (archivePlanOf(config, dataDir).spool !== undefined) {
        const { restoredTo, rows } = await verifyArchiveOf(shop);
        console.log(`The archive was restored to ${restoredTo.toISOString()}: ${formatCount(rows)} rows.`);
      }
      return;
    }
    if (command === 'copy') {
      const copied = await copyToSecondPlace(config, dataDir, databaseUrl);
      if (!copied)
        throw new CommandError('Set BACKUP_COPY to a folder on another disk, or s3://bucket/folder.');
      console.log(copiedText(copied));
      return;
    }
    console.log(await takeBackup(shop));
    if (!key) console.log('Without BACKUP_KEY it is not sealed, and AUTH_SECRET is not in it.');
  },
  { asItIs: true },
);
