import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/client.ts';

/**
 * Holds the person's ways in still until the transaction ends: of two that are taken away at once, the second is
 * looked at when the first is gone.
 */
export async function lockSignInMethods(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select from profiles where id = ${userId} for update`);
}

/**
 * How many ways in a person has besides the passkey or identity with the id `without`: a password, passkeys,
 * identities of houses that are configured. What needs no more than her mailbox is not counted: it is how one comes
 * back, not how one comes in.
 */
export async function countOtherSignInMethods(
  db: Queryable,
  userId: string,
  without: string,
  providerIds: readonly string[],
): Promise<number> {
  const houses: SQL = providerIds.length
    ? sql`provider_id in (${sql.join(
        providerIds.map((id) => sql`${id}`),
        sql`, `,
      )})`
    : sql`false`;
  const { rows } = await db.execute<{ ways: number }>(sql`select (
      (select count(*) from accounts where user_id = ${userId} and id <> ${without}
        and ((provider_id = 'credential' and password is not null) or ${houses}))
      + (select count(*) from passkeys where user_id = ${userId} and id <> ${without}))::int as ways`);
  return rows[0]?.ways ?? 0;
}
