import type { BackupState } from './contract.ts';

/** A day that was missed may be an accident; a second one is not. */
const TOO_OLD_MS = 2 * 24 * 60 * 60_000;

/** What the owner should do about her backups, most pressing first; null when all is well. */
export function adviceOn({ isScheduled, last, proven, failure }: BackupState, now: Date): string | null {
  if (failure) return `The last attempt failed: ${failure.reason}`;
  if (!last) return 'There is no backup yet. Take one: npm run backup';
  if (isScheduled && now.getTime() - Date.parse(last.madeAt) > TOO_OLD_MS) {
    return 'It is older than two days, although one is due each day. The log says why.';
  }
  if (!proven) return 'None was restored for a trial yet: npm run backup -- drill';
  return null;
}
