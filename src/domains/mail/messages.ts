import type { CodesOf, Messages } from '#shared/messages.ts';
import type { mailContract } from './contract.ts';

export const listFailed = 'Undelivered mail could not be loaded';

export const sendAgainMessages: Messages<CodesOf<typeof mailContract.sendAgain>> = {
  success: { title: 'On its way', description: 'If it fails again, it comes back to this list.' },
  failure: { title: 'That did not work. Please try again.' },
  refused: {
    NOT_FOUND: {
      title: 'It is not in this list any more',
      description: 'Somebody else may have sent it again.',
    },
    NO_PERMISSION: { title: 'Only a super admin sends mail again.' },
  },
};
