import type { Recipient, WriteEmail } from '#platform/auth/account-rules.ts';
import { renderMail } from '#platform/mail/layout.ts';
import { type AccountEmails, type EmailTexts, emailParts, type Sender } from './emails/email-parts.ts';
import { ownAccountEmails } from './emails/own-account-emails.ts';
import { signInEmails } from './emails/sign-in-emails.ts';
import { signInMethodEmails } from './emails/sign-in-method-emails.ts';
import { twoFactorEmails } from './emails/two-factor-emails.ts';

/** Writes the emails to users; they greet a user by their name where it is known. */
export function accountEmails(sender: Sender): WriteEmail<AccountEmails> {
  const parts = emailParts(sender);
  const texts: EmailTexts = {
    ...signInEmails(parts),
    ...signInMethodEmails(parts),
    ...twoFactorEmails(parts),
    ...ownAccountEmails(parts),
  };
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
