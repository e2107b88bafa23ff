import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { FILL_LOCK } from './fill-demonstration.ts';

export interface Owner {
  email: string;
  passwordHash: string;
}

export interface Removed {
  /** Addresses of pictures that no row names any more. */
  pictures: string[];
  products: number;
  orders: number;
  accounts: number;
  /** Who else may work in the back office: their rights were given during the demonstration. */
  others: { email: string; role: string }[];
}

/** Whether the shop went live before, with somebody real to run it: then no owner has to be made. */
export async function isInHands(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT FROM installation WHERE key = 'mode' AND value = 'live'
          AND EXISTS (SELECT FROM profiles WHERE role = 'super_admin' AND NOT is_demo)`,
    );
    return rows.length > 0;
  });
}

/**
 * Takes every row of the demonstration out, makes the owner (when given) and marks the shop as live, in one
 * transaction. Rows made by hand stay, whoever made them: an order of a real person keeps its items and their
 * pictures, a real product on a demonstration shelf loses only the shelf. Orders of demonstration accounts go
 * with the accounts.
 */
export async function removeDemonstration(databaseUrl: string, owner: Owner | null): Promise<Removed> {
  return withClient(databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL search_path = public`);
    await client.query('SELECT pg_advisory_xact_lock($1)', [FILL_LOCK]);
    const addresses = await demonstrationPictures(client);
    await forgetMail(client);
    const counts = await deleteRows(client);
    const pictures = await unnamed(client, addresses);
    const { rows: others } = await client.query<{ email: string; role: string }>(
      `SELECT email, role FROM profiles WHERE role <> 'user' AND lower(email) <> lower($1) ORDER BY email`,
      [owner?.email ?? ''],
    );
    if (owner) await makeOwner(client, owner);
    await client.query(
      `INSERT INTO installation (key, value) VALUES ('mode', 'live') ON CONFLICT (key) DO UPDATE SET value = 'live'`,
    );
    // Without this an empty live shop would be filled by a later start as a demonstration.
    await client.query(
      `INSERT INTO installation (key, value) VALUES ('filled', 'live') ON CONFLICT DO NOTHING`,
    );
    await client.query('COMMIT');
    return { ...counts, pictures, others };
  });
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'aso-house go-live' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function demonstrationPictures(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ url: string }>(
    `SELECT image_url AS url FROM product_images i JOIN products p ON p.id = i.product_id AND p.is_demo
     UNION SELECT image_url FROM hero_slide_images i JOIN hero_slides s ON s.id = i.slide_id AND s.is_demo
     UNION SELECT image_url FROM categories WHERE is_demo AND image_url IS NOT NULL
     UNION SELECT i.product_image FROM order_items i JOIN orders o ON o.id = i.order_id
       LEFT JOIN profiles p ON p.id = o.user_id WHERE o.is_demo OR p.is_demo`,
  );
  return rows.map((row) => row.url);
}

/**
 * The pictures that nothing shows any more, not even an order of long ago. The placeholder is never among them:
 * it stands for every product without a picture, in a live shop too.
 */
async function unnamed(client: pg.Client, addresses: string[]): Promise<string[]> {
  const { rows } = await client.query<{ url: string }>(
    `SELECT url FROM unnest($1::text[]) AS url
     WHERE url <> '/uploads/placeholder.jpg'
       AND NOT EXISTS (SELECT FROM order_items WHERE product_image = url)
       AND NOT EXISTS (SELECT FROM product_images WHERE image_url = url)
       AND NOT EXISTS (SELECT FROM hero_slide_images WHERE image_url = url)
       AND NOT EXISTS (SELECT FROM categories WHERE image_url = url)`,
    [addresses],
  );
  return rows.map((row) => row.url);
}

/** Mails on their way to demonstration accounts, and codes made for them. */
async function forgetMail(client: pg.Client): Promise<void> {
  await client.query(
    `DELETE FROM verifications v USING profiles p WHERE p.is_demo AND v.identifier LIKE '%' || p.email AND p.email LIKE '%@demo.shop'`,
  );
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('pgboss.job') IS NOT NULL AS there`,
  );
  if (!rows[0]?.there) return;
  await client.query(
    `DELETE FROM pgboss.job j USING profiles p WHERE j.name = 'mail' AND p.is_demo AND j.data ->> 'to' = p.email`,
  );
}

async function deleteRows(client: pg.Client): Promise<Pick<Removed, 'products' | 'orders' | 'accounts'>> {
  const gone = async (sql: string) => (await client.query(sql)).rowCount ?? 0;
  // Each profile that goes is looked for in these columns; a large seed has a hundred thousand of them.
  await client.query(`CREATE INDEX go_live_products ON products (updated_by) WHERE updated_by IS NOT NULL`);
  await client.query(`CREATE INDEX go_live_switched ON products (switched_by) WHERE switched_by IS NOT NULL`);
  await client.query(`CREATE INDEX go_live_roles ON profiles (switched_by) WHERE switched_by IS NOT NULL`);
  await client.query(`CREATE INDEX go_live_events ON order_events (actor_id) WHERE actor_id IS NOT NULL`);
  const orders = await gone(
    `DELETE FROM orders o WHERE o.is_demo OR EXISTS (SELECT FROM profiles p WHERE p.id = o.user_id AND p.is_demo)`,
  );
  const products = await gone('DELETE FROM products WHERE is_demo');
  // A shelf goes with everything below it: what is real moves to the top first.
  await gone(
    `UPDATE categories c SET parent_id = NULL FROM categories p
     WHERE p.id = c.parent_id AND p.is_demo AND NOT c.is_demo`,
  );
  for (const table of ['categories', 'promotions', 'hero_slides', 'contact_submissions']) {
    await gone(`DELETE FROM ${table} WHERE is_demo`);
  }
  const accounts = await gone('DELETE FROM profiles WHERE is_demo');
  // The deferred check of primary pictures has to be through before an index can go.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  await client.query('DROP INDEX go_live_products, go_live_switched, go_live_roles, go_live_events');
  return { orders, products, accounts };
}

/** A new account, or the one that has registered with this address: its password is the given one from now on. */
async function makeOwner(client: pg.Client, { email, passwordHash }: Owner): Promise<void> {
  await client.query(
    `INSERT INTO profiles (id, email, email_verified, name, first_name, last_name, role)
     VALUES ($1, lower($2), true, 'Shop Owner', 'Shop', 'Owner', 'super_admin')
     ON CONFLICT ((lower(email))) DO UPDATE
       SET role = 'super_admin', email_verified = true, banned = false, updated_at = now()`,
    [uuidv7(), email],
  );
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM profiles WHERE lower(email) = lower($1)',
    [email],
  );
  const id = rows[0]!.id;
  await client.query('DELETE FROM sessions WHERE user_id = $1', [id]);
  await client.query(`DELETE FROM accounts WHERE user_id = $1 AND provider_id = 'credential'`, [id]);
  await client.query(
    `INSERT INTO accounts (id, user_id, account_id, provider_id, password) VALUES ($1, $2::uuid, $2::text, 'credential', $3)`,
    [uuidv7(), id, passwordHash],
  );
}
