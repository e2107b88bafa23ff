import { gated } from '#platform/rpc/gate.ts';
import { securityContract } from '../security.contract.ts';
import { readSessions, readSignInMethods, type SecurityDeps, whoIs } from './security.service.ts';

export function securityRouter(deps: SecurityDeps) {
  const os = gated(securityContract);
  const { own } = deps.auth;
  return {
    signInMethods: os.signInMethods.handler(({ context }) => readSignInMethods(deps, context.user.userId)),
    listSessions: os.listSessions.handler(async ({ context }) =>
      readSessions(deps, await whoIs(deps, context)),
    ),
    endSession: os.endSession.handler(async ({ context, input }) => {
      await own.endSession(await whoIs(deps, context), input.id);
      return {};
    }),
    endOtherSessions: os.endOtherSessions.handler(async ({ context }) => ({
      ended: await own.endOtherSessions(await whoIs(deps, context)),
    })),
    changePassword: os.changePassword.handler(async ({ context, input }) => {
      await own.changePassword(await whoIs(deps, context), input.password);
      return {};
    }),
    askForAddress: os.askForAddress.handler(async ({ context, input }) => {
      await own.askForAddress(await whoIs(deps, context), input.email);
      return {};
    }),
    confirmAddress: os.confirmAddress.handler(async ({ context, input }) =>
      own.confirmAddress(await whoIs(deps, context), input),
    ),
    deleteAccount: os.deleteAccount.handler(async ({ context }) => {
      await own.deleteAccount(await whoIs(deps, context));
      return {};
    }),
  };
}
