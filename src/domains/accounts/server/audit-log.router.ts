import { gated } from '#platform/rpc/gate.ts';
import { journalContract } from '../audit-log.contract.ts';
import { readJournal, readRecentActivity } from './audit-log.service.ts';
import type { AccountsDeps } from './profile.service.ts';

export function journalRouter(deps: AccountsDeps) {
  const os = gated(journalContract);
  return {
    listEvents: os.listEvents.handler(({ context, input }) => readJournal(deps, context.user, input)),
    recentActivity: os.recentActivity.handler(({ context }) => readRecentActivity(deps, context.user)),
  };
}
