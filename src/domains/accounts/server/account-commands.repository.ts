import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '#db/client.ts';
import { ownerTransaction } from '#db/owner-transaction.ts';
import { flag, selectRows, selectValue, text } from '#db/rows.ts';
import type { Role } from '#shared/caller.ts';

export interface NewAccount {
  email: string;
  name: string;
  role: Role;
}

/** One transaction as the owner of the database. */
export const asOwner = <T>(databaseUrl: string, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  ownerTransaction(databaseUrl, 'user', work);

/** The id of the new account; null when the email has one. */
export function insertAccount(tx: Queryable, { email, name, role }: NewAccount): Promise<string | null> {
  const [first = '', ...rest] = name.split(/\s+/);
  return selectValue(
    tx,
    text,
    sql`
    insert into profiles (id, email, name, first_name, last_name, role)
    values (${uuidv7()}, lower(${email}), ${name}, ${first}, ${rest.join(' ')}, ${role})
    on conflict ((lower(email))) do nothing returning id as value`,
  );
}

/** Stores the token of a link that sets a password. */
export async function insertResetLink(
  tx: Queryable,
  userId: string,
  token: string,
  hours: number,
): Promise<void> {
  await tx.execute(sql`
    insert into verifications (id, identifier, value, expires_at)
    values (${uuidv7()}, ${`reset-password:${token}`}, ${userId}, now() + make_interval(hours => ${hours}))`);
}

/** Locks the account with this email until the transaction ends and returns its id; null without one. */
export const lockAccountForUpdate = (tx: Queryable, email: string): Promise<string | null> =>
  selectValue(
    tx,
    text,
    sql`select id as value from profiles where lower(email) = lower(${email}) for no key update`,
  );

/** Deletes the user's sessions and returns how many of them were valid. */
export async function deleteSessions(tx: Queryable, userId: string): Promise<number> {
  const rows = await selectRows(
    tx,
    { valid: flag },
    sql`delete from sessions where user_id = ${userId} returning expires_at > now() as valid`,
  );
  return rows.filter(({ valid }) => valid).length;
}
