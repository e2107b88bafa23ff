import { gated } from '#platform/rpc/gate.ts';
import { securityContract } from '../security.contract.ts';
import { askForAddress, confirmAddress } from './change-email.service.ts';
import { changePassword } from './change-password.service.ts';
import { deleteAccount } from './delete-account.service.ts';
import { type OwnAccountDeps, requireSession } from './own-account-deps.ts';
import { endOtherSessions, endSession, readSessions, readSignInMethods } from './security.service.ts';

export function securityRouter(deps: OwnAccountDeps) {
  const os = gated(securityContract);
  return {
    signInMethods: os.signInMethods.handler(({ context }) => readSignInMethods(deps, context.user.userId)),
    listSessions: os.listSessions.handler(async ({ context }) =>
      readSessions(deps, await requireSession(deps, context)),
    ),
    endSession: os.endSession.handler(async ({ context, input }) => {
      await endSession(deps, await requireSession(deps, context), input.id);
      return {};
    }),
    endOtherSessions: os.endOtherSessions.handler(async ({ context }) => ({
      ended: await endOtherSessions(deps, await requireSession(deps, context)),
    })),
    changePassword: os.changePassword.handler(async ({ context, input }) => {
      await changePassword(deps, await requireSession(deps, context), input.password);
      return {};
    }),
    askForAddress: os.askForAddress.handler(async ({ context, input }) => {
      await askForAddress(deps, await requireSession(deps, context), input.email);
      return {};
    }),
    confirmAddress: os.confirmAddress.handler(async ({ context, input }) =>
      confirmAddress(deps, await requireSession(deps, context), input),
    ),
    deleteAccount: os.deleteAccount.handler(async ({ context }) => {
      await deleteAccount(deps, await requireSession(deps, context));
      return {};
    }),
  };
}
