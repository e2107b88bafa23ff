import { type MailBlock, renderMail } from '#platform/mail/layout.ts';
import type { MailMessage } from '#platform/mail/message.ts';

interface Person {
  email: string;
  firstName?: string;
}

function letter(
  shopName: string,
  to: Person,
  subject: string,
  title: string,
  blocks: MailBlock[],
): MailMessage {
  const greeting = to.firstName ? `Hello ${to.firstName},` : 'Hello,';
  const page = {
    shopName,
    title,
    blocks: [{ text: greeting }, ...blocks],
    footer: `Sent to ${to.email} by ${shopName}.`,
  };
  return { to: to.email, subject, ...renderMail(page) };
}

export function confirmationLetter(
  shopName: string,
  to: Person,
  { link, code, again }: { link: string; code: string; again: boolean },
): MailMessage {
  return letter(shopName, to, `${code} is your ${shopName} code`, 'Confirm your address', [
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

export function knownAddressLetter(shopName: string, to: Person, link: string): MailMessage {
  return letter(shopName, to, `You already have an account at ${shopName}`, 'You already have an account', [
    {
      text: `Somebody, probably you, just registered at ${shopName} with this address. There is no need: you already have an account.`,
    },
    { button: 'Sign in', href: link },
    {
      text: 'If you do not remember your password, use ‘Forgot password?’ on that page. If it was not you, do nothing: nothing has changed.',
    },
  ]);
}

export function passwordLetter(
  shopName: string,
  to: Person,
  { link, code }: { link: string; code: string },
): MailMessage {
  return letter(shopName, to, `A new password for ${shopName}`, 'Choose a new password', [
    { button: 'Choose a new password', href: link },
    { text: 'Or type this code on the page where you asked for it:' },
    { code },
    {
      text: 'Both are good for an hour. If you did not ask for this, do nothing: your password stays as it is.',
    },
  ]);
}

export function identityLetter(shopName: string, to: Person, code: string): MailMessage {
  return letter(shopName, to, `${code} is your ${shopName} code`, 'Confirm that it is you', [
    { text: 'Type this code on the page where you were asked for it:' },
    { code },
    {
      text: 'It is good for ten minutes. If you did not ask for it, somebody may be using your account: please change your password.',
    },
  ]);
}

/** To be told is the one way to notice a passkey that somebody else made. */
export function passkeyLetter(
  shopName: string,
  to: Person,
  { name, what, link }: { name: string; what: 'added' | 'removed'; link: string },
): MailMessage {
  const added = what === 'added';
  return letter(
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
