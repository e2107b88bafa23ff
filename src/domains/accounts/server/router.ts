import { type GatedContext, gated } from '#platform/rpc/gate.ts';
import type { Errors } from '#shared/errors.ts';
import { auditLogContract } from '../audit-log.contract.ts';
import { accountsContract } from '../contract.ts';
import { securityContract } from '../security.contract.ts';
import { readAuditLog, readRecentActivity } from './audit-log.service.ts';
import {
  changePassword,
  confirmEmailChange,
  deleteAccount,
  endOtherSessions,
  endSession,
  readSessions,
  readSignInMethods,
  requestEmailChange,
} from './own-account.service.ts';
import { type OwnAccountDeps, requireSession } from './own-account-deps.ts';
import { type AccountsDeps, changeProfile, getProfile, rightsOf } from './profile.service.ts';

export function accountsRouter(deps: AccountsDeps) {
  const os = gated(accountsContract);
  return {
    me: os.me.handler(async ({ context, errors }) => {
      const caller = await context.findCaller();
      return caller && getProfile({ ...deps, errors }, caller);
    }),
    updateProfile: os.updateProfile.handler(({ context, input, errors }) =>
      changeProfile({ ...deps, errors }, context.user, input),
    ),
    isAdminOrSuperAdmin: os.isAdminOrSuperAdmin.handler(
      async ({ context, input, errors }) =>
        (await rightsOf({ ...deps, errors }, context.user, input.user_id)).admin,
    ),
    isSuperAdmin: os.isSuperAdmin.handler(
      async ({ context, input, errors }) =>
        (await rightsOf({ ...deps, errors }, context.user, input.user_id)).superAdmin,
    ),
  };
}

export function securityRouter(deps: OwnAccountDeps) {
  const os = gated(securityContract);
  /** The dependencies of a service and the session of the request. */
  async function own<E extends Errors<'SIGN_IN_REQUIRED'>>(context: GatedContext<'user'>, errors: E) {
    const own = { ...deps, errors };
    return [own, await requireSession(own, context)] as const;
  }
  return {
    signInMethods: os.signInMethods.handler(({ context, errors }) =>
      readSignInMethods({ ...deps, errors }, context.user.userId),
    ),
    listSessions: os.listSessions.handler(async ({ context, errors }) =>
      readSessions(...(await own(context, errors))),
    ),
    endSession: os.endSession.handler(async ({ context, input, errors }) => {
      await endSession(...(await own(context, errors)), input.id);
      return {};
    }),
    endOtherSessions: os.endOtherSessions.handler(async ({ context, errors }) => ({
      ended: await endOtherSessions(...(await own(context, errors))),
    })),
    changePassword: os.changePassword.handler(async ({ context, input, errors }) => {
      await changePassword(...(await own(context, errors)), input.password);
      return {};
    }),
    requestEmailChange: os.requestEmailChange.handler(async ({ context, input, errors }) => {
      await requestEmailChange(...(await own(context, errors)), input.email);
      return {};
    }),
    confirmEmailChange: os.confirmEmailChange.handler(async ({ context, input, errors }) =>
      confirmEmailChange(...(await own(context, errors)), input),
    ),
    deleteAccount: os.deleteAccount.handler(async ({ context, errors }) => {
      await deleteAccount(...(await own(context, errors)));
      return {};
    }),
  };
}

export function auditLogRouter(deps: AccountsDeps) {
  const os = gated(auditLogContract);
  return {
    listEvents: os.listEvents.handler(({ context, input }) => readAuditLog(deps, context.user, input)),
    recentActivity: os.recentActivity.handler(({ context }) => readRecentActivity(deps, context.user)),
  };
}
