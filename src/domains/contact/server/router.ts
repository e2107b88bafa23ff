import { gated } from '#platform/rpc/gate.ts';
import { contactContract } from '../contract.ts';
import { type ContactDeps, submitMessage } from './contact.service.ts';

export function contactRouter(deps: ContactDeps) {
  const os = gated(contactContract);
  return {
    submit: os.submit.handler(async ({ input, context }) => {
      await submitMessage(deps, context.address, input);
      return { received: true as const };
    }),
  };
}
