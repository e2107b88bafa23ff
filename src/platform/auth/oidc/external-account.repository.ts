import { and, asc, eq, ne } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '#db/client.ts';
import { accounts } from '#db/schema/accounts.ts';

/** The provider id that better-auth uses for a password. */
const PASSWORD = 'credential';

/** The user of this external account; null when it is not linked. */
export async function findExternalAccountOwner(
  db: Queryable,
  provider: string,
  subject: string,
): Promise<string | null> {
  const [row] = await db
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.providerId, provider), eq(accounts.accountId, subject)));
  return row?.userId ?? null;
}

/** Links an external account; false when it is already linked. */
export async function insertExternalAccount(
  db: Queryable,
  identity: { userId: string; provider: string; subject: string; email: string | null },
): Promise<boolean> {
  const { userId, provider, subject, email } = identity;
  const inserted = await db
    .insert(accounts)
    .values({ id: uuidv7(), userId, providerId: provider, accountId: subject, email })
    .onConflictDoNothing({ target: [accounts.providerId, accounts.accountId] })
    .returning({ id: accounts.id });
  return inserted.length > 0;
}

/** Stores the email that the provider reports now. */
export async function updateExternalAccountEmail(
  db: Queryable,
  provider: string,
  subject: string,
  email: string | null,
): Promise<void> {
  await db
    .update(accounts)
    .set({ email, updatedAt: new Date() })
    .where(and(eq(accounts.providerId, provider), eq(accounts.accountId, subject)));
}

/** A user's external accounts, oldest first. */
export function listExternalAccounts(db: Queryable, userId: string) {
  return db
    .select({
      id: accounts.id,
      provider: accounts.providerId,
      email: accounts.email,
      since: accounts.createdAt,
    })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), ne(accounts.providerId, PASSWORD)))
    .orderBy(asc(accounts.createdAt), asc(accounts.id));
}

/** Unlinks one of the user's external accounts and returns its provider; null when the user has no such account. */
export async function deleteExternalAccount(
  db: Queryable,
  userId: string,
  id: string,
): Promise<string | null> {
  const [deleted] = await db
    .delete(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.userId, userId), ne(accounts.providerId, PASSWORD)))
    .returning({ provider: accounts.providerId });
  return deleted?.provider ?? null;
}
