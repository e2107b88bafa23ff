import { randomBytes } from 'node:crypto';
import { and, eq, exists, gt, isNull, like, ne, or, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { selectValue, text } from '#db/rows.ts';
import { passkeys, profiles, sessions, twoFactors, verifications } from '#db/schema/accounts.ts';
import { CODE_SECONDS } from '#shared/account-limits.ts';
import { insertVerification } from '../verification.repository.ts';

const { userId, secret, verified, backupCodes, backupSalt, lastStep, createdAt } = twoFactors;

/** The user's authenticator app, or null. Until it is `verified` it does not affect sign-in. */
export async function findTwoFactor(db: Queryable, of: string) {
  const [row] = await db
    .select({
      secret,
      verified,
      backupSalt,
      since: createdAt,
      backupCodesLeft: sql<number>`cardinality(${backupCodes})`,
    })
    .from(twoFactors)
    .where(eq(userId, of));
  return row ?? null;
}

/** Starts an enrolment. False when two-factor sign-in is on already: its key stays. */
export async function savePending(db: Queryable, of: string, encrypted: string): Promise<boolean> {
  const saved = await selectValue(
    db,
    text,
    sql`insert into two_factors (user_id, secret) values (${of}, ${encrypted})
    on conflict (user_id) do update set secret = excluded.secret, last_step = null, created_at = now()
      where not two_factors.verified
    returning id as value`,
  );
  return saved !== null;
}

/**
 * Turns two-factor sign-in on with the confirmed key. False when another key has replaced it, the enrolment
 * is older than an hour, or it is on already.
 */
export async function updateOn(
  db: Queryable,
  of: string,
  confirmed: { secret: string; step: number; hashes: string[]; salt: string },
): Promise<boolean> {
  const turned = await db
    .update(twoFactors)
    .set({
      verified: true,
      lastStep: confirmed.step,
      backupCodes: confirmed.hashes,
      backupSalt: confirmed.salt,
      createdAt: sql`now()`,
    })
    .where(
      and(
        eq(userId, of),
        eq(verified, false),
        eq(secret, confirmed.secret),
        gt(createdAt, sql`now() - interval '1 hour'`),
      ),
    )
    .returning({ userId });
  if (turned.length === 0) return false;
  await updateFlag(db, of, true);
  await deleteFirstSteps(db, of);
  return true;
}

/** Turns it off, in the sessions as well: what they proved was the app. False when it was not on. */
export async function deleteTwoFactor(db: Queryable, of: string): Promise<boolean> {
  const deleted = await db
    .delete(twoFactors)
    .where(and(eq(userId, of), eq(verified, true)))
    .returning({ userId });
  if (deleted.length === 0) return false;
  await updateFlag(db, of, false);
  await db.update(sessions).set({ secondFactor: null }).where(eq(sessions.userId, of));
  await deleteFirstSteps(db, of);
  return true;
}

async function updateFlag(db: Queryable, of: string, isOn: boolean): Promise<void> {
  await db.update(profiles).set({ twoFactorEnabled: isOn, updatedAt: new Date() }).where(eq(profiles.id, of));
}

/** Replaces the remaining backup codes. False when two-factor sign-in is not on. */
export async function updateBackupCodes(
  db: Queryable,
  of: string,
  made: { hashes: string[]; salt: string },
): Promise<boolean> {
  const saved = await db
    .update(twoFactors)
    .set({ backupCodes: made.hashes, backupSalt: made.salt })
    .where(and(eq(userId, of), eq(verified, true)))
    .returning({ userId });
  return saved.length > 0;
}

/** Consumes the app's code of a 30-second step. False when it, or a later one, was used before. */
export async function takeStep(db: Queryable, of: string, step: number): Promise<boolean> {
  const taken = await db
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(userId, of), eq(verified, true), sql`${lastStep} < ${step}`))
    .returning({ userId });
  return taken.length > 0;
}

/** Consumes a backup code and returns how many are left; null when it is invalid. */
export async function takeBackupCode(
  db: Queryable,
  of: string,
  { hash, salt }: { hash: string; salt: string },
): Promise<number | null> {
  const [left] = await db
    .update(twoFactors)
    .set({ backupCodes: sql`array_remove(${backupCodes}, ${hash})` })
    .where(and(eq(userId, of), eq(verified, true), eq(backupSalt, salt), sql`${hash} = any(${backupCodes})`))
    .returning({ count: sql<number>`cardinality(${backupCodes})` });
  return left?.count ?? null;
}

/**
 * The sign-in method of a session that lacks its second factor, or null when it lacks none. A passkey counts
 * as both factors.
 */
export async function findOwed(db: Queryable, sessionId: string) {
  const [row] = await db
    .select({ userId: sessions.userId, signInMethod: sessions.signInMethod })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), owesSecondFactor));
  return row ?? null;
}

/** Over sessions joined with their profiles. */
export const owesSecondFactor = sql`(${profiles.twoFactorEnabled} and ${sessions.secondFactor} is null
  and ${sessions.signInMethod} is distinct from 'passkey')`;

/**
 * Whether a session of the staff proved a password alone, or what stands in for one, where the account has a passkey.
 */
export async function lacksItsPasskey(db: Queryable, sessionId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sessionId),
        ne(profiles.role, 'user'),
        isNull(sessions.secondFactor),
        sql`${sessions.signInMethod} is distinct from 'passkey'`,
        exists(db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, profiles.id))),
      ),
    );
  return row !== undefined;
}

export async function updateSecondFactor(
  db: Queryable,
  sessionId: string,
  secondFactor: 'app' | 'remembered',
): Promise<void> {
  await db.update(sessions).set({ secondFactor }).where(eq(sessions.id, sessionId));
}

/** How long a device is remembered, seconds. */
export const DEVICE_SECONDS = 30 * 24 * 60 * 60;
/** An unguessable part of an identifier. */
const random = () => randomBytes(24).toString('base64url');

// Identifiers of first factors that wait for the second, and of remembered devices. They contain the user's
// id.
const firstFactorPrefix = (of: string) => `two-step-asked-${of}-`;
const remembered = (of: string) => `two-step-device-${of}-`;

/** Records a passed first factor. Returns the identifier for the second one. */
export async function saveFirstFactor(
  db: Queryable,
  { userId, signInMethod }: { userId: string; signInMethod: string | null },
): Promise<string> {
  const identifier = `${firstFactorPrefix(userId)}${signInMethod ?? ''}-${random()}`;
  await insertVerification(db, { identifier, value: userId, seconds: CODE_SECONDS });
  return identifier;
}

/** The user and the sign-in method of a first factor; null when it is unknown, used, or expired. */
export async function findFirstFactor(db: Queryable, identifier: string) {
  const [row] = await db
    .select({
      userId: profiles.id,
      email: profiles.email,
      firstName: profiles.firstName,
    })
    .from(verifications)
    .innerJoin(profiles, sql`${profiles.id}::text = ${verifications.value}`)
    .where(
      and(
        eq(verifications.identifier, identifier),
        like(verifications.identifier, sql`'two-step-asked-%'`),
        gt(verifications.expiresAt, sql`now()`),
      ),
    );
  if (!row) return null;
  const signInMethod =
    /^([a-z_]+)-/.exec(identifier.slice(firstFactorPrefix(row.userId).length))?.[1] ?? null;
  return { ...row, signInMethod };
}

/** Consumes the first factor. False when another request was faster. */
export async function consumeFirstFactor(db: Queryable, identifier: string): Promise<boolean> {
  const taken = await db
    .delete(verifications)
    .where(and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, sql`now()`)))
    .returning({ id: verifications.id });
  return taken.length > 0;
}

/** Remembers a device. Returns the identifier for its cookie. */
export async function saveDevice(db: Queryable, of: string): Promise<string> {
  const identifier = remembered(of) + random();
  await insertVerification(db, { identifier, value: of, seconds: DEVICE_SECONDS });
  return identifier;
}

/** Replaces the identifier of this user's device; null when it is not theirs, forgotten, or expired. */
export async function renewDevice(db: Queryable, identifier: string, of: string): Promise<string | null> {
  const next = remembered(of) + random();
  const renewed = await db
    .update(verifications)
    .set({ identifier: next, expiresAt: sql`now() + ${DEVICE_SECONDS} * interval '1 second'` })
    .where(
      and(
        eq(verifications.identifier, identifier),
        like(verifications.identifier, `${remembered(of)}%`),
        gt(verifications.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: verifications.id });
  return renewed.length > 0 ? next : null;
}

/** Forgets the user's devices and every sign-in that waits for its second factor. */
export async function deleteFirstSteps(db: Queryable, of: string): Promise<void> {
  await db
    .delete(verifications)
    .where(
      or(
        like(verifications.identifier, `${firstFactorPrefix(of)}%`),
        like(verifications.identifier, `${remembered(of)}%`),
      ),
    );
}
