import { gated } from '#platform/rpc/gate.ts';
import { contactContract } from '../contract.ts';
import { type ContactDeps, submitMessage } from './contact.service.ts';
import { getMessage, listMessages, setRead, unreadTotal } from './read-messages.ts';

export function contactRouter(deps: ContactDeps) {
  const os = gated(contactContract);
  return {
    submit: os.submit.handler(async ({ input, context, errors }) => {
      await submitMessage({ ...deps, errors }, context.ipAddress, input);
      return { received: true as const };
    }),
    listMessages: os.listMessages.handler(({ input, context }) => listMessages(deps, context.user, input)),
    getMessage: os.getMessage.handler(({ input, context, errors }) =>
      getMessage({ ...deps, errors }, context.user, input.id),
    ),
    setRead: os.setRead.handler(({ input, context, errors }) =>
      setRead({ ...deps, errors }, context.user, input),
    ),
    unreadTotal: os.unreadTotal.handler(({ context }) => unreadTotal(deps, context.user)),
  };
}
