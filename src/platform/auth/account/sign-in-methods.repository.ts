import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/client.ts';

/**
 * Locks the user's sign-in methods until the transaction ends: of two removals at once, the second is checked
 * after the first has finished.
 */
export async function lockSignInMethods(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select from profiles where id = ${userId} for update`);
}

/**
 * Number of sign-in methods a user has besides the passkey or external account with the id `without`: a
 * password, passkeys, external accounts at configured providers. Methods that need only the mailbox are not
 * counted: they recover an account, they do not sign in to it.
 */
export async function countOtherSignInMethods(
  db: Queryable,
  userId: string,
  without: string,
  providerIds: readonly string[],
): Promise<number> {
  const linkedAccounts: SQL = providerIds.length
    ? sql`provider_id in (${sql.join(
        providerIds.map((id) => sql`${id}`),
        sql`, `,
      )})`
    : sql`false`;
  const { rows } = await db.execute<{ count: number }>(sql`select (
      (select count(*) from accounts where user_id = ${userId} and id <> ${without}
        and ((provider_id = 'credential' and password is not null) or ${linkedAccounts}))
      + (select count(*) from passkeys where user_id = ${userId} and id <> ${without}))::int as count`);
  return rows[0]?.count ?? 0;
}
