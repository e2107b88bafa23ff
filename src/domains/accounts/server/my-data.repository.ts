import { desc, eq } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { accountEvents } from '#db/schema/accounts.ts';

/** What happened to somebody's account, the newest first. */
export function listEventsOf(db: Queryable, userId: string, most: number) {
  return db
    .select({
      at: accountEvents.createdAt,
      what: accountEvents.kind,
      ipAddress: accountEvents.ipAddress,
      userAgent: accountEvents.userAgent,
      detail: accountEvents.detail,
    })
    .from(accountEvents)
    .where(eq(accountEvents.userId, userId))
    .orderBy(desc(accountEvents.createdAt), desc(accountEvents.id))
    .limit(most);
}
