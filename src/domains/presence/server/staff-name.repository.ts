import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { nullable, selectRow, text } from '#db/rows.ts';

/** The name of a user as other staff see it; null for an unknown one. */
export async function findStaffName(tx: Queryable, userId: string): Promise<string | null> {
  const row = await selectRow(tx, { name: nullable(text) }, sql`SELECT staff_name(${userId}) AS name`);
  return row?.name ?? null;
}
