import { join } from 'node:path';
import { findNewest } from '#domains/backups/server/backup.repository.ts';
import { SETUP_TASK_TEXTS, SETUP_TASKS } from '#domains/content/setup-task.ts';
import { shopChecks } from '#domains/doctor/server/shop-checks.ts';
import { mayVerify } from '#platform/backup/verification-due.ts';
import { clockIn } from '#platform/clock.ts';
import type { Settings } from '#platform/config.ts';
import type { DiskReserve } from '#platform/disk/disk-reserve.ts';
import { accessTrial } from '#platform/doctor/access-trial.ts';
import { certificateCheck } from '#platform/doctor/certificate.ts';
import { type DoctorDatabase, databaseChecks } from '#platform/doctor/database-checks.ts';
import type { Check } from '#platform/doctor/examine.ts';
import { type Finding, ok, problem, warning } from '#platform/doctor/finding.ts';
import { mailCheck, reserveCheck, shareImagesCheck } from '#platform/doctor/server-checks.ts';
import { copyAddressOf } from '../backup-copy.ts';
import { verificationsOf } from '../daily-backup.ts';
import { archiveCheck } from './archive-check.ts';
import { backupChecks } from './backup-checks.ts';
import { listSetupTasks } from './setup-tasks.ts';

export interface DoctorChecksDeps {
  config: Settings;
  dataDir: string;
  database: DoctorDatabase;
  /** The owner's. */
  databaseUrl: string;
  /** The request login's; unknown to a command of a shop with its own DATABASE_URL. */
  webUrl?: string | undefined;
  /** What a running shop noticed of its disk. */
  disk?: DiskReserve;
}

/** Every line of the doctor about the installed shop, on its screen and in the terminal. */
export function doctorChecks(deps: DoctorChecksDeps): Check[] {
  const { config, dataDir, database, databaseUrl, webUrl } = deps;
  const plan = async () => ({
    backupScheduled: config.BACKUP_AT !== undefined,
    backupVerifications: await verificationsOf(config, () => mayVerify(databaseUrl)),
    backupCopyTo: copyAddressOf(config),
  });
  return [
    ...backupChecks({ config, dataDir, database, plan }),
    { what: 'Archive', needs: 'Database', run: () => archiveCheck(deps) },
    { what: 'Data disk', run: () => dataDisk(deps) },
    ...databaseChecks(database.pool),
    ...(webUrl
      ? [{ what: 'Access, tried', needs: 'Database', run: () => accessTrial(webUrl, database.pool) }]
      : []),
    { what: 'Mail', run: () => mailCheck(config) },
    { what: 'Certificate', run: () => certificateCheck(config.PUBLIC_URL) },
    ...shopChecks({ db: database.orm, publicUrl: config.PUBLIC_URL, today: clockIn(config.TIME_ZONE).today }),
    { what: 'Share images', run: () => shareImagesCheck(join(dataDir, 'derived', 'share')) },
    { what: 'Settings', needs: 'Database', run: () => settings(deps) },
  ];
}

async function dataDisk({ config, dataDir, disk }: DoctorChecksDeps): Promise<Finding> {
  const finding = await reserveCheck(dataDir, config.DISK_RESERVE);
  const isFull = (await disk?.state())?.isFull;
  if (finding.state === 'problem' || !isFull) return finding;
  const found = 'a write was refused in the last minute for want of space, on the disk of the database';
  return problem('Data disk', found, 'free disk space on the server of PostgreSQL');
}

/** One line for each recommended setting of a live shop. The place of the backups has a line of its own. */
async function settings({ config, dataDir, database }: DoctorChecksDeps): Promise<Finding[]> {
  if (config.SHOP_MODE === 'demo') return [];
  const last = await findNewest(database.orm);
  const open = await listSetupTasks(config, dataDir, { lastBackupAt: last?.madeAt ?? null, now: new Date() });
  return SETUP_TASKS.filter((task) => task !== 'backup-elsewhere').map((task) => {
    const { title, why, line } = SETUP_TASK_TEXTS[task];
    if (!open.includes(task)) return ok(title, 'done');
    const fix = 'add the line to the shop’s .env file and restart the shop';
    return warning(title, why, fix, { action: { label: 'Copy the line', copy: line } });
  });
}
