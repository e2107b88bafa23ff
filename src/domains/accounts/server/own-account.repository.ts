import { and, eq, ne, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { flag, integer, nullable, selectRow, selectValue, text } from '#db/rows.ts';
import { accounts, passkeys, profiles } from '#db/schema/accounts.ts';
import { violatedConstraint } from '#db/violation.ts';

export async function findRole(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db.select({ role: profiles.role }).from(profiles).where(eq(profiles.id, userId));
  return row?.role ?? null;
}

/** The account with this email, in lower case, and whether it has confirmed it. */
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
export const findSignInMethods = (db: Queryable, userId: string) =>
  selectRow(
    db,
    {
      email: text,
      emailVerified: flag,
      phone: nullable(text),
      phoneVerified: flag,
      twoFactor: flag,
      hasPassword: flag,
      passkeys: integer,
      linked: integer,
    },
    sql`
    select p.email, p.email_verified as "emailVerified", p.phone, p.phone_verified as "phoneVerified",
      p.two_factor_enabled as "twoFactor",
      exists (select from accounts a where a.user_id = p.id and a.provider_id = 'credential' and a.password is not null) as "hasPassword",
      (select count(*)::integer from passkeys k where k.user_id = p.id) as passkeys,
      (select count(*)::integer from accounts a where a.user_id = p.id and a.provider_id <> 'credential') as linked
    from profiles p where p.id = ${userId}`,
  );

/**
 * Number of a user's sign-in methods: a password, passkeys, external accounts at configured providers. Methods that
 * need only the mailbox are not counted: they recover an account, they do not sign in to it.
 */
export async function countSignInMethods(
  db: Queryable,
  userId: string,
  providerIds: readonly string[],
): Promise<number> {
  const count = await selectValue(
    db,
    integer,
    sql`select (
      (select count(*) from accounts where user_id = ${userId}
        and ((provider_id = 'credential' and password is not null)
          or provider_id in (select jsonb_array_elements_text(${JSON.stringify(providerIds)}::jsonb))))
      + (select count(*) from passkeys where user_id = ${userId}))::int as value`,
  );
  return count!;
}

/** Sets and confirms the user's email. False when it belongs to another account; then the transaction is lost. */
export async function updateEmail(db: Queryable, userId: string, email: string): Promise<boolean> {
  return unless('profiles_email_key', async () => {
    await db
      .update(profiles)
      .set({ email, emailVerified: true, updatedAt: sql`now()` })
      .where(eq(profiles.id, userId));
  });
}

/**
 * Deletes the user and all rows that refer to them; their orders stay without a user: see profiles_anonymize(). False for
 * the last super admin; then the transaction is lost.
 */
export async function deleteUser(db: Queryable, userId: string): Promise<boolean> {
  return unless('last_super_admin', async () => {
    await db.delete(profiles).where(eq(profiles.id, userId));
  });
}

/** False when PostgreSQL refused the write by this constraint. */
async function unless(constraint: string, write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (violatedConstraint(error) === constraint) return false;
    throw error;
  }
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
