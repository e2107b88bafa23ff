import { and, desc, eq, inArray, lt, ne, not, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '#db/client.ts';
import { accounts, passkeys, profiles, sessions, verifications } from '#db/schema/accounts.ts';
import { signInCodeName } from '../email-code/one-time-code.repository.ts';
import { owesSecondFactor } from '../two-factor/two-factor.repository.ts';

/** The user, locked until the transaction ends. Null when the account is deleted. */
export async function lockUserForUpdate(db: Queryable, userId: string) {
  const [row] = await db
    .select({
      id: profiles.id,
      email: profiles.email,
      firstName: profiles.firstName,
      role: profiles.role,
      isDemo: profiles.isDemo,
    })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for('update');
  return row ?? null;
}

/** Whether an account has this email, and has confirmed it. */
export async function findEmailOwner(db: Queryable, email: string) {
  const [row] = await db
    .select({
      id: profiles.id,
      email: profiles.email,
      firstName: profiles.firstName,
      isConfirmed: profiles.emailVerified,
    })
    .from(profiles)
    .where(sql`lower(${profiles.email}) = ${email}`);
  return row ?? null;
}

/** The user's sign-in methods for the security page. */
export async function findSignInMethods(db: Queryable, userId: string) {
  const { rows } = await db.execute<{
    email: string;
    email_verified: boolean;
    phone: string | null;
    phone_verified: boolean;
    two_step: boolean;
    has_password: boolean;
    passkeys: number;
    linked: number;
  }>(sql`
    select p.email, p.email_verified, p.phone, p.phone_verified, p.two_factor_enabled as two_step,
      exists (select from accounts a where a.user_id = p.id and a.provider_id = 'credential' and a.password is not null) as has_password,
      (select count(*)::integer from passkeys k where k.user_id = p.id) as passkeys,
      (select count(*)::integer from accounts a where a.user_id = p.id and a.provider_id <> 'credential') as linked
    from profiles p where p.id = ${userId}`);
  return rows[0] ?? null;
}

/** The user's sessions, the last used first. */
export function listSessions(db: Queryable, userId: string) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ipAddress: sessions.ipAddress,
      way: sessions.way,
      secondFactor: sessions.secondFactor,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(and(eq(sessions.userId, userId), sql`${sessions.expiresAt} > now()`, not(owesSecondFactor)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(200);
}

/** Records that a session is used, at most once in five minutes. */
export async function updateLastSeen(db: Queryable, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), sql`${sessions.lastSeenAt} < now() - interval '5 minutes'`));
}

/** Deletes a session of this user; false when they have no such session. */
export async function deleteSession(db: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return deleted.length > 0;
}

/** Deletes all sessions of the user except this one; returns their number. */
export async function deleteOtherSessions(db: Queryable, userId: string, sessionId: string): Promise<number> {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  return deleted.length;
}

/** Deletes open password reset links, remembered devices and first factors: all contain the user's id. */
export async function deleteOpenings(db: Queryable, userId: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.value, userId));
}

/** True when the user had no password before. */
export async function savePasswordHash(db: Queryable, userId: string, hash: string): Promise<boolean> {
  const { rows } = await db.execute<{ first: boolean }>(sql`
    with before as (select password from accounts where user_id = ${userId} and provider_id = 'credential')
    insert into accounts (id, user_id, account_id, provider_id, password)
    values (${uuidv7()}, ${userId}, ${userId}, 'credential', ${hash})
    on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()
    returning not exists (select from before where password is not null) as first`);
  return rows[0]?.first ?? false;
}

export async function updateEmail(db: Queryable, userId: string, email: string): Promise<void> {
  await db
    .update(profiles)
    .set({ email, emailVerified: true, updatedAt: sql`now()` })
    .where(eq(profiles.id, userId));
}

/** Deletes the codes sent to an email. */
export async function deleteCodes(db: Queryable, email: string): Promise<void> {
  const names = ['email-verification', 'forget-password'].map((kind) => `${kind}-otp-${email}`);
  await db
    .delete(verifications)
    .where(
      or(
        inArray(verifications.identifier, names),
        sql`starts_with(${verifications.identifier}, ${signInCodeName(email, '')})`,
      ),
    );
}

/**
 * Makes an email for a new password the only valid one: invalidates the links sent before and, by its hash as
 * better-auth stores it, the code before. False when a newer link was created in the meantime. The user is
 * locked.
 */
export async function saveReset(
  db: Queryable,
  user: { id: string; email: string },
  { token, codeHash, seconds }: { token: string; codeHash: string; seconds: number },
): Promise<boolean> {
  const link = `reset-password:${token}`;
  const code = `forget-password-otp-${user.email}`;
  const [mine] = await db
    .select({ id: verifications.id })
    .from(verifications)
    .where(eq(verifications.identifier, link));
  if (!mine) return false;
  await db
    .delete(verifications)
    .where(
      and(
        eq(verifications.value, user.id),
        sql`starts_with(${verifications.identifier}, 'reset-password:')`,
        lt(verifications.id, mine.id),
      ),
    );
  await db.delete(verifications).where(eq(verifications.identifier, code));
  await db.insert(verifications).values({
    id: uuidv7(),
    identifier: code,
    value: `${codeHash}:0`,
    expiresAt: new Date(Date.now() + seconds * 1000),
  });
  return true;
}

const emailChangeKey = (userId: string) => `address-change-${userId}`;

/** The requested email, with hashes of the link and code sent to it. */
export interface EmailChange {
  email: string;
  code: string;
  token: string;
  /** The link has confirmed the change; stored until the link expires. */
  done?: boolean;
}

/** The newest request counts: links and codes of earlier emails expire. */
export async function saveEmailChange(db: Queryable, userId: string, change: EmailChange): Promise<void> {
  await deleteEmailChange(db, userId);
  await db.execute(sql`insert into verifications (id, identifier, value, expires_at)
    values (gen_random_uuid(), ${emailChangeKey(userId)}, ${JSON.stringify(change)}, now() + interval '1 hour')`);
}

export async function updateEmailChange(db: Queryable, userId: string, change: EmailChange): Promise<void> {
  await db
    .update(verifications)
    .set({ value: JSON.stringify(change) })
    .where(eq(verifications.identifier, emailChangeKey(userId)));
}

export async function deleteEmailChange(db: Queryable, userId: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.identifier, emailChangeKey(userId)));
}

export async function findEmailChange(db: Queryable, userId: string): Promise<EmailChange | null> {
  const [row] = await db
    .select({ value: verifications.value })
    .from(verifications)
    .where(
      and(eq(verifications.identifier, emailChangeKey(userId)), sql`${verifications.expiresAt} > now()`),
    );
  return row ? (JSON.parse(row.value) as EmailChange) : null;
}

/**
 * Deletes the user and all rows that refer to them; their orders stay without a user: see profiles_leave().
 */
export async function deleteUser(db: Queryable, userId: string): Promise<void> {
  await db.delete(profiles).where(eq(profiles.id, userId));
}

/** The user's sign-in methods for the data export: no secrets, no keys. */
export async function listCredentials(db: Queryable, userId: string) {
  const passkeyRows = await db
    .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.createdAt);
  const linkedRows = await db
    .select({ provider: accounts.providerId, accountId: accounts.accountId, createdAt: accounts.createdAt })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), ne(accounts.providerId, 'credential')))
    .orderBy(accounts.createdAt);
  return { passkeys: passkeyRows, linked: linkedRows };
}
