import type { SignedIn } from '#shared/caller.ts';
import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, countedPage } from '#shared/pages.ts';
import { wordsOf } from '#shared/words.ts';
import type { ActivityEvent, AuditEvent, ListEventsInput } from '../audit-log.contract.ts';
import { countEvents, type EventRow, listEvents, listOwnEvents } from './audit-log.repository.ts';
import type { AccountsDeps } from './profile.service.ts';

/** Events that users see of their own account. */
const RECENT = 20;

const activityOf = (row: EventRow): ActivityEvent => ({
  id: row.id,
  kind: row.kind,
  at: new Date(row.created_at).toISOString(),
  ipAddress: row.ip_address,
  userAgent: row.user_agent,
  detail: row.detail,
});

const accountOf = (id: string | null, name: string | null, email: string | null) =>
  id !== null && email !== null ? { id, name: name ?? '', email } : null;

const eventOf = (row: EventRow): AuditEvent => ({
  ...activityOf(row),
  matter: row.matter,
  user: accountOf(row.user_id, row.name, row.email),
  subject: row.subject,
  actor: accountOf(row.actor_id, row.actor_name, row.actor_email),
});

/** One page of the audit log, newest first; a page past the end becomes the last. */
export function readAuditLog({ database }: AccountsDeps, user: SignedIn, input: ListEventsInput) {
  const filter = { words: wordsOf(input.search ?? ''), matter: input.matter };
  return database.asCaller(user, async (tx) => {
    const counted = await countEvents(tx, filter, ADMIN_COUNT_LIMIT + 1);
    const { place, ...page } = countedPage(input.page, ADMIN_PAGE_SIZE, counted, ADMIN_COUNT_LIMIT);
    return { items: (await listEvents(tx, filter, place)).map(eventOf), ...page };
  });
}

/** The recent events of the user's own account, newest first. Changes of roles are internal to the shop. */
export async function readRecentActivity({ database }: AccountsDeps, user: SignedIn) {
  const rows = await database.asCaller(user, (tx) => listOwnEvents(tx, user.userId, RECENT));
  return rows.map(activityOf);
}
