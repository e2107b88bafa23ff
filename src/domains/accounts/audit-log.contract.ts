import { z } from 'zod';
import { MATTERS } from '#shared/account-matters.ts';
import { route } from '#shared/route.ts';
import { id, instant, page, paged, text } from '#shared/shapes.ts';

/** Something that happened to an account, as its person reads it. */
export const activityEvent = z.object({
  id,
  /** A key of EVENTS. */
  kind: z.string(),
  at: instant,
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** What EVENTS says of it: how one came in, why it was refused. */
  detail: z.record(z.string(), z.string()),
});
export type ActivityEvent = z.infer<typeof activityEvent>;

const who = z.object({ id, name: z.string(), email: z.string() });

/** The same as the owner reads it. */
export const auditEvent = activityEvent.extend({
  matter: z.enum(MATTERS),
  /** Whose account; null when there is none, or none any more. */
  person: who.nullable(),
  /** The address or number as it was typed; '' when nothing was. */
  subject: z.string(),
  /** Who did it, when it was not the person herself. */
  actor: who.nullable(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

export const listEventsInput = z.object({
  matter: z.enum(MATTERS).optional(),
  /** In the person's name or address, or in what was typed. */
  search: text(200).optional(),
  page: page.default(1),
});
export type ListEventsInput = z.infer<typeof listEventsInput>;

export const auditLogContract = {
  listEvents: route('super_admin', 'read the audit log')
    .route({
      method: 'GET',
      path: '/admin/audit-events',
      summary: 'Who came in, who failed and who changed what',
    })
    .input(listEventsInput)
    .output(paged(auditEvent)),
  recentActivity: route('user', 'see recent activity')
    .route({ method: 'GET', path: '/me/activity', summary: 'What last happened to one’s own account' })
    .output(z.array(activityEvent)),
};
