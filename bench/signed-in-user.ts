import { hashPassword } from 'better-auth/crypto';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { type Server, withClient } from './stage.ts';

/** The session of a customer with orders, and one of the orders. */
export interface SignedInUser {
  cookie: string;
  orderId: string;
}

const PASSWORD = 'measured-password';

/** Sets a password for the customer with the most orders and signs in. */
export async function signInUser(server: Server): Promise<SignedInUser> {
  const { email, orderId } = await withClient(server.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string; email: string; orderId: string }>(
      `SELECT p.id, p.email, max(o.id::text) AS "orderId" FROM profiles p JOIN orders o ON o.user_id = p.id
       GROUP BY p.id ORDER BY count(*) DESC, p.id LIMIT 1`,
    );
    await givePassword(client, rows[0]!.id);
    return rows[0]!;
  });
  return { cookie: await signIn(server, email), orderId };
}

/** Creates a super admin and signs in. Returns the cookie. */
export async function signInOwner(server: Server): Promise<string> {
  const id = uuidv7();
  const email = `owner-${id}@measured.example`;
  await withClient(server.databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO profiles (id, email, email_verified, name, first_name, last_name, role)
       VALUES ($1, $2, true, 'Measured Owner', 'Measured', 'Owner', 'super_admin')`,
      [id, email],
    );
    await givePassword(client, id);
  });
  return signIn(server, email);
}

async function givePassword(client: pg.Client, userId: string): Promise<void> {
  // Adds other sessions: in an empty table every plan is a scan.
  await client.query(
    `INSERT INTO sessions (id, user_id, token, expires_at)
     SELECT gen_random_uuid(), id, gen_random_uuid()::text, now() + interval '7 days' FROM profiles p
     WHERE NOT EXISTS (SELECT FROM sessions s WHERE s.user_id = p.id)`,
  );
  await client.query('ANALYZE sessions');
  await client.query(
    `INSERT INTO accounts (id, user_id, account_id, provider_id, password) VALUES ($1, $2, $3, 'credential', $4)
     ON CONFLICT DO NOTHING`,
    [uuidv7(), userId, userId, await hashPassword(PASSWORD)],
  );
}

async function signIn(server: Server, email: string): Promise<string> {
  const body = { email, password: PASSWORD };
  const { cookies } = await server.record({ path: '/api/auth/sign-in/email', body });
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}
