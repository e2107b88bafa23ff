import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions } from '@tanstack/react-query';
import type { backupsContract } from '../../contract.ts';

export type BackupsApi = { backups: ContractRouterClient<typeof backupsContract> };

export const backupStateQuery = ({ backups }: BackupsApi) =>
  queryOptions({
    queryKey: ['admin', 'backups'],
    queryFn: ({ signal }) => backups.state(undefined, { signal }),
    // It changes at night, or from the command line.
    staleTime: 60_000,
  });
