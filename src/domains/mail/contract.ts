import { z } from 'zod';
import { raises, route, routes } from '#shared/route.ts';
import { id, instantOut, page, paged } from '#shared/shapes.ts';

/** An undelivered email. Its content, and any code in its subject, is never disclosed. */
export const undelivered = z.object({
  id,
  kind: z.enum(['mail', 'text']),
  /** Retried automatically, or given up after the last attempt. */
  state: z.enum(['waiting', 'given_up']),
  to: z.string(),
  about: z.string(),
  since: instantOut,
  tries: z.int(),
  nextTry: instantOut.nullable(),
  /** The mail server's last response. */
  error: z.string().nullable(),
});
export type Undelivered = z.infer<typeof undelivered>;

const see = routes('super_admin', 'see undelivered mail');

export const mailContract = {
  listUndelivered: see('GET /admin/mail', 'Messages that wait longer than a minute, or were given up')
    .input(z.object({ page: page.default(1) }))
    .output(paged(undelivered)),
  undeliveredTotal: see('GET /admin/mail/totals', 'How many messages wait or were given up').output(
    z.object({ waiting: z.int(), givenUp: z.int() }),
  ),
  sendAgain: route('super_admin', 'send mail again')
    .route({ method: 'POST', path: '/admin/mail/{id}/send-again', summary: 'Send a mail that was given up' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ sent: z.literal(true) })),
};
