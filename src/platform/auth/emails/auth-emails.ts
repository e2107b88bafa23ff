import { type MailBlock, renderMail } from '../../mail/layout.ts';
import type { MailMessage } from '../../mail/message.ts';

export interface Recipient {
  email: string;
  firstName?: string;
}

/** An email to a user, with their name where it is known. */
export function authEmail(
  shopName: string,
  to: Recipient,
  subject: string,
  title: string,
  blocks: MailBlock[],
): MailMessage {
  // A stranger may have registered this email and chosen the name: an advertisement is left out.
  const isName = to.firstName && !/[/:@]|\.\w|^www/i.test(to.firstName);
  const greeting = isName ? `Hello ${to.firstName},` : 'Hello,';
  const page = {
    shopName,
    title,
    blocks: [{ text: greeting }, ...blocks],
    footer: `Sent to ${to.email} by ${shopName}.`,
  };
  return { to: to.email, subject, about: title, ...renderMail(page) };
}

export function confirmationEmail(
  shopName: string,
  to: Recipient,
  { link, code, again }: { link: string; code: string; again: boolean },
): MailMessage {
  return authEmail(shopName, to, `${code} is your ${shopName} code`, 'Confirm your address', [
    { text: `Please confirm your address, and your account at ${shopName} is open.` },
    { button: 'Confirm my address', href: link },
    { text: 'Or type this code on the page where you registered:' },
    { code },
    { text: 'The link is good for a day, the code for an hour.' },
    {
      text: again
        ? 'You had registered with this address before, so the password is the one you chose then. If you do not remember it, use ‘Forgot password?’ on the sign-in page.'
        : 'If you did not register, do nothing: without the confirmation nobody can use the account.',
    },
  ]);
}

export function alreadyRegisteredEmail(shopName: string, to: Recipient, link: string): MailMessage {
  return authEmail(
    shopName,
    to,
    `You already have an account at ${shopName}`,
    'You already have an account',
    [
      {
        text: `Somebody, probably you, just registered at ${shopName} with this address. There is no need: you already have an account.`,
      },
      { button: 'Sign in', href: link },
      {
        text: 'If you do not remember your password, use ‘Forgot password?’ on that page. If it was not you, do nothing: nothing has changed.',
      },
    ],
  );
}

export function passwordResetEmail(
  shopName: string,
  to: Recipient,
  { link, code }: { link: string; code: string },
): MailMessage {
  return authEmail(shopName, to, `A new password for ${shopName}`, 'Choose a new password', [
    { button: 'Choose a new password', href: link },
    { text: 'Or type this code on the page where you asked for it:' },
    { code },
    {
      text: 'Both are good for an hour. If you did not ask for this, do nothing: your password stays as it is.',
    },
  ]);
}

/** The only notice a user receives of a passkey that an attacker created. */
export function passkeyAddedEmail(
  shopName: string,
  to: Recipient,
  { name, what, link }: { name: string; what: 'added' | 'removed'; link: string },
): MailMessage {
  const added = what === 'added';
  return authEmail(
    shopName,
    to,
    added ? `A passkey was added to your ${shopName} account` : `A passkey was removed at ${shopName}`,
    added ? 'A new passkey' : 'A passkey was removed',
    [
      {
        text: added
          ? `The passkey ‘${name}’ can sign in to your account from now on.`
          : `The passkey ‘${name}’ no longer signs in to your account.`,
      },
      { button: 'Look at my passkeys', href: link },
      {
        text: 'If that was not you, somebody may be using your account: please change your password, and remove what you do not know.',
      },
    ],
  );
}

/** As with a passkey: the notice of an account that an attacker linked. */
export function linkedAccountEmail(
  shopName: string,
  to: Recipient,
  { name, what, link }: { name: string; what: 'linked' | 'unlinked'; link: string },
): MailMessage {
  const linked = what === 'linked';
  return authEmail(
    shopName,
    to,
    linked ? `${name} was linked to your ${shopName} account` : `${name} was unlinked at ${shopName}`,
    linked ? `${name} was linked` : `${name} was unlinked`,
    [
      {
        text: linked
          ? `An account at ${name} can sign in to your account from now on.`
          : `An account at ${name} no longer signs in to your account.`,
      },
      { button: 'Look at my linked accounts', href: link },
      {
        text: 'If that was not you, somebody may be using your account: please change your password, and unlink what you do not know.',
      },
    ],
  );
}

export function reauthenticationEmail(shopName: string, to: Recipient, code: string): MailMessage {
  return authEmail(shopName, to, `${code} is your ${shopName} code`, 'Confirm that it is you', [
    { text: 'Type this code on the page where you were asked for it:' },
    { code },
    {
      text: 'It is good for ten minutes. If you did not ask for it, somebody may be using your account: please change your password.',
    },
  ]);
}

export function signInCodeEmail(
  shopName: string,
  to: Recipient & { emailVerified: boolean },
  { code, host }: { code: string; host: string },
): MailMessage {
  return authEmail(shopName, to, `${code} is your ${shopName} code`, 'Sign in with this code', [
    { text: 'Type this code on the page where you asked for it:' },
    { code },
    {
      text: `It is good for ten minutes and opens your account. Type it at ${host} alone and tell it to nobody: we never ask for it. If you did not ask for it, do nothing.`,
    },
    ...(to.emailVerified
      ? []
      : [
          {
            text: 'It confirms your address as well. Because the password of this account was chosen before that, perhaps by somebody else, it ends: choose a new one under ‘Sign-in & security’.',
          },
        ]),
  ]);
}

export function phoneConfirmedEmail(shopName: string, to: Recipient, number: string): MailMessage {
  return authEmail(shopName, to, `A phone number for ${shopName}`, 'Your number is confirmed', [
    { text: `${number} was confirmed for your account: with it and your password one can sign in now.` },
    {
      text: 'If it was not you, somebody may be using your account: please change your password, and take the number out of your details.',
    },
  ]);
}

const NOT_YOU =
  'If it was not you, somebody may be using your account: please choose a new password, and look at what is signed in.';

export function twoFactorOnEmail(shopName: string, to: Recipient, link: string): MailMessage {
  return authEmail(shopName, to, `Two-step sign-in is on at ${shopName}`, 'Two-step sign-in is on', [
    {
      text: 'Signing in to your account now also asks for a code from your authenticator app. Everywhere else you were signed out.',
    },
    { text: 'Keep your backup codes where you find them without your phone: each opens your account once.' },
    { button: 'Sign-in & security', href: link },
    { text: NOT_YOU },
  ]);
}

export function twoFactorOffEmail(shopName: string, to: Recipient, link: string): MailMessage {
  return authEmail(shopName, to, `Two-step sign-in is off at ${shopName}`, 'Two-step sign-in is off', [
    {
      text: 'Signing in to your account asks for no code any more. The backup codes and the devices that were remembered are forgotten.',
    },
    { button: 'Sign-in & security', href: link },
    { text: NOT_YOU },
  ]);
}

export function backupCodeUsedEmail(
  shopName: string,
  to: Recipient,
  { left, link }: { left: number; link: string },
): MailMessage {
  const rest =
    left === 0
      ? 'It was the last one. Please make new ones now, or you are shut out when you lose your app.'
      : `You have ${left === 1 ? 'one' : left} left. You can make new ones at any time.`;
  return authEmail(shopName, to, `A backup code was used at ${shopName}`, 'A backup code was used', [
    { text: `Somebody, probably you, signed in to your account with a backup code. ${rest}` },
    { button: 'Sign-in & security', href: link },
    { text: NOT_YOU },
  ]);
}

export function newBackupCodesEmail(shopName: string, to: Recipient, link: string): MailMessage {
  return authEmail(shopName, to, `New backup codes for ${shopName}`, 'You have new backup codes', [
    { text: 'Ten new backup codes were made for your account. The old ones have expired.' },
    { button: 'Sign-in & security', href: link },
    { text: NOT_YOU },
  ]);
}

export function secondFactorFailingEmail(shopName: string, to: Recipient, link: string): MailMessage {
  return authEmail(shopName, to, `Wrong codes at ${shopName}`, 'Somebody gets as far as the second step', [
    {
      text: 'Ten wrong codes were typed for your account within an hour, by somebody who had passed the first step of signing in. Nobody was let in.',
    },
    { button: 'Sign-in & security', href: link },
    {
      text: 'If it was not you, somebody knows your password: please choose a new one. That also ends every sign-in that waits for its code.',
    },
  ]);
}
