import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { accountEvents, profiles, sessions } from '#db/schema/accounts.ts';
import { type AccountEvent, EVENTS } from '#shared/account-events.ts';
import { MAX_EMAIL_LENGTH } from '#shared/account-limits.ts';
import { cleanText } from '#shared/clean-text.ts';

export interface RecordedEvent {
  kind: AccountEvent;
  /** The user concerned; null when unknown or without an account. */
  userId: string | null;
  /** The email or phone number as typed. */
  subject?: string;
  /** The acting user, when it is not the user concerned. */
  actorId?: string | null;
  ipAddress?: string | null;
  userAgent?: string | null;
  detail?: Readonly<Record<string, string>>;
}

/** Reduces any input to one line of bounded length. */
const bounded = (text: string | null | undefined, most: number) =>
  text ? cleanText(text).replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed() : null;

/**
 * Adds an event to the audit log, in the transaction of the change it records if `db` is one. Leaves out an
 * account that was deleted before its event is written. Runs as aso_auth.
 */
export async function recordEvent(db: Queryable, event: RecordedEvent): Promise<void> {
  const { kind, userId, subject, actorId = null, ipAddress, userAgent, detail = {} } = event;
  await db.execute(sql`insert into ${accountEvents}
      (kind, matter, user_id, subject, actor_id, ip_address, user_agent, detail)
    values (${kind}, ${EVENTS[kind]}, (select id from profiles where id = ${userId}), ${bounded(subject, MAX_EMAIL_LENGTH) ?? ''}, ${actorId},
      ${bounded(ipAddress, 64)}, ${bounded(userAgent, 400)}, ${JSON.stringify(detail)}::jsonb)`);
}

/** Sets the origin of this transaction's caller, for events that the database writes itself. */
export async function setEventOrigin(
  db: Queryable,
  { ipAddress, userAgent }: { ipAddress: string; userAgent: string | null },
): Promise<void> {
  await db.execute(sql`select set_config('app.ip_address', ${bounded(ipAddress, 64) ?? ''}, true),
    set_config('app.user_agent', ${bounded(userAgent, 400) ?? ''}, true)`);
}

/** The user who signs in with this email or confirmed phone number; null when there is none. */
export async function findUserOf(db: Queryable, subject: string): Promise<string | null> {
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

/** The user of this token's session, while it lasts, and its sign-in method. */
export async function findSessionUser(db: Queryable, token: string) {
  const [row] = await db
    .select({
      userId: sessions.userId,
      signInMethod: sessions.signInMethod,
      secondFactor: sessions.secondFactor,
    })
    .from(sessions)
    .where(and(eq(sessions.token, token), gt(sessions.expiresAt, sql`now()`)));
  return row ?? null;
}
