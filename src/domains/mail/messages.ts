import { type CodesOf, type Message, type Messages, NO_ANSWER } from '#shared/messages.ts';
import type { mailContract } from './contract.ts';

export const listFailed: Message = { title: 'Undelivered mail could not be loaded', description: NO_ANSWER };
export const listRefused: Message = {
  title: 'You do not have permission to see undelivered mail',
  description: 'Only a super admin sees to whom the shop writes.',
};

export const sendAgainMessages: Messages<CodesOf<typeof mailContract.sendAgain>> = {
  success: { title: 'On its way', description: 'If it fails again, it comes back to this list.' },
  failure: { title: 'The email could not be sent. Please try again.' },
  refused: {
    NOT_FOUND: {
      title: 'It is not in this list any more',
      description: 'Another staff member may have sent it again.',
    },
    NO_PERMISSION: { title: 'Only a super admin sends mail again.' },
  },
};
