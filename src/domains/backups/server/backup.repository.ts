import { and, desc, eq, gt, gte, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { backups } from '#db/schema/shop.ts';

export type BackupRow = typeof backups.$inferSelect;

/** The newest backup. Null for any caller but a super admin, as with the functions below. */
export const findNewest = (db: Queryable) => first(db, isNull(backups.error), desc(backups.madeAt));

/** The most recently verified backup. */
export const findVerified = (db: Queryable) =>
  first(db, isNotNull(backups.verifiedAt), desc(backups.verifiedAt));

/** The last failed backup after this time. */
export const findFailure = (db: Queryable, after: Date) =>
  first(db, and(isNotNull(backups.error), gt(backups.madeAt, after)), desc(backups.madeAt));

/** The last failed verification of a backup made at or after this time. */
export const findFailedVerification = (db: Queryable, from: Date) =>
  first(db, and(isNotNull(backups.verificationError), gte(backups.madeAt, from)), desc(backups.madeAt));

/** The newest backup that was copied to this place. */
export const findCopied = (db: Queryable, to: string) =>
  first(db, eq(backups.copiedTo, to), desc(backups.madeAt));

/** The last backup made at or after this time that could not be copied. */
export const findFailedCopy = (db: Queryable, from: Date) =>
  first(db, and(isNotNull(backups.copyError), gte(backups.madeAt, from)), desc(backups.madeAt));

async function first(db: Queryable, where: SQL | undefined, order: SQL): Promise<BackupRow | null> {
  const [row] = await db.select().from(backups).where(where).orderBy(order).limit(1);
  return row ?? null;
}
