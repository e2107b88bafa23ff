import type { Database } from '#db/client.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { BackupState } from '../contract.ts';
import {
  type BackupRow,
  findFailedVerification,
  findFailure,
  findNewest,
  findVerified,
} from './backup.repository.ts';

const EVER = new Date(0);

export interface BackupsDeps {
  database: Pick<Database, 'asCaller'>;
  /** Whether the shop makes a backup each day. */
  backupScheduled: boolean;
  backupVerifications: BackupState['verifications'];
}

export function readBackupState(
  { database, backupScheduled, backupVerifications }: BackupsDeps,
  user: SignedIn,
): Promise<BackupState> {
  return database.asCaller(user, async (tx) => {
    const last = await findNewest(tx);
    const verified = await findVerified(tx);
    const failed = await findFailure(tx, last?.madeAt ?? EVER);
    const failedVerification = await findFailedVerification(tx, verified?.madeAt ?? EVER);
    return {
      isScheduled: backupScheduled,
      verifications: backupVerifications,
      last: last && { madeAt: last.madeAt.toISOString(), bytes: last.bytes, isSealed: last.sealed },
      verified: verified?.verifiedAt
        ? { madeAt: verified.madeAt.toISOString(), at: verified.verifiedAt.toISOString() }
        : null,
      failure: failureOf('backup', failed) ?? failureOf('verification', failedVerification),
    };
  });
}

function failureOf(of: 'backup' | 'verification', row: BackupRow | null): BackupState['failure'] {
  const reason = of === 'backup' ? row?.error : row?.verificationError;
  return row && reason ? { of, at: row.madeAt.toISOString(), reason } : null;
}
