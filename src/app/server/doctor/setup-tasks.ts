import { SETUP_TASKS, type SetupTask } from '#domains/content/setup-task.ts';
import type { Settings } from '#platform/config.ts';
import { copyDirOf } from '../backup-copy.ts';
import { areOnOneDisk, backupsDirOf } from '../folders.ts';

/** One missed day is tolerated. */
const RECENT_MS = 2 * 24 * 60 * 60_000;

/** The open setup tasks of a live shop. A demo store has none. */
export async function listSetupTasks(
  config: Settings,
  dataDir: string,
  { lastBackupAt, now }: { lastBackupAt: Date | null; now: Date },
): Promise<SetupTask[]> {
  if (config.SHOP_MODE === 'demo') return [];
  const social = [config.SOCIAL_INSTAGRAM, config.SOCIAL_FACEBOOK, config.SOCIAL_X, config.SOCIAL_TIKTOK];
  const isBackedUp = lastBackupAt !== null && now.getTime() - lastBackupAt.getTime() < RECENT_MS;
  const isOpen: Record<SetupTask, boolean> = {
    'public-url': !config.PUBLIC_URL.startsWith('https:'),
    smtp: config.SMTP_URL === undefined,
    'two-step': !config.ADMINS_NEED_TWO_STEP,
    'backup-schedule': config.BACKUP_AT === undefined && !isBackedUp,
    'backup-elsewhere':
      (await areBackupsWithTheData(config, dataDir)) && !(await isCopyElsewhere(config, dataDir)),
    hours: config.SHOP_HOURS === '',
    'social-links': social.every((url) => url === undefined),
  };
  return SETUP_TASKS.filter((task) => isOpen[task]);
}

/**
 * Whether backups are on the disk of the data. If rows and images are both on other machines, losing DATA_DIR and the
 * backups together loses no data.
 */
export async function areBackupsWithTheData(config: Settings, dataDir: string): Promise<boolean> {
  if (config.DATABASE_URL && config.S3_BUCKET) return false;
  return areOnOneDisk(backupsDirOf(config, dataDir), dataDir);
}

/** Whether copies of the backups go to a bucket, or to another disk than that of the data. */
export async function isCopyElsewhere(config: Settings, dataDir: string): Promise<boolean> {
  const dir = copyDirOf(config);
  return config.BACKUP_COPY !== undefined && (dir === null || !(await areOnOneDisk(dir, dataDir)));
}
