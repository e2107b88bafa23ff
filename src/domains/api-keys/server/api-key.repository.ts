import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { apiKeys } from '#db/schema/accounts.ts';
import { violatedConstraint } from '#db/violation.ts';

/** Those that can be used first, then the newest first. */
export function listKeyRows(db: Queryable, limit: number, offset: number) {
  const { id, name, prefix, scopes, createdAt, expiresAt, lastUsedOn, revokedAt } = apiKeys;
  return db
    .select({
      ...{ id, name, prefix, scopes, createdAt, expiresAt, lastUsedOn, revokedAt },
      createdBy: sql<string>`coalesce(staff_name(${apiKeys.createdBy}), '')`,
    })
    .from(apiKeys)
    .orderBy(sql`(${revokedAt} is not null)`, desc(createdAt), desc(id))
    .limit(limit)
    .offset(offset);
}

export async function countKeyRows(db: Queryable): Promise<number> {
  const [row] = await db.select({ total: count(apiKeys.id) }).from(apiKeys);
  return row!.total;
}

/** `days`: until it expires; null for never. */
export async function insertKey(
  db: Queryable,
  row: Omit<typeof apiKeys.$inferInsert, 'expiresAt'> & { days: number | null },
): Promise<void> {
  // Not by the builder, which names every column: requests may write these alone.
  await db.execute(
    sql`INSERT INTO api_keys (id, name, prefix, hash, scopes, created_by, expires_at)
      VALUES (${row.id}, ${row.name}, ${row.prefix}, ${row.hash}, ${sql.param(row.scopes)}::text[], ${row.createdBy},
        now() + make_interval(days => ${row.days}::integer))`,
  );
}

/** False if there is no such key, or it is revoked already. */
export async function revokeKey(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)));
  return rowCount === 1;
}

/** What a failed insert means; undefined for any other error. */
export const refusedKey = (error: unknown): 'CONFLICT' | 'LIST_FULL' | undefined =>
  (({ api_keys_pkey: 'CONFLICT', api_keys_most: 'LIST_FULL' }) as const)[
    violatedConstraint(error) as 'api_keys_most'
  ];
