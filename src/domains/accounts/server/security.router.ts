import { gated } from '#platform/rpc/gate.ts';
import { securityContract } from '../security.contract.ts';
import { currentUser, readSessions, readSignInMethods, type SecurityDeps } from './security.service.ts';

export function securityRouter(deps: SecurityDeps) {
  const os = gated(securityContract);
  const { own } = deps.auth;
  return {
    signInMethods: os.signInMethods.handler(({ context }) => readSignInMethods(deps, context.user.userId)),
    listSessions: os.listSessions.handler(async ({ context }) =>
      readSessions(deps, await currentUser(deps, context)),
    ),
    endSession: os.endSession.handler(async ({ context, input }) => {
      await own.endSession(await currentUser(deps, context), input.id);
      return {};
    }),
    endOtherSessions: os.endOtherSessions.handler(async ({ context }) => ({
      ended: await own.endOtherSessions(await currentUser(deps, context)),
    })),
    changePassword: os.changePassword.handler(async ({ context, input }) => {
      await own.changePassword(await currentUser(deps, context), input.password);
      return {};
    }),
    askForAddress: os.askForAddress.handler(async ({ context, input }) => {
      await own.askForAddress(await currentUser(deps, context), input.email);
      return {};
    }),
    confirmAddress: os.confirmAddress.handler(async ({ context, input }) =>
      own.confirmAddress(await currentUser(deps, context), input),
    ),
    deleteAccount: os.deleteAccount.handler(async ({ context }) => {
      await own.deleteAccount(await currentUser(deps, context));
      return {};
    }),
  };
}
