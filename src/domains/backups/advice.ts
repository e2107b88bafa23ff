import type { BackupState } from './contract.ts';

/** One missed day may be an accident; a second one is not. */
const TOO_OLD_MS = 2 * 24 * 60 * 60_000;
/** Two weeks without a verified backup. */
const LONG_UNPROVEN_MS = 14 * 24 * 60 * 60_000;

/** What the owner should do about the backups, most urgent first; null if all is well. */
export function adviceOn(
  { isScheduled, verifications, last, verified, failure }: BackupState,
  now: Date,
): string | null {
  if (failure?.of === 'verification')
    return `The last backup could not be restored for a trial: ${failure.reason}`;
  if (failure) return `The last attempt failed: ${failure.reason}`;
  if (!last) return 'There is no backup yet. Take one: npm run backup';
  if (isScheduled && now.getTime() - Date.parse(last.madeAt) > TOO_OLD_MS) {
    return 'It is older than two days, although one is due each day: none was finished since. Take one: npm run backup';
  }
  if (verifications === 'forbidden') {
    return 'None is restored for a trial, because the database’s owner may not create databases. Let it do so, or set BACKUP_VERIFY=off.';
  }
  if (!verified) return 'None was restored for a trial yet: npm run backup -- verify';
  if (verifications !== 'off' && now.getTime() - Date.parse(verified.at) > LONG_UNPROVEN_MS) {
    return 'For more than two weeks none was restored for a trial, although the shop should do it. Do it now: npm run backup -- verify';
  }
  return null;
}

/** What the owner should do about the copies of the backups in a second place; null if all is well. */
export function copyAdviceOn({ last, copy }: Pick<BackupState, 'last' | 'copy'>): string | null {
  if (!copy) {
    return 'One broken disk, or one broken file, may lose them. Put the line into .env, with a folder on another disk or a bucket (s3://bucket/folder), and restart the shop.';
  }
  if (copy.failure) return `The last attempt failed: ${copy.failure.reason}`;
  if (!copy.last) return 'Copy them now: npm run backup -- copy';
  if (last && Date.parse(last.madeAt) - Date.parse(copy.last.madeAt) > TOO_OLD_MS) {
    return 'Newer backups were not copied. The log says why: npm run backup -- copy';
  }
  return null;
}
