import type { CodesOf, Messages } from '#shared/messages.ts';
import type { securityContract } from './security.contract.ts';
import { UNREACHED } from './sign-in.messages.ts';

type Of<Name extends keyof typeof securityContract> = Messages<CodesOf<(typeof securityContract)[Name]>>;

const notReauthenticated = {
  title: 'Please confirm once more that it is you',
  description: 'It took a while since you did. Nothing was changed.',
};
const ended = { title: 'You are signed out', description: 'Please sign in again.' };

export const changePasswordMessages: Of<'changePassword'> = {
  success: {
    title: 'Your password is changed',
    description: 'Everywhere else you are signed out. We sent you a message about it.',
  },
  failure: { title: 'Password not changed', description: UNREACHED },
  refused: {
    REAUTHENTICATION_REQUIRED: notReauthenticated,
    SIGN_IN_REQUIRED: ended,
    ADMIN_PASSWORD: 'shown',
  },
};

export const requestEmailChangeMessages: Of<'requestEmailChange'> = {
  failure: { title: 'Message not sent', description: UNREACHED },
  refused: {
    REAUTHENTICATION_REQUIRED: notReauthenticated,
    SIGN_IN_REQUIRED: ended,
    OWN_ADDRESS: 'shown',
    RATE_LIMITED: {
      title: 'Message not sent',
      description: 'There were many in the last hour. Please look for the last one, or try again later.',
    },
  },
};

export const WRONG_CODE = 'That code is not right. Please look at the newest message.';

export const confirmEmailChangeMessages: Of<'confirmEmailChange'> = {
  failure: { title: 'Email not changed', description: UNREACHED },
  refused: {
    SIGN_IN_REQUIRED: ended,
    WRONG_CODE: 'shown',
    LINK_EXPIRED: 'shown',
    LINK_WRONG_ACCOUNT: 'shown',
    CONFLICT: { title: 'Email not changed', description: 'Another account has this email now.' },
    RATE_LIMITED: {
      title: 'Too many attempts',
      description: 'Please wait an hour, or ask for another message then.',
    },
  },
};

export const endSessionMessages: Of<'endSession'> = {
  success: 'Signed out there',
  failure: { title: 'Not signed out', description: UNREACHED },
  refused: { SIGN_IN_REQUIRED: ended },
};

export const endOtherSessionsMessages: Of<'endOtherSessions'> = {
  success: 'You are signed in nowhere else now',
  failure: { title: 'Not signed out', description: UNREACHED },
  refused: { SIGN_IN_REQUIRED: ended },
};

export const deleteAccountMessages: Of<'deleteAccount'> = {
  success: { title: 'Your account is deleted', description: 'Thank you for the time you spent with us.' },
  failure: { title: 'Account not deleted', description: UNREACHED },
  refused: {
    REAUTHENTICATION_REQUIRED: notReauthenticated,
    SIGN_IN_REQUIRED: ended,
    DEMO_ACCOUNT: {
      title: 'This account stays',
      description: 'It belongs to the demonstration. An account that you register yourself can be deleted.',
    },
    LAST_SUPER_ADMIN: {
      title: 'The last super admin stays',
      description: 'Give somebody else that role first, under Users in the back office.',
    },
  },
};
