import { CODE_HINT, type EmailParts, type EmailTexts } from './email-parts.ts';

/** A change of the account's email, and the end of the account. */
export const ownAccountEmails = ({ shopName, publicUrl, codeSubject, signIn, notMe }: EmailParts) =>
  ({
    confirmNewEmail: ({ link, code }) => ({
      subject: codeSubject(code),
      title: 'Confirm your new email',
      body: [
        `You asked to use this email for your account at ${shopName}.`,
        { button: 'Use this email', href: link },
        CODE_HINT,
        { code },
        'Both are valid for an hour, for the account that asked. If you did not ask for this, do nothing: nothing changes.',
      ],
    }),
    emailAlreadyUsed: () => ({
      subject: `You already have an account at ${shopName}`,
      title: 'You already have an account',
      body: [
        `Somebody, probably you, asked to use this email for another account at ${shopName}. It belongs to this account already, so nothing was changed.`,
        signIn,
        'If it was not you, do nothing.',
      ],
    }),
    emailChangeRequested: ({ newEmail }) => ({
      subject: `A new email for your ${shopName} account?`,
      title: 'Another email was asked for',
      body: [
        `You asked to use ${newEmail} for your account instead of this email. It changes when the new one is confirmed.`,
        ...notMe(
          'Please choose a new password with ‘Forgot password?’ on the sign-in page: that also cancels the change.',
        ),
      ],
    }),
    emailChanged: ({ newEmail }) => ({
      subject: `Your ${shopName} account has a new email`,
      title: 'Your email was changed',
      body: [
        `From now on your account is ${newEmail}. This email no longer opens it.`,
        'If it was not you, please write to us at once: we can give the account back to you.',
        { button: 'Write to us', href: `${publicUrl}/contact` },
      ],
    }),
    accountDeleted: () => ({
      subject: `Your ${shopName} account was deleted`,
      title: 'Your account was deleted',
      body: [
        `Your account at ${shopName} is deleted, with your name, your email and everything you signed in with. Your orders stay in our books without them.`,
        'Thank you for the time you spent with us. You are welcome back whenever you like.',
        `If it was not you, please write to us: ${publicUrl}/contact`,
      ],
    }),
  }) satisfies Partial<EmailTexts>;
