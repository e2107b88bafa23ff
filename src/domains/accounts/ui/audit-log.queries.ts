import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Matter } from '#shared/account-matters.ts';
import type { journalContract } from '../audit-log.contract.ts';

/** The part of the API these screens use. */
export type JournalApi = { journal: ContractRouterClient<typeof journalContract> };

/** What the address says of the list. */
export interface JournalSearch {
  matter?: Matter;
  search?: string;
  page?: number;
}

export const journalQuery = ({ journal }: JournalApi, search: JournalSearch) =>
  queryOptions({
    queryKey: ['admin', 'journal', search],
    queryFn: ({ signal }) => journal.listEvents(search, { signal }),
    // Looked at to see what has just happened.
    staleTime: 0,
  });

/** What last happened to one's own account. */
export const activityQuery = ({ journal }: JournalApi) =>
  queryOptions({
    queryKey: ['account', 'activity'],
    queryFn: ({ signal }) => journal.recentActivity(undefined, { signal }),
    staleTime: 0,
  });
