import { gated } from '#platform/rpc/gate.ts';
import { contactContract } from '../contract.ts';
import { type ContactDeps, submitMessage } from './contact.service.ts';
import { getMessage, listMessages, setRead, unreadTotal } from './read-messages.ts';

export function contactRouter(deps: ContactDeps) {
  const os = gated(contactContract);
  return {
    submit: os.submit.handler(async ({ input, context }) => {
      await submitMessage(deps, context.ipAddress, input);
      return { received: true as const };
    }),
    listMessages: os.listMessages.handler(({ input, context }) => listMessages(deps, context.user, input)),
    getMessage: os.getMessage.handler(({ input, context }) => getMessage(deps, context.user, input.id)),
    setRead: os.setRead.handler(({ input, context }) => setRead(deps, context.user, input)),
    unreadTotal: os.unreadTotal.handler(({ context }) => unreadTotal(deps, context.user)),
  };
}
