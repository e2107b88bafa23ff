import { z } from 'zod';
import { MATTERS } from '#shared/account-matters.ts';
import { routes } from '#shared/route.ts';
import { id, instant, page, paged, text } from '#shared/shapes.ts';

/** An event of an account, as its user sees it. */
export const activityEvent = z.object({
  id,
  /** A key of EVENTS. */
  kind: z.string(),
  at: instant,
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** Details for the text in EVENTS: the sign-in method, the reason of a refusal. */
  detail: z.record(z.string(), z.string()),
});
export type ActivityEvent = z.infer<typeof activityEvent>;

const account = z.object({ id, name: z.string(), email: z.string() });

/** The same as the owner sees it. */
export const auditEvent = activityEvent.extend({
  matter: z.enum(MATTERS),
  /** The user concerned; null when there is no account, or not any more. */
  user: account.nullable(),
  /** The email or number as typed; '' when nothing was typed. */
  subject: z.string(),
  /** The acting user, when it is not the user concerned. */
  actor: account.nullable(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

export const listEventsInput = z.object({
  matter: z.enum(MATTERS).optional(),
  /** In the user's name or email, or in the typed email or number. */
  search: text(200).optional(),
  page: page.default(1),
});
export type ListEventsInput = z.infer<typeof listEventsInput>;

const read = routes('super_admin', 'read the audit log');
const seeOwn = routes('user', 'see recent activity');

export const auditLogContract = {
  listEvents: read('GET /admin/audit-events', 'Sign-ins, failures and account changes')
    .input(listEventsInput)
    .output(paged(auditEvent)),
  recentActivity: seeOwn('GET /me/activity', 'Recent events of the user’s own account').output(
    z.array(activityEvent),
  ),
};
