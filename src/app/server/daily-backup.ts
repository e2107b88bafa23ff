import { isArchiveVerificationDue } from '#platform/archive/verify-archive.ts';
import { backUp } from '#platform/backup/back-up.ts';
import { isVerificationDue, mayVerify } from '#platform/backup/verification-due.ts';
import type { VerificationSchedule } from '#platform/backup/verification-schedule.ts';
import { verifyNewestBackup } from '#platform/backup/verify-newest.ts';
import type { Settings } from '#platform/config.ts';
import type { DiskReserve } from '#platform/disk/disk-reserve.ts';
import type { DailyBackup } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { archiveOf, archivePlanOf, verifyArchiveOf } from './archive-plan.ts';
import { copyToSecondPlace } from './backup-copy.ts';
import { backupsDirOf, roomForBackups } from './folders.ts';
import type { Installation } from './installation.ts';

/** The schedule set by BACKUP_AT and BACKUP_VERIFY. */
interface BackupPlan {
  /** The job for the queue; undefined when nothing is scheduled. */
  job?: DailyBackup;
  /** How often a backup is verified; 'forbidden' if the database owner may not create databases. */
  verifications: VerificationSchedule | 'forbidden';
}

/** How often scheduled backups are verified; `may` asks whether the owner may create a database. */
export async function verificationsOf(
  { BACKUP_AT, BACKUP_VERIFY }: Pick<Settings, 'BACKUP_AT' | 'BACKUP_VERIFY'>,
  may: () => Promise<boolean>,
): Promise<BackupPlan['verifications']> {
  if (!BACKUP_AT) return 'off';
  return BACKUP_VERIFY === 'off' || (await may()) ? BACKUP_VERIFY : 'forbidden';
}

/** Plans a daily backup and its verification. The results are recorded in the database and in the log. */
export async function planBackups(deps: {
  installation: Omit<Installation, 'webUrl' | 'authUrl'>;
  storage: Storage;
  disk: DiskReserve;
  log: Log;
}): Promise<BackupPlan> {
  const { config, dataDir, databaseUrl, secret } = deps.installation;
  const { storage, disk, log } = deps;
  if (!config.BACKUP_AT) return { verifications: 'off' };
  const verifications = await verificationsOf(config, () => mayVerify(databaseUrl));
  if (verifications === 'forbidden') {
    log.warn(
      'no backup is restored for a trial: the role of DATABASE_URL may not create databases; alter role … createdb lets it, BACKUP_VERIFY=off ends this warning',
    );
  }
  const place = { databaseUrl, dir: backupsDirOf(config, dataDir), key: config.BACKUP_KEY };

  /** The free space on another machine's disk is unknown. */
  async function roomFor(bytes: number): Promise<boolean> {
    if (config.DATABASE_URL) return true;
    const { free, reserve } = await disk.state();
    return free === null || free - reserve > bytes;
  }

  /** A failed copy is recorded, and fails neither the backup nor its verification. */
  async function copy(): Promise<void> {
    try {
      const copied = await copyToSecondPlace(config, dataDir, databaseUrl);
      if (copied) log.info(copied, 'the backups were copied');
    } catch (error) {
      log.error({ err: error }, 'the backups could not be copied');
    }
  }

  async function run(): Promise<void> {
    const { madeAt: _, ...made } = await backUp({
      ...place,
      storage,
      keep: config.BACKUP_KEEP,
      secret,
      room: () => roomForBackups(place.dir, config, dataDir),
    });
    log.info(made, 'backed up');
    await copy();
    // Each by itself, whatever becomes of the other.
    const failures: Error[] = [];
    for (const verify of [verifyBackup, verifyArchive]) await verify().catch((error) => failures.push(error));
    const [first] = failures;
    if (first && failures.length === 1) throw first;
    if (first) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
  }

  async function verifyBackup(): Promise<void> {
    if (verifications === 'forbidden' || !(await isVerificationDue(databaseUrl, verifications))) return;
    log.info(
      await verifyNewestBackup({ ...place, roomFor }),
      'a backup was restored for a trial, and is the same',
    );
  }

  /** By a server of its own, so also where the owner may not create databases. */
  async function verifyArchive(): Promise<void> {
    if (archivePlanOf(config, dataDir).spool === undefined) return;
    if (!(await isArchiveVerificationDue(await archiveOf(config, dataDir), config.BACKUP_VERIFY))) return;
    const restored = await verifyArchiveOf(deps.installation, roomFor);
    log.info(restored, 'the archive was restored to a moment of now for a trial');
  }

  return { verifications, job: { at: config.BACKUP_AT, timeZone: config.TIME_ZONE, run } };
}
