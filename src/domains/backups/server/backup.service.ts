import type { Database } from '#db/client.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { BackupState } from '../contract.ts';
import { type BackupRow, findFailure, findNewest, findProven } from './backup.repository.ts';

export interface BackupsDeps {
  database: Pick<Database, 'asCaller'>;
  /** The shop backs itself up each day. */
  backupScheduled: boolean;
}

export function readBackupState(
  { database, backupScheduled }: BackupsDeps,
  user: SignedIn,
): Promise<BackupState> {
  return database.asCaller(user, async (tx) => {
    const last = await findNewest(tx);
    const proven = await findProven(tx);
    const failed = await findFailure(tx, last?.madeAt ?? new Date(0));
    return {
      isScheduled: backupScheduled,
      last: last && { madeAt: last.madeAt.toISOString(), bytes: last.bytes, isSealed: last.sealed },
      proven: proven?.provenAt
        ? { madeAt: proven.madeAt.toISOString(), at: proven.provenAt.toISOString() }
        : null,
      failure: failureOf(failed) ?? failureOf(last),
    };
  });
}

function failureOf(row: BackupRow | null): BackupState['failure'] {
  const reason = row?.error ?? row?.drillError;
  return row && reason ? { at: row.madeAt.toISOString(), reason } : null;
}
