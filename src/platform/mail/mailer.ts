import type { Hono } from 'hono';
import { createTransport } from 'nodemailer';
import { PermanentFailure } from '#platform/jobs/permanent-failure.ts';
import { htmlOfText } from './layout.ts';
import { createMailbox } from './mailbox.ts';
import { mailboxApp } from './mailbox-page.ts';
import type { MailMessage } from './message.ts';

export interface MailerOptions {
  /** smtp:// or smtps://. Without it emails are stored in `mailboxDir`. */
  smtpUrl?: string | undefined;
  /** The sender. */
  from: string;
  mailboxDir: string;
}

export interface Mailer {
  /** Sends an email or throws. Only the job queue calls it, and retries unless it is a PermanentFailure. */
  send(mail: MailMessage): Promise<void>;
  /** The pages of the stored emails, if there is no mail server. Demo store only. */
  mailbox: Hono | null;
}

export function createMailer({ smtpUrl, from, mailboxDir }: MailerOptions): Mailer {
  if (smtpUrl === undefined) {
    const mailbox = createMailbox(mailboxDir);
    return { send: mailbox.add, mailbox: mailboxApp(mailbox) };
  }
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // No value of an email may cause a file or URL to be read.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send({ to, subject, text, html, replyTo }) {
      // As an object the email is not parsed: a comma in it adds no second recipient.
      try {
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          html: html ?? htmlOfText(subject, text),
          // RFC 3834: prevents automatic replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
        });
      } catch (error) {
        if (!isRefusedForGood(error)) throw error;
        throw new PermanentFailure((error as Error).message, { cause: error });
      }
    },
    mailbox: null,
  };
}

/**
 * Whether the server refuses this sender, recipient or message with a 5xx reply. A refused password is also 5xx, but
 * can be fixed.
 */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500 && responseCode < 600;
}
