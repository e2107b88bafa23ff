import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '#shared/account-limits.ts';
import { CAPTCHA_MOST } from '#shared/captcha/captcha-rules.ts';
import { raises, route, routes } from '#shared/route.ts';
import { filledText, id, instantOut, page, paged, progressKey, selectionOf, text } from '#shared/shapes.ts';

/** Maximum length of each field, in characters. */
export const LONGEST = {
  name: 100,
  email: MAX_EMAIL_LENGTH,
  phone: 40,
  subject: 200,
  message: 5000,
} as const;

/** The input of the contact form. The messages appear at the fields. */
export const contactMessage = z.object({
  name: filledText(2, LONGEST.name, 'Name must be at least 2 characters'),
  email: text(LONGEST.email).trim().pipe(z.email('Please enter a valid email address')),
  phone: text(LONGEST.phone).trim().optional(),
  subject: filledText(5, LONGEST.subject, 'Subject must be at least 5 characters'),
  message: filledText(10, LONGEST.message, 'Message must be at least 10 characters'),
});
export type ContactMessage = z.infer<typeof contactMessage>;

/** A message in the back office. All of it is untrusted text. */
export const submission = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  createdAt: instantOut,
  readAt: instantOut.nullable(),
});
export type Submission = z.infer<typeof submission>;

const read = routes('admin', 'read messages');
const mark = {
  change: ({ read }: { read: boolean }) => `Marked {messages} as ${read ? 'read' : 'unread'}`,
};

export const contactContract = {
  submit: route('visitor', 'send messages')
    .route({ method: 'POST', path: '/contact', summary: 'Send a message to the shop' })
    .errors(raises('CAPTCHA_FAILED', 'CAPTCHA_UNREACHABLE'))
    .input(contactMessage.extend({ idempotencyKey: id, captcha: text(CAPTCHA_MOST).optional() }))
    .output(z.object({ received: z.literal(true) })),
  /** Newest first; with `unread` only the unread ones. */
  listMessages: read('GET /admin/messages', 'A page of messages, newest first')
    .input(z.object({ unread: z.stringbool().or(z.boolean()).optional(), page: page.default(1) }))
    .output(paged(submission)),
  getMessage: read('GET /admin/messages/{id}', 'One message')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(submission),
  /** Marks an unread message as read, without a change set of the history (0043_opened_messages.sql). */
  openMessage: read('PUT /admin/messages/{id}/opened', 'Mark a message read because it was opened', {
    change: 'Opened {messages}',
  })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(submission),
  /** Marks a message as read or unread. The time of the first reading does not change. */
  setRead: read('PATCH /admin/messages/{id}', 'Mark a message read or unread', mark)
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id, read: z.boolean() }))
    .output(submission),
  /** Marks all selected messages in one transaction. */
  setManyRead: read('POST /admin/messages/read', 'Mark many messages read or unread', mark)
    .input(
      z.object({
        key: progressKey,
        selection: selectionOf(z.object({ unread: z.boolean().optional() })),
        read: z.boolean(),
      }),
    )
    .output(z.object({ changed: z.int() })),
  unreadTotal: read('GET /admin/messages/totals', 'How many messages are unread').output(
    z.object({ unread: z.int() }),
  ),
};
