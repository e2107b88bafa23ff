import { and, eq, lt, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '#db/client.ts';
import { flag, selectValue } from '#db/rows.ts';
import { profiles, verifications } from '#db/schema/accounts.ts';

const isGood = sql`${verifications.expiresAt} > now()`;

/** The user of a reset link; null when the token is invalid. */
export async function findResetByToken(db: Queryable, token: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: verifications.value })
    .from(verifications)
    .where(and(eq(verifications.identifier, `reset-password:${token}`), isGood));
  return row?.userId ?? null;
}

/** The email of the account of a reset link; null when the token is invalid. */
export async function findResetEmail(db: Queryable, token: string): Promise<string | null> {
  const userId = await findResetByToken(db, token);
  if (!userId) return null;
  const [row] = await db.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, userId));
  return row?.email ?? null;
}

/**
 * The user of the reset code with this hash; null when it is invalid. The check is not counted as an attempt.
 */
export async function findResetByCode(db: Queryable, email: string, hash: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: profiles.id })
    .from(verifications)
    .innerJoin(profiles, eq(profiles.email, email))
    .where(
      and(
        eq(verifications.identifier, `forget-password-otp-${email}`),
        sql`starts_with(${verifications.value}, ${`${hash}:`})`,
        isGood,
      ),
    );
  return row?.userId ?? null;
}

/** True when the user had no password before. */
export async function savePasswordHash(db: Queryable, userId: string, hash: string): Promise<boolean> {
  const isFirst = await selectValue(
    db,
    flag,
    sql`
    with before as (select password from accounts where user_id = ${userId} and provider_id = 'credential')
    insert into accounts (id, user_id, account_id, provider_id, password)
    values (${uuidv7()}, ${userId}, ${userId}, 'credential', ${hash})
    on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()
    returning not exists (select from before where password is not null) as value`,
  );
  return isFirst!;
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
