import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { passkeys } from '#db/schema/accounts.ts';

const nameOf = sql<string>`coalesce(${passkeys.name}, 'Passkey')`;

/** A user's passkeys for the account page, oldest first. */
export const listPasskeys = (db: Queryable, userId: string) =>
  db
    .select({
      id: passkeys.id,
      name: nameOf,
      isSynced: passkeys.backedUp,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));

export async function countPasskeys(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return row?.count ?? 0;
}

/** False when the user has no such passkey. */
export async function updatePasskeyName(
  db: Queryable,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<boolean> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return renamed.length > 0;
}

/** Records a sign-in with the passkey, and whether it is now synced to other devices. */
export async function updatePasskeyUse(
  db: Queryable,
  credentialId: string,
  backedUp: boolean,
): Promise<void> {
  await db
    .update(passkeys)
    .set({ lastUsedAt: sql`now()`, backedUp })
    .where(eq(passkeys.credentialId, credentialId));
}

/** Returns the deleted passkey; null when the user has no such passkey. */
export async function deletePasskey(
  db: Queryable,
  id: string,
  userId: string,
): Promise<{ name: string; credentialId: string } | null> {
  const [deleted] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ name: nameOf, credentialId: passkeys.credentialId });
  return deleted ?? null;
}

/** Deletes a passkey that was just created. */
export async function withdrawPasskey(db: Queryable, id: string): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.id, id));
}
