import { gated } from '#platform/rpc/gate.ts';
import { backupsContract } from '../contract.ts';
import { type BackupsDeps, readBackupState } from './backup.service.ts';

export function backupsRouter(deps: BackupsDeps) {
  return {
    state: gated(backupsContract).state.handler(({ context }) => readBackupState(deps, context.user)),
  };
}
