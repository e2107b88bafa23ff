import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from './client.ts';
import { integer, selectRow } from './rows.ts';

/** A change of many rows that tells how far it is, by a key that its user chose. */
export interface ProgressKey {
  userId: string;
  key: string;
}

/** Rows that one statement writes: their history is one statement too, and the progress moves after each. */
const BATCH = 500;

export interface Progress {
  written: number;
  /** All rows that the change writes, which may be fewer than were selected: some are so already. */
  total: number;
}

/** The first key of the advisory locks by which a change tells a number of its progress; the second is the number. */
const progressLock = ({ userId, key }: ProgressKey, name: keyof Progress): SQL =>
  sql`hashtext(${`aso.progress ${name} ${userId} ${key}`})`;

/**
 * Tells other transactions how many rows this one has written so far. Its rows are not visible to them, its advisory
 * locks are, and they end with it.
 */
export async function publishProgress(
  tx: Queryable,
  key: ProgressKey,
  { written, total }: Progress,
): Promise<void> {
  await tx.execute(sql`SELECT pg_try_advisory_xact_lock(${progressLock(key, 'written')}, ${written}::int),
    pg_try_advisory_xact_lock(${progressLock(key, 'total')}, ${total}::int)`);
}

/** How far the running change with this key is, in whichever process; zeros when none runs. */
export async function findProgress(db: Queryable, key: ProgressKey): Promise<Progress> {
  const most = (name: keyof Progress) =>
    sql`coalesce(max(l.objid::bigint) FILTER (WHERE l.classid = ${progressLock(key, name)}::oid), 0)::int`;
  const progress = await selectRow(
    db,
    { written: integer, total: integer },
    sql`SELECT ${most('written')} AS written, ${most('total')} AS total
    FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.objsubid = 2`,
  );
  return progress!;
}

/** Writes rows in batches; with a key, it publishes the progress after each. Returns the sum of `write`. */
export async function inBatches<Row>(
  { tx, userId, key }: { tx: Queryable; userId: string; key: string | undefined },
  rows: readonly Row[],
  write: (batch: readonly Row[]) => Promise<number>,
): Promise<number> {
  let written = 0;
  for (let from = 0; from < rows.length; from += BATCH) {
    written += await write(rows.slice(from, from + BATCH));
    if (key) await publishProgress(tx, { userId, key }, { written, total: rows.length });
  }
  return written;
}
