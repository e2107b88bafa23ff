import type { EmailParts, EmailTexts } from './email-parts.ts';

/** Sign-in methods that were added or removed. */
export function signInMethodEmails({ shopName, security }: EmailParts) {
  /** A change of a sign-in method, in the section of its page. */
  const changedBody = (text: string, things: string, section: string, undo: string) => [
    text,
    security(`Look at my ${things}`, section),
    `If that was not you, somebody may be using your account: please change your password, and ${undo} what you do not know.`,
  ];
  const passkeyBody = (text: string) => changedBody(text, 'passkeys', '#passkeys', 'remove');
  const linkedBody = (text: string) => changedBody(text, 'linked accounts', '#linked-accounts', 'unlink');
  return {
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
  } satisfies Partial<EmailTexts>;
}
