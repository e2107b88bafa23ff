import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Matter } from '#shared/account-matters.ts';
import type { auditLogContract } from '../audit-log.contract.ts';

export type AuditLogApi = { auditLog: ContractRouterClient<typeof auditLogContract> };

/** The list's filters, from the URL. */
export interface AuditLogSearch {
  matter?: Matter;
  search?: string;
  page?: number;
}

export const auditLogQuery = ({ auditLog }: AuditLogApi, search: AuditLogSearch) =>
  queryOptions({
    queryKey: ['admin', 'audit-log', search],
    queryFn: ({ signal }) => auditLog.listEvents(search, { signal }),
    // Always fetched: it shows what has just happened.
    staleTime: 0,
  });

/** The recent events of the user's own account. */
export const activityQuery = ({ auditLog }: AuditLogApi) =>
  queryOptions({
    queryKey: ['account', 'activity'],
    queryFn: ({ signal }) => auditLog.recentActivity(undefined, { signal }),
    staleTime: 0,
  });
