import { adviceOn } from '#domains/backups/advice.ts';
import { type BackupPlan, findBackupState } from '#domains/backups/server/backup.service.ts';
import { listBackups } from '#platform/backup/read-backup.ts';
import type { Settings } from '#platform/config.ts';
import type { DoctorDatabase } from '#platform/doctor/database-checks.ts';
import type { Check } from '#platform/doctor/examine.ts';
import { command, type Finding, ok, problem, warning } from '#platform/doctor/finding.ts';
import { relativeTime } from '#shared/dates.ts';
import { plural } from '#shared/plural.ts';
import { backupsDirOf } from '../folders.ts';
import { areBackupsWithTheData } from './setup-tasks.ts';

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
];

async function backup({ config, database, plan }: BackupChecksDeps): Promise<Finding> {
  const now = new Date();
  const state = await findBackupState(database.orm, await plan());
  const { last, verified, failure } = state;
  const ago = (iso: string) => relativeTime(new Date(iso), now);
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
  const action = { label: 'Copy the line', copy: 'BACKUP_DIR=/path/on/another/disk' };
  if (await areBackupsWithTheData(config, dataDir)) {
    return warning(
      what,
      `${found}, on the disk of the data, and would be lost with it`,
      'put the line into .env with a folder on another disk, and restart the shop',
      { action },
    );
  }
  if (copies.length > 0) return ok(what, `${found}, on another disk than the data`);
  return warning(what, `none in ${dir}`, 'make a backup, or copy the backups there', {
    action: command('npm run backup'),
  });
}
