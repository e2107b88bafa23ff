import { hashPassword } from 'better-auth/crypto';
import { v7 as uuidv7 } from 'uuid';
import { type Server, withClient } from './stage.ts';

/** The session of a shopper with orders, and one of them. */
export interface Somebody {
  cookie: string;
  orderId: string;
}

/** Gives the shopper with the most orders a password and signs in as her. */
export async function signInSomebody(server: Server): Promise<Somebody> {
  const password = 'measured-password';
  const { email, orderId } = await withClient(server.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string; email: string; orderId: string }>(
      `SELECT p.id, p.email, max(o.id::text) AS "orderId" FROM profiles p JOIN orders o ON o.user_id = p.id
       GROUP BY p.id ORDER BY count(*) DESC, p.id LIMIT 1`,
    );
    const { id } = rows[0]!;
    // Others are signed in as well: in an empty table every plan is a scan.
    await client.query(
      `INSERT INTO sessions (id, user_id, token, expires_at)
       SELECT gen_random_uuid(), id, gen_random_uuid()::text, now() + interval '7 days' FROM profiles`,
    );
    await client.query('ANALYZE sessions');
    await client.query(
      `INSERT INTO accounts (id, user_id, account_id, provider_id, password) VALUES ($1, $2, $3, 'credential', $4)
       ON CONFLICT DO NOTHING`,
      [uuidv7(), id, id, await hashPassword(password)],
    );
    return rows[0]!;
  });
  const { cookies } = await server.record({ path: '/api/auth/sign-in/email', body: { email, password } });
  return { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '), orderId };
}
