import { gated } from '#platform/rpc/gate.ts';
import { mailContract } from '../contract.ts';
import { type MailDeps, readUndelivered, sendAgain, undeliveredTotal } from './mail.service.ts';

export function mailRouter(deps: MailDeps) {
  const os = gated(mailContract);
  return {
    listUndelivered: os.listUndelivered.handler(({ context, input }) =>
      readUndelivered(deps, context.user, input.page),
    ),
    undeliveredTotal: os.undeliveredTotal.handler(({ context }) => undeliveredTotal(deps, context.user)),
    sendAgain: os.sendAgain.handler(({ context, input, errors }) =>
      sendAgain({ ...deps, errors }, context.user, input.id),
    ),
  };
}
