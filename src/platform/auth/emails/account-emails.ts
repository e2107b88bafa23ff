import type { MailMessage } from '../../mail/message.ts';
import { authEmail, type Recipient } from './auth-emails.ts';

/** What to do when an email reports an action that the user did not take. */
const notMe = (publicUrl: string, rest: string) => [
  { text: `If it was not you, somebody may be using your account. ${rest}` },
  { button: 'Choose a new password', href: `${publicUrl}/auth` },
  { text: `Or write to us: ${publicUrl}/contact` },
];

interface Shop {
  shopName: string;
  publicUrl: string;
}

/** To a user whose password has changed. */
export function passwordChangedEmail({ shopName, publicUrl }: Shop, to: Recipient): MailMessage {
  return authEmail(shopName, to, `Your password at ${shopName} was changed`, 'Your password was changed', [
    { text: 'Your account has a new password. Wherever else you were signed in, you are signed out.' },
    ...notMe(
      publicUrl,
      'Please choose another password at once, with ‘Forgot password?’ on the sign-in page.',
    ),
  ]);
}

/** To the new email of an account. */
export function confirmNewEmailEmail(
  shopName: string,
  to: Recipient,
  { link, code }: { link: string; code: string },
): MailMessage {
  return authEmail(shopName, to, `${code} is your ${shopName} code`, 'Confirm your new address', [
    { text: `You asked to use this address for your account at ${shopName}.` },
    { button: 'Use this address', href: link },
    { text: 'Or type this code on the page where you asked for it:' },
    { code },
    {
      text: 'Both are good for an hour, for the account that asked. If you did not ask for this, do nothing: nothing changes.',
    },
  ]);
}

/** To the owner of an email that was requested for another account. */
export function emailAlreadyUsedEmail({ shopName, publicUrl }: Shop, to: Recipient): MailMessage {
  return authEmail(
    shopName,
    to,
    `You already have an account at ${shopName}`,
    'You already have an account',
    [
      {
        text: `Somebody, probably you, asked to use this address for another account at ${shopName}. It belongs to this account already, so nothing was changed.`,
      },
      { button: 'Sign in', href: `${publicUrl}/auth` },
      { text: 'If it was not you, do nothing.' },
    ],
  );
}

/** To the current email of an account. */
export function emailChangeRequestedEmail(
  { shopName, publicUrl }: Shop,
  to: Recipient,
  email: string,
): MailMessage {
  return authEmail(
    shopName,
    to,
    `A new address for your ${shopName} account?`,
    'Another address was asked for',
    [
      {
        text: `You asked to use ${email} for your account in the place of this address. It changes when that address is confirmed.`,
      },
      ...notMe(
        publicUrl,
        'Please choose a new password with ‘Forgot password?’ on the sign-in page: that also calls off the change.',
      ),
    ],
  );
}

/** To the previous email of an account. */
export function emailChangedEmail({ shopName, publicUrl }: Shop, to: Recipient, email: string): MailMessage {
  return authEmail(shopName, to, `Your ${shopName} account has a new address`, 'Your address was changed', [
    { text: `From now on your account is ${email}. This address no longer opens it.` },
    {
      text: 'If it was not you, please write to us at once: we can give the account back to you.',
    },
    { button: 'Write to us', href: `${publicUrl}/contact` },
  ]);
}

export function accountDeletedEmail({ shopName, publicUrl }: Shop, to: Recipient): MailMessage {
  return authEmail(shopName, to, `Your ${shopName} account was deleted`, 'Your account was deleted', [
    {
      text: `Your account at ${shopName} is gone, with your name, your address and everything you signed in with. What you ordered stays in our books without them.`,
    },
    { text: 'Thank you for the time you spent with us. You are welcome back whenever you like.' },
    { text: `If it was not you, please write to us: ${publicUrl}/contact` },
  ]);
}
