import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { apiKeys, profiles } from '#db/schema/accounts.ts';

/** The key of this hash if it can be used: not revoked or expired, and its maker still a super admin. */
export async function findUsableKey(db: Queryable, hash: string) {
  const [row] = await db
    .select({
      id: apiKeys.id,
      userId: apiKeys.createdBy,
      scopes: apiKeys.scopes,
      usedToday: sql<boolean>`coalesce(${apiKeys.lastUsedOn} = current_date, false)`,
    })
    .from(apiKeys)
    .innerJoin(profiles, eq(profiles.id, apiKeys.createdBy))
    .where(
      and(
        eq(apiKeys.hash, hash),
        isNull(apiKeys.revokedAt),
        sql`(${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > now())`,
        eq(profiles.role, 'super_admin'),
        eq(profiles.banned, false),
      ),
    );
  return row ?? null;
}

/** Records the day on which a key is used, once a day. */
export async function updateLastUsed(db: Queryable, id: string): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedOn: sql`current_date` })
    .where(and(eq(apiKeys.id, id), sql`${apiKeys.lastUsedOn} is distinct from current_date`));
}
