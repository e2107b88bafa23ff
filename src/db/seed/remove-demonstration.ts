import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';

export interface Owner {
  email: string;
  name: string;
  passwordHash: string;
}

/** Rows of each kind, in the order they are listed. */
export interface Counts {
  products: number;
  categories: number;
  promotions: number;
  slides: number;
  orders: number;
  messages: number;
  accounts: number;
}

export interface Removed {
  /** URLs of images that no row uses any more. */
  images: string[];
  counts: Counts;
  /** Other staff accounts: their roles were assigned in the demo store. */
  others: { email: string; role: string }[];
}

/** Whether the shop is live with a real super_admin: then no owner has to be created. */
export async function isInHands(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT FROM installation WHERE key = 'mode' AND value = 'live'
          AND EXISTS (SELECT FROM profiles WHERE role = 'super_admin' AND NOT is_demo)`,
    );
    return rows.length > 0;
  });
}

/** What goes with the demonstration and what stays, as removeDemonstration would do it now. */
export async function previewRemoval(
  databaseUrl: string,
): Promise<{ removed: Counts; kept: Counts; productsLosingPromotion: number }> {
  return withClient(databaseUrl, async (client) => {
    // Nothing of it is committed.
    await client.query('BEGIN');
    await keepCategoriesInUse(client);
    const { rows } = await client.query<{ kind: keyof Counts; removed: number; kept: number }>(
      Object.entries(WHAT_GOES)
        .map(
          ([kind, { table, goes }]) =>
            `SELECT '${kind}' AS kind, (count(*) FILTER (WHERE ${goes}))::int AS removed,
               (count(*) FILTER (WHERE NOT ${goes}))::int AS kept FROM ${table} t`,
        )
        .join(' UNION ALL '),
    );
    const { rows: losing } = await client.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM products p JOIN promotions o ON o.id = p.promotion_id WHERE NOT p.is_demo AND o.is_demo`,
    );
    await client.query('ROLLBACK');
    const of = (side: 'removed' | 'kept') =>
      Object.fromEntries(rows.map((row) => [row.kind, row[side]])) as unknown as Counts;
    return { removed: of('removed'), kept: of('kept'), productsLosingPromotion: losing[0]!.total };
  });
}

/** Each kind's table, and which of its rows go. */
const WHAT_GOES: { [kind in keyof Counts]: { table: string; goes: string } } = {
  products: { table: 'products', goes: 't.is_demo' },
  categories: { table: 'categories', goes: 't.is_demo' },
  promotions: { table: 'promotions', goes: 't.is_demo' },
  slides: { table: 'hero_slides', goes: 't.is_demo' },
  orders: {
    table: 'orders',
    goes: '(t.is_demo OR EXISTS (SELECT FROM profiles p WHERE p.id = t.user_id AND p.is_demo))',
  },
  messages: { table: 'contact_submissions', goes: 't.is_demo' },
  accounts: { table: 'profiles', goes: 't.is_demo' },
};

/**
 * Takes every row of the demonstration out, makes the owner (when given) and marks the shop as live, in one
 * transaction. What people made or changed stays (migration 0009 says what counts as a change), with the categories
 * it is in: an order of a real customer keeps its items and their images; a product that stays leaves a promotion
 * that goes. Orders of demonstration accounts go with the accounts.
 */
export async function removeDemonstration(databaseUrl: string, owner: Owner | null): Promise<Removed> {
  return withClient(databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL search_path = public`);
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.demonstration]);
    const addresses = await demonstrationImages(client);
    await forgetMail(client);
    await keepCategoriesInUse(client);
    const counts = await deleteRows(client);
    const images = await unnamed(client, addresses);
    const { rows: others } = await client.query<{ email: string; role: string }>(
      `SELECT email, role FROM profiles WHERE role <> 'user' AND lower(email) <> lower($1) ORDER BY email`,
      [owner?.email ?? ''],
    );
    if (owner) await makeOwner(client, owner);
    await client.query(
      `INSERT INTO installation (key, value) VALUES ('mode', 'live') ON CONFLICT (key) DO UPDATE SET value = 'live'`,
    );
    // The next start notes the live shop's own seller.
    await client.query(`DELETE FROM installation WHERE key LIKE 'whatsapp:%'`);
    // Without this an empty live shop would be filled by a later start as a demonstration.
    await client.query(
      `INSERT INTO installation (key, value) VALUES ('filled', 'live') ON CONFLICT DO NOTHING`,
    );
    await client.query('COMMIT');
    return { counts, images, others };
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

async function demonstrationImages(client: pg.Client): Promise<string[]> {
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
 * The images that nothing shows any more, not even an order of long ago. The placeholder is never among them:
 * it stands for every product without an image, in a live shop too.
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

/** The categories of products that stay, those that stay themselves, and all above them become the shop's own. */
async function keepCategoriesInUse(client: pg.Client): Promise<void> {
  await client.query(
    `WITH RECURSIVE used AS (
       SELECT category_id AS id FROM products WHERE NOT is_demo AND category_id IS NOT NULL
       UNION SELECT id FROM categories WHERE NOT is_demo
       UNION SELECT c.parent_id FROM categories c JOIN used ON used.id = c.id WHERE c.parent_id IS NOT NULL
     )
     UPDATE categories SET is_demo = false WHERE is_demo AND id IN (SELECT id FROM used)`,
  );
}

async function deleteRows(client: pg.Client): Promise<Counts> {
  const gone = async (kind: keyof Counts) => {
    const { table, goes } = WHAT_GOES[kind];
    return (await client.query(`DELETE FROM ${table} t WHERE ${goes}`)).rowCount ?? 0;
  };
  // Each profile that goes is looked for in these columns; a large seed has a hundred thousand of them.
  await client.query(`CREATE INDEX go_live_products ON products (updated_by) WHERE updated_by IS NOT NULL`);
  await client.query(`CREATE INDEX go_live_switched ON products (switched_by) WHERE switched_by IS NOT NULL`);
  await client.query(`CREATE INDEX go_live_roles ON profiles (switched_by) WHERE switched_by IS NOT NULL`);
  await client.query(`CREATE INDEX go_live_events ON order_events (actor_id) WHERE actor_id IS NOT NULL`);
  // Orders and products before what they refer to.
  const orders = await gone('orders');
  const products = await gone('products');
  const categories = await gone('categories');
  const promotions = await gone('promotions');
  const slides = await gone('slides');
  const messages = await gone('messages');
  const accounts = await gone('accounts');
  // The deferred check of primary images has to be through before an index can go.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  await client.query('DROP INDEX go_live_products, go_live_switched, go_live_roles, go_live_events');
  return { products, categories, promotions, slides, orders, messages, accounts };
}

/** A new account, or the one that has registered with this address: its password is the given one from now on. */
async function makeOwner(client: pg.Client, { email, name, passwordHash }: Owner): Promise<void> {
  const [first = '', ...rest] = name.split(/\s+/);
  await client.query(
    `INSERT INTO profiles (id, email, email_verified, name, first_name, last_name, role)
     VALUES ($1, lower($2), true, $3, $4, $5, 'super_admin')
     ON CONFLICT ((lower(email))) DO UPDATE
       SET role = 'super_admin', email_verified = true, banned = false, updated_at = now(),
         name = excluded.name, first_name = excluded.first_name, last_name = excluded.last_name`,
    [uuidv7(), email, name, first, rest.join(' ')],
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
