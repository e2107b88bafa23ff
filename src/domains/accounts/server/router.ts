import { gated } from '#platform/rpc/gate.ts';
import { accountsContract } from '../contract.ts';
import { type AccountsDeps, changeProfile, getProfile, rightsOf } from './profile.service.ts';

export function accountsRouter(deps: AccountsDeps) {
  const os = gated(accountsContract);
  return {
    me: os.me.handler(async ({ context }) => {
      const caller = await context.findCaller();
      return caller && getProfile(deps, caller);
    }),
    updateProfile: os.updateProfile.handler(({ context, input }) => changeProfile(deps, context.user, input)),
    isAdminOrSuperAdmin: os.isAdminOrSuperAdmin.handler(
      async ({ context, input }) => (await rightsOf(deps, context.user, input.userId)).admin,
    ),
    isSuperAdmin: os.isSuperAdmin.handler(
      async ({ context, input }) => (await rightsOf(deps, context.user, input.userId)).superAdmin,
    ),
  };
}
