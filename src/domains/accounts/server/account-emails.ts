import type { AuthEmails, Recipient, WriteEmail } from '#platform/auth/account-rules.ts';
import { type MailBlock, renderMail } from '#platform/mail/layout.ts';

/** The emails of sign-in, and those about changes of one's own account. */
export interface AccountEmails extends AuthEmails {
  /** To the new email of an account. */
  confirmNewEmail: { link: string; code: string };
  /** To the owner of an email that was requested for another account. */
  emailAlreadyUsed: object;
  /** To the current email of an account. */
  emailChangeRequested: { newEmail: string };
  /** To the previous email of an account. */
  emailChanged: { newEmail: string };
  accountDeleted: object;
}

export interface Sender {
  shopName: string;
  /** The origin of every link. */
  publicUrl: string;
}

interface Email {
  subject: string;
  title: string;
  /** A string is a paragraph. */
  body: (string | MailBlock)[];
}

const THEN_SECURITY =
  'If it was not you, somebody may be using your account: please choose a new password, and look at what is signed in.';
const CODE_HINT = 'Or type this code on the page where you asked for it:';

/** The texts of every email. */
function textsOf({ shopName, publicUrl }: Sender) {
  const { host } = new URL(publicUrl);
  const signIn = { button: 'Sign in', href: `${publicUrl}/auth` };
  const security = (label = 'Sign-in & security', section = '') => ({
    button: label,
    href: `${publicUrl}/account/security${section}`,
  });
  /** What to do when an email reports an action that the user did not take. */
  const notMe = (advice: string) => [
    `If it was not you, somebody may be using your account. ${advice}`,
    { button: 'Choose a new password', href: `${publicUrl}/auth` },
    `Or write to us: ${publicUrl}/contact`,
  ];
  const codeSubject = (code: string) => `${code} is your ${shopName} code`;
  const texts: { [Kind in keyof AccountEmails]: (facts: AccountEmails[Kind]) => Email } = {
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
        `It is valid for ten minutes and opens your account. Type it at ${host} alone and tell it to nobody: we never ask for it. If you did not ask for it, do nothing.`,
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
    phoneConfirmed: ({ number }) => ({
      subject: `A phone number for ${shopName}`,
      title: 'Your number is confirmed',
      body: [
        `${number} was confirmed for your account: you can now sign in with it and your password.`,
        'If it was not you, somebody may be using your account: please change your password, and take the number out of your details.',
      ],
    }),
    // The only notice a user receives of a passkey, or a linked account, that an attacker added.
    passkeyAdded: ({ name }) => ({
      subject: `A passkey was added to your ${shopName} account`,
      title: 'A new passkey',
      body: passkeyBody(`The passkey ‘${name}’ can sign in to your account from now on.`),
    }),
    passkeyRemoved: ({ name }) => ({
      subject: `A passkey was removed at ${shopName}`,
      title: 'A passkey was removed',
      body: passkeyBody(`The passkey ‘${name}’ no longer signs in to your account.`),
    }),
    accountLinked: ({ name }) => ({
      subject: `${name} was linked to your ${shopName} account`,
      title: `${name} was linked`,
      body: linkedBody(`An account at ${name} can sign in to your account from now on.`),
    }),
    accountUnlinked: ({ name }) => ({
      subject: `${name} was unlinked at ${shopName}`,
      title: `${name} was unlinked`,
      body: linkedBody(`An account at ${name} no longer signs in to your account.`),
    }),
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
        'Ten wrong codes were typed for your account within an hour, by somebody who had passed the first step of signing in. Nobody was let in.',
        security(),
        'If it was not you, somebody knows your password: please choose a new one. That also ends every sign-in that waits for its code.',
      ],
    }),
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
  };
  /** A change of a sign-in method, in the section of its page. */
  function changedBody(text: string, things: string, section: string, undo: string) {
    return [
      text,
      security(`Look at my ${things}`, section),
      `If that was not you, somebody may be using your account: please change your password, and ${undo} what you do not know.`,
    ];
  }
  const passkeyBody = (text: string) => changedBody(text, 'passkeys', '#passkeys', 'remove');
  const linkedBody = (text: string) => changedBody(text, 'linked accounts', '#linked-accounts', 'unlink');
  return texts;
}

/** Writes the emails to users; they greet a user by their name where it is known. */
export function accountEmails(sender: Sender): WriteEmail<AccountEmails> {
  const texts = textsOf(sender);
  return <Kind extends keyof AccountEmails>(kind: Kind, to: Recipient, facts: AccountEmails[Kind]) => {
    const { subject, title, body } = texts[kind](facts);
    // A stranger may have registered this email and chosen the name: an advertisement is left out.
    const isName = to.firstName && !/[/:@]|\.\w|^www/i.test(to.firstName);
    const blocks = [isName ? `Hello ${to.firstName},` : 'Hello,', ...body].map((block) =>
      typeof block === 'string' ? { text: block } : block,
    );
    const { shopName } = sender;
    const footer = `Sent to ${to.email} by ${shopName}.`;
    return { to: to.email, subject, about: title, ...renderMail({ shopName, title, blocks, footer }) };
  };
}

/** The text message with a code. Browsers read the code from its last line (WebOTP). */
export const codeText = ({ shopName, publicUrl }: Sender, code: string): string =>
  `${code} is your ${shopName} code. It is valid for ten minutes. Tell it to nobody.\n\n@${new URL(publicUrl).hostname} #${code}`;
