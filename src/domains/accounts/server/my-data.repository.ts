import { desc, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '#db/client.ts';
import { accountEvents } from '#db/schema/accounts.ts';

/** The origin of an event, unless another user caused it: then it is that user's data. */
const own = (column: PgColumn) =>
  sql<
    string | null
  >`case when ${accountEvents.actorId} is null or ${accountEvents.actorId} = ${accountEvents.userId} then ${column} end`;

/** Events of a user's account, newest first. */
export function listEventsOf(db: Queryable, userId: string, most: number) {
  return db
    .select({
      at: accountEvents.createdAt,
      what: accountEvents.kind,
      ipAddress: own(accountEvents.ipAddress),
      userAgent: own(accountEvents.userAgent),
      detail: accountEvents.detail,
    })
    .from(accountEvents)
    .where(eq(accountEvents.userId, userId))
    .orderBy(desc(accountEvents.createdAt), desc(accountEvents.id))
    .limit(most);
}
