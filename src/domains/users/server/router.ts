import { type GatedContext, gated } from '#platform/rpc/gate.ts';
import { usersContract } from '../contract.ts';
import { type Actor, listUsers, setBanned, setRole, type UsersDeps, userTotals } from './user.service.ts';

const actorOf = ({ user, ipAddress, headers }: GatedContext<'super_admin'>): Actor => ({
  user,
  ipAddress,
  userAgent: headers.get('user-agent'),
});

export function usersRouter(deps: UsersDeps) {
  const os = gated(usersContract);
  return {
    listUsers: os.listUsers.handler(({ context, input }) => listUsers(deps, context.user, input)),
    totals: os.totals.handler(({ context }) => userTotals(deps, context.user)),
    setRole: os.setRole.handler(({ context, input, errors }) =>
      setRole({ ...deps, errors }, actorOf(context), input),
    ),
    setBanned: os.setBanned.handler(({ context, input, errors }) =>
      setBanned({ ...deps, errors }, actorOf(context), input),
    ),
  };
}
