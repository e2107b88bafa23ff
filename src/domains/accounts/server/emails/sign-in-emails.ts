import { CODE_HINT, type EmailParts, type EmailTexts } from './email-parts.ts';

/** Registration, passwords, and codes that let a user in. */
export const signInEmails = ({ shopName, publicUrl, codeSubject, signIn, notMe }: EmailParts) =>
  ({
    confirmation: ({ link, code, again }) => ({
      subject: codeSubject(code),
      title: 'Confirm your email',
      body: [
        `Please confirm your email, and your account at ${shopName} is open.`,
        { button: 'Confirm my email', href: link },
        'Or type this code on the page where you registered:',
        { code },
        'The link is valid for a day, the code for an hour.',
        again
          ? 'You had registered with this email before, so the password is the one you chose then. If you do not remember it, use ‘Forgot password?’ on the sign-in page.'
          : 'If you did not register, do nothing: without the confirmation nobody can use the account.',
      ],
    }),
    alreadyRegistered: () => ({
      subject: `You already have an account at ${shopName}`,
      title: 'You already have an account',
      body: [
        `Somebody, probably you, just registered at ${shopName} with this email. There is no need: you already have an account.`,
        signIn,
        'If you do not remember your password, use ‘Forgot password?’ on that page. If it was not you, do nothing: nothing has changed.',
      ],
    }),
    passwordReset: ({ link, code }) => ({
      subject: `A new password for ${shopName}`,
      title: 'Choose a new password',
      body: [
        { button: 'Choose a new password', href: link },
        CODE_HINT,
        { code },
        'Both are valid for an hour. If you did not ask for this, do nothing: your password stays as it is.',
      ],
    }),
    passwordChanged: () => ({
      subject: `Your password at ${shopName} was changed`,
      title: 'Your password was changed',
      body: [
        'Your account has a new password. Wherever else you were signed in, you are signed out.',
        ...notMe('Please choose another password at once, with ‘Forgot password?’ on the sign-in page.'),
      ],
    }),
    signInCode: ({ code, endsPassword }) => ({
      subject: codeSubject(code),
      title: 'Sign in with this code',
      body: [
        'Type this code on the page where you asked for it:',
        { code },
        `It is valid for ten minutes and opens your account. Type it at ${new URL(publicUrl).host} alone and tell it to nobody: we never ask for it. If you did not ask for it, do nothing.`,
        ...(endsPassword
          ? [
              'It confirms your email as well. Because the password of this account was chosen before that, perhaps by somebody else, it ends: choose a new one under ‘Sign-in & security’.',
            ]
          : []),
      ],
    }),
    reauthenticationCode: ({ code }) => ({
      subject: codeSubject(code),
      title: 'Confirm that it is you',
      body: [
        'Type this code on the page where you were asked for it:',
        { code },
        'It is valid for ten minutes. If you did not ask for it, somebody may be using your account: please change your password.',
      ],
    }),
  }) satisfies Partial<EmailTexts>;
