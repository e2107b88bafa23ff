import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { accountEvents, profiles, sessions } from '#db/schema/accounts.ts';
import { type AccountEvent, EVENTS } from '#shared/account-events.ts';
import { cleanText } from '#shared/clean-text.ts';

export interface NotedEvent {
  kind: AccountEvent;
  /** Whose account; null when it is not known, or there is none. */
  userId: string | null;
  /** The address or number as it was typed. */
  subject?: string;
  /** Who did it, when it was not the person herself. */
  actorId?: string | null;
  ipAddress?: string | null;
  userAgent?: string | null;
  detail?: Readonly<Record<string, string>>;
}

/** One line and no more than fits, of whatever was sent. */
const bounded = (text: string | null | undefined, most: number) =>
  text ? cleanText(text).replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed() : null;

/**
 * Adds an event to the journal, in the transaction of what it tells of where `db` is one. An account that was deleted
 * before its event is written is left out of it. As aso_auth.
 */
export async function recordEvent(db: Queryable, event: NotedEvent): Promise<void> {
  const { kind, userId, subject, actorId = null, ipAddress, userAgent, detail = {} } = event;
  await db.execute(sql`insert into ${accountEvents}
      (kind, matter, user_id, subject, actor_id, ip_address, user_agent, detail)
    values (${kind}, ${EVENTS[kind]}, (select id from profiles where id = ${userId}), ${bounded(subject, 254) ?? ''}, ${actorId},
      ${bounded(ipAddress, 64)}, ${bounded(userAgent, 400)}, ${JSON.stringify(detail)}::jsonb)`);
}

/** Says where the caller of this transaction is, for the events that the database writes itself. */
export async function setEventOrigin(
  db: Queryable,
  { ipAddress, userAgent }: { ipAddress: string; userAgent: string | null },
): Promise<void> {
  await db.execute(sql`select set_config('app.ip_address', ${bounded(ipAddress, 64) ?? ''}, true),
    set_config('app.user_agent', ${bounded(userAgent, 400) ?? ''}, true)`);
}

/** Who signs in with this address or confirmed number; null when nobody does. */
export async function findPersonOf(db: Queryable, subject: string): Promise<string | null> {
  if (subject === '') return null;
  const [row] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(
      or(
        sql`lower(${profiles.email}) = lower(${subject})`,
        and(eq(profiles.phone, subject), eq(profiles.phoneVerified, true)),
      ),
    )
    .limit(1);
  return row?.id ?? null;
}

/** Whose the session of this token is, while it lasts, and how she came in. */
export async function findArrival(db: Queryable, token: string) {
  const [row] = await db
    .select({ userId: sessions.userId, way: sessions.way, secondFactor: sessions.secondFactor })
    .from(sessions)
    .where(and(eq(sessions.token, token), gt(sessions.expiresAt, sql`now()`)));
  return row ?? null;
}
