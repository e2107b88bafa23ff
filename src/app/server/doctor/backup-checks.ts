import { adviceOn, copyAdviceOn } from '#domains/backups/advice.ts';
import { type BackupPlan, findBackupState } from '#domains/backups/server/backup.service.ts';
import { listBackups } from '#platform/backup/read-backup.ts';
import type { Settings } from '#platform/config.ts';
import type { DoctorDatabase } from '#platform/doctor/database-checks.ts';
import type { Check } from '#platform/doctor/examine.ts';
import { command, type Finding, ok, problem, warning } from '#platform/doctor/finding.ts';
import { plural } from '#shared/plural.ts';
import { relativeTime } from '#shared/relative-time.ts';
import { copyDirOf } from '../backup-copy.ts';
import { areOnOneDisk, backupsDirOf } from '../folders.ts';
import { areBackupsWithTheData, isCopyElsewhere } from './setup-tasks.ts';

const COPY_LINE = { label: 'Copy the line', copy: 'BACKUP_COPY=/path/on/another/disk' };

interface BackupChecksDeps {
  config: Settings;
  dataDir: string;
  database: DoctorDatabase;
  plan(): Promise<BackupPlan>;
}

/** When the shop was last backed up and verified, and where the copies are. */
export const backupChecks = (deps: BackupChecksDeps): Check[] => [
  { what: 'Backup', needs: 'Database', run: () => backup(deps) },
  { what: 'Backup place', run: () => place(deps) },
  { what: 'Backup copy', needs: 'Database', run: () => copy(deps) },
];

async function backup({ config, database, plan }: BackupChecksDeps): Promise<Finding> {
  const now = new Date();
  const state = await findBackupState(database.orm, await plan());
  const { last, verified, failure } = state;
  const ago = (iso: string) => relativeTime(new Date(iso), now, config.TIME_ZONE);
  const found = last
    ? `last made ${ago(last.madeAt)}, ${verified ? `last verified ${ago(verified.at)}` : 'never verified'}`
    : 'there is none';
  const advice = adviceOn(state, now);
  const action = command(last && !failure ? 'npm run backup -- verify' : 'npm run backup');
  if (!advice) return ok('Backup', found, { action, since: new Date(verified?.at ?? now) });
  const isUrgent = failure !== null || (last === null && config.SHOP_MODE === 'live');
  const since = failure ? new Date(failure.at) : undefined;
  return (isUrgent ? problem : warning)('Backup', found, advice, { action, since });
}

async function place({ config, dataDir }: BackupChecksDeps): Promise<Finding> {
  const what = 'Backup place';
  const dir = backupsDirOf(config, dataDir);
  const copies = await listBackups(dir);
  const found = `${plural(copies.length, 'backup')} in ${dir}`;
  if (config.SHOP_MODE === 'demo') return ok(what, found);
  if (await areBackupsWithTheData(config, dataDir)) {
    if (await isCopyElsewhere(config, dataDir)) return ok(what, `${found}, on the disk of the data`);
    return warning(
      what,
      `${found}, on the disk of the data, and would be lost with it`,
      'put the line into .env with a folder on another disk, and restart the shop',
      { action: COPY_LINE },
    );
  }
  if (copies.length > 0) return ok(what, `${found}, on another disk than the data`);
  return warning(what, `none in ${dir}`, 'make a backup, or copy the backups there', {
    action: command('npm run backup'),
  });
}

/** Whether the newest backups are in a second place too. A live shop is asked for one until it has one. */
async function copy({ config, dataDir, database, plan }: BackupChecksDeps): Promise<Finding[]> {
  const what = 'Backup copy';
  const state = await findBackupState(database.orm, await plan());
  const { copy } = state;
  const advice = copyAdviceOn(state);
  if (!copy) {
    if (config.SHOP_MODE === 'demo') return [];
    return [warning(what, 'there is no second copy of the backups', advice!, { action: COPY_LINE })];
  }
  const since = copy.last ? new Date(copy.last.madeAt) : undefined;
  const action = command('npm run backup -- copy');
  const found = copy.last
    ? `the backup of ${relativeTime(new Date(copy.last.madeAt), new Date(), config.TIME_ZONE)} is in ${copy.to}`
    : `there is none in ${copy.to} yet`;
  if (advice) return [(copy.failure ? problem : warning)(what, found, advice, { action, since })];
  const dir = copyDirOf(config);
  if (dir && (await areOnOneDisk(dir, backupsDirOf(config, dataDir)))) {
    const fix = 'set BACKUP_COPY to a folder on another disk, and look whether that disk is connected';
    return [
      warning(what, `${found}, on the same disk as the backups: both would be lost`, fix, {
        action: COPY_LINE,
      }),
    ];
  }
  return [ok(what, found, { since })];
}
