import { gated } from '#platform/rpc/gate.ts';
import { usersContract } from '../contract.ts';
import { listUsers, setBanned, setRole, type UsersDeps, userTotals } from './user.service.ts';

export function usersRouter(deps: UsersDeps) {
  const os = gated(usersContract);
  return {
    listUsers: os.listUsers.handler(({ context, input }) => listUsers(deps, context.user, input)),
    totals: os.totals.handler(({ context }) => userTotals(deps, context.user)),
    setRole: os.setRole.handler(({ context, input }) => setRole(deps, context.user, input)),
    setBanned: os.setBanned.handler(({ context, input }) => setBanned(deps, context.user, input)),
  };
}
