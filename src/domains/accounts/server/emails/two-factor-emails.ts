import type { EmailParts, EmailTexts } from './email-parts.ts';

const THEN_SECURITY =
  'If it was not you, somebody may be using your account: please choose a new password, and look at what is signed in.';

/** Two-step sign-in: that it is on or off, its backup codes, and attempts at its codes. */
export const twoFactorEmails = ({ shopName, security }: EmailParts) =>
  ({
    twoFactorOn: () => ({
      subject: `Two-step sign-in is on at ${shopName}`,
      title: 'Two-step sign-in is on',
      body: [
        'Signing in to your account now also asks for a code from your authenticator app. Everywhere else you were signed out.',
        'Keep your backup codes where you find them without your phone: each opens your account once.',
        security(),
        THEN_SECURITY,
      ],
    }),
    twoFactorOff: () => ({
      subject: `Two-step sign-in is off at ${shopName}`,
      title: 'Two-step sign-in is off',
      body: [
        'Signing in to your account asks for no code any more. The backup codes and the remembered devices are deleted.',
        security(),
        THEN_SECURITY,
      ],
    }),
    newBackupCodes: () => ({
      subject: `New backup codes for ${shopName}`,
      title: 'You have new backup codes',
      body: [
        'Ten new backup codes were made for your account. The old ones have expired.',
        security(),
        THEN_SECURITY,
      ],
    }),
    backupCodeUsed: ({ left }) => ({
      subject: `A backup code was used at ${shopName}`,
      title: 'A backup code was used',
      body: [
        `Somebody, probably you, signed in to your account with a backup code. ${
          left === 0
            ? 'It was the last one. Please make new ones now, or you are shut out when you lose your app.'
            : `You have ${left === 1 ? 'one' : left} left. You can make new ones at any time.`
        }`,
        security(),
        THEN_SECURITY,
      ],
    }),
    secondFactorFailing: () => ({
      subject: `Wrong codes at ${shopName}`,
      title: 'Somebody gets as far as the second step',
      body: [
        'Ten wrong codes were typed for your account within a day, by somebody who had passed the first step of signing in. Nobody was let in.',
        security(),
        'If it was not you, somebody knows your password: please choose a new one. That also ends every sign-in that waits for its code.',
      ],
    }),
  }) satisfies Partial<EmailTexts>;
