import { gated } from '#platform/rpc/gate.ts';
import { auditLogContract } from '../audit-log.contract.ts';
import { readAuditLog, readRecentActivity } from './audit-log.service.ts';
import type { AccountsDeps } from './profile.service.ts';

export function auditLogRouter(deps: AccountsDeps) {
  const os = gated(auditLogContract);
  return {
    listEvents: os.listEvents.handler(({ context, input }) => readAuditLog(deps, context.user, input)),
    recentActivity: os.recentActivity.handler(({ context }) => readRecentActivity(deps, context.user)),
  };
}
