import type { Database, Queryable } from '#db/client.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { BackupState } from '../contract.ts';
import {
  type BackupRow,
  findCopied,
  findFailedCopy,
  findFailedVerification,
  findFailure,
  findNewest,
  findVerified,
} from './backup.repository.ts';

const EVER = new Date(0);

export interface BackupPlan {
  /** Whether the shop makes a backup each day. */
  backupScheduled: boolean;
  backupVerifications: BackupState['verifications'];
  /** The second place of the backups; null if none is set. */
  backupCopyTo: string | null;
}
export interface BackupsDeps extends BackupPlan {
  database: Pick<Database, 'asCaller'>;
}

export const readBackupState = (deps: BackupsDeps, user: SignedIn): Promise<BackupState> =>
  deps.database.asCaller(user, (tx) => findBackupState(tx, deps));

/** The state that the caller of `db` may see; without any backup for those who may not. */
export async function findBackupState(
  db: Queryable,
  { backupScheduled, backupVerifications, backupCopyTo }: BackupPlan,
): Promise<BackupState> {
  const last = await findNewest(db);
  const verified = await findVerified(db);
  const failed = await findFailure(db, last?.madeAt ?? EVER);
  const failedVerification = await findFailedVerification(db, verified?.madeAt ?? EVER);
  return {
    isScheduled: backupScheduled,
    verifications: backupVerifications,
    last: last && { madeAt: last.madeAt.toISOString(), bytes: last.bytes, isSealed: last.sealed },
    verified: verified?.verifiedAt
      ? { madeAt: verified.madeAt.toISOString(), at: verified.verifiedAt.toISOString() }
      : null,
    failure: failureOf('backup', failed) ?? failureOf('verification', failedVerification),
    copy: backupCopyTo === null ? null : await findCopyState(db, backupCopyTo),
  };
}

async function findCopyState(db: Queryable, to: string): Promise<BackupState['copy']> {
  const copied = await findCopied(db, to);
  const failed = await findFailedCopy(db, copied?.madeAt ?? EVER);
  return {
    to,
    last: copied?.copiedAt
      ? { madeAt: copied.madeAt.toISOString(), at: copied.copiedAt.toISOString() }
      : null,
    failure: failed?.copyError ? { at: failed.madeAt.toISOString(), reason: failed.copyError } : null,
  };
}

function failureOf(of: 'backup' | 'verification', row: BackupRow | null): BackupState['failure'] {
  const reason = of === 'backup' ? row?.error : row?.verificationError;
  return row && reason ? { of, at: row.madeAt.toISOString(), reason } : null;
}
