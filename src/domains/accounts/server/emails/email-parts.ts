import type { AuthEmails } from '#platform/auth/account-rules.ts';
import type { MailBlock } from '#platform/mail/layout.ts';

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

/** The text of each kind of email. */
export type EmailTexts = { [Kind in keyof AccountEmails]: (facts: AccountEmails[Kind]) => Email };

export const CODE_HINT = 'Or type this code on the page where you asked for it:';

export type EmailParts = ReturnType<typeof emailParts>;

/** The shop, and the parts that several emails share. */
export const emailParts = ({ shopName, publicUrl }: Sender) => ({
  shopName,
  publicUrl,
  codeSubject: (code: string) => `${code} is your ${shopName} code`,
  signIn: { button: 'Sign in', href: `${publicUrl}/auth` },
  security: (label = 'Sign-in & security', section = '') => ({
    button: label,
    href: `${publicUrl}/account/security${section}`,
  }),
  /** What to do when an email reports an action that the user did not take. */
  notMe: (advice: string) => [
    `If it was not you, somebody may be using your account. ${advice}`,
    { button: 'Choose a new password', href: `${publicUrl}/auth` },
    `Or write to us: ${publicUrl}/contact`,
  ],
});
