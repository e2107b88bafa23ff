import type { CodesOf, Message, Messages } from '#shared/messages.ts';
import type { securityContract } from './security.contract.ts';
import { UNREACHED } from './sign-in.messages.ts';

type Codes<Name extends keyof typeof securityContract> = CodesOf<(typeof securityContract)[Name]>;

/** The messages of an operation. `failure` is the title when the shop could not be reached. */
const messages = <Name extends keyof typeof securityContract>(
  failure: string,
  refused: Exclude<Messages<Codes<Name>>['refused'], 'shown'>,
  success?: string | Message,
) =>
  ({
    success,
    failure: { title: failure, description: UNREACHED },
    refused: {
      SIGN_IN_REQUIRED: { title: 'You are signed out', description: 'Please sign in again.' },
      REAUTHENTICATION_REQUIRED: {
        title: 'Please confirm once more that it is you',
        description: 'It took a while since you did. Nothing was changed.',
      },
      ...refused,
    },
  }) as Messages<Codes<Name>>;

export const changePasswordMessages = messages<'changePassword'>(
  'Password not changed',
  { ADMIN_PASSWORD: 'shown' },
  {
    title: 'Your password is changed',
    description: 'Everywhere else you are signed out. We sent you a message about it.',
  },
);

export const requestEmailChangeMessages = messages<'requestEmailChange'>('Message not sent', {
  OWN_ADDRESS: 'shown',
  RATE_LIMITED: {
    title: 'Message not sent',
    description: 'There were many in the last hour. Please look for the last one, or try again later.',
  },
});

export const WRONG_CODE = 'That code is not right. Please look at the newest message.';

export const confirmEmailChangeMessages = messages<'confirmEmailChange'>('Email not changed', {
  WRONG_CODE: 'shown',
  LINK_EXPIRED: 'shown',
  LINK_WRONG_ACCOUNT: 'shown',
  CONFLICT: { title: 'Email not changed', description: 'Another account has this email now.' },
  RATE_LIMITED: {
    title: 'Too many attempts',
    description: 'Please wait an hour, or ask for another message then.',
  },
});

export const endSessionMessages = messages<'endSession'>('Not signed out', {}, 'Signed out there');

export const endOtherSessionsMessages = messages<'endOtherSessions'>(
  'Not signed out',
  {},
  'You are signed in nowhere else now',
);

export const deleteAccountMessages = messages<'deleteAccount'>(
  'Account not deleted',
  {
    DEMO_ACCOUNT: {
      title: 'This account stays',
      description: 'It belongs to the demonstration. An account that you register yourself can be deleted.',
    },
    LAST_SUPER_ADMIN: {
      title: 'The last super admin stays',
      description: 'Give somebody else that role first, under Users in the back office.',
    },
  },
  { title: 'Your account is deleted', description: 'Thank you for the time you spent with us.' },
);
