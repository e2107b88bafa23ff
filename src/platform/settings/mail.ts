import { z } from 'zod';
import { url } from './formats.ts';

/** Emails and text messages. */
export const mailSettings = {
  SMTP_URL: url(/^smtps?$/, 'an smtp:// or smtps:// address')
    .optional()
    .describe('The mail server. Without it the demo store shows emails on /dev/mailbox.'),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>]*<[^\s<>@]+@[\p{L}\p{N}.-]+>|[^\s<>@]+@[\p{L}\p{N}.-]+)$/u,
      'an address, or a name and an <address>',
    )
    .optional()
    .describe('The sender of the shop’s emails. Required in live mode.'),
  MAIL_ORDERS_TO: z
    .email('an email address')
    .optional()
    .describe('The email that is notified of each order. Default: the email in MAIL_FROM.'),
  SMS_URL: url(/^https?$/, 'an http(s) address')
    .optional()
    .describe(
      'A gateway for text messages, which receives a POST with JSON {"to","text"}. Without it phone numbers cannot sign in; the demo store shows text messages on /dev/mailbox.',
    ),
};
