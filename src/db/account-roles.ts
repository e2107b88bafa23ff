import { withConnection } from './connection.ts';

/** An account as listed on the command line. */
export interface Account {
  email: string;
  name: string;
  role: string;
  confirmed: boolean;
  joined: Date;
}

export interface Accounts {
  /** Highest role first, then newest first. */
  shown: Account[];
  total: number;
}

const COLUMNS = `email, btrim(first_name || ' ' || last_name) AS name, role, email_verified AS confirmed, created_at AS joined`;

/** At most `limit` accounts whose name or email contains `part`, which may be empty. As the owner. */
export function listAccounts(databaseUrl: string, part: string, limit: number): Promise<Accounts> {
  return withConnection(databaseUrl, 'user', async (client) => {
    const found = `FROM profiles WHERE search LIKE '%' || regexp_replace(fold($1), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
    const { rows: shown } = await client.query<Account>(
      `SELECT ${COLUMNS} ${found}
       ORDER BY array_position(ARRAY['super_admin', 'admin', 'user'], role), created_at DESC, id DESC LIMIT $2`,
      [part, limit],
    );
    const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n ${found}`, [part]);
    return { shown, total: rows[0]?.n ?? 0 };
  });
}

/** The result of assigning a role. */
export type RoleGiven =
  | { done: 'given' | 'had it'; account: Account }
  | { done: 'nobody' }
  | { done: 'last super_admin'; account: Account };

/** Assigns a role to the account with this email; every process applies it from then on. As the owner. */
export function giveRole(databaseUrl: string, email: string, role: string): Promise<RoleGiven> {
  return withConnection(databaseUrl, 'user', async (client) => {
    const { rows } = await client.query<Account>(
      `SELECT ${COLUMNS} FROM profiles WHERE lower(email) = lower($1)`,
      [email],
    );
    const [account] = rows;
    if (!account) return { done: 'nobody' };
    if (account.role === role) return { done: 'had it', account };
    try {
      await client.query('UPDATE profiles SET role = $2 WHERE lower(email) = lower($1)', [email, role]);
      return { done: 'given', account };
    } catch (error) {
      if ((error as { constraint?: string }).constraint === 'last_super_admin') {
        return { done: 'last super_admin', account };
      }
      throw error;
    }
  });
}
