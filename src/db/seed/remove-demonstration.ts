import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';

export interface Owner {
  email: string;
  name: string;
  passwordHash: string;
}

/** The tables with rows to delete by kind, in the order of deletion: orders and products before the rows they refer to. */
const TABLES = {
  orders: 'orders',
  products: 'products',
  categories: 'categories',
  promotions: 'promotions',
  slides: 'hero_slides',
  messages: 'contact_submissions',
  accounts: 'profiles',
};

type Kind = keyof typeof TABLES;
/** Row counts by kind. */
export type Counts = Record<Kind, number>;

/** The SQL condition of the rows `t` of a kind to delete. */
const isRemoved = (kind: Kind): string =>
  kind === 'orders'
    ? '(t.is_demo OR EXISTS (SELECT FROM profiles p WHERE p.id = t.user_id AND p.is_demo))'
    : 't.is_demo';

export interface Removed {
  /** URLs of images that no row uses any more. */
  images: string[];
  counts: Counts;
  /** Other staff accounts: their roles were assigned in the demo store. */
  others: { email: string; role: string }[];
}

/** Whether the shop is live and has a real super_admin: then no owner has to be created. */
export async function hasOwner(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT FROM installation WHERE key = 'mode' AND value = 'live'
          AND EXISTS (SELECT FROM profiles WHERE role = 'super_admin' AND NOT is_demo)`,
    );
    return rows.length > 0;
  });
}

/** The rows that removeDemonstration would delete and keep now. Changes nothing. */
export async function previewRemoval(
  databaseUrl: string,
): Promise<{ removed: Counts; remaining: Counts; productsLosingPromotion: number }> {
  return withClient(databaseUrl, async (client) => {
    // Rolled back at the end.
    await client.query('BEGIN');
    await keepCategoriesInUse(client);
    const removed = {} as Counts;
    const remaining = {} as Counts;
    for (const [kind, table] of Object.entries(TABLES) as [Kind, string][]) {
      const { rows } = await client.query<{ removed: number; total: number }>(
        `SELECT (count(*) FILTER (WHERE ${isRemoved(kind)}))::int AS removed, count(*)::int AS total FROM ${table} t`,
      );
      removed[kind] = rows[0]!.removed;
      remaining[kind] = rows[0]!.total - removed[kind];
    }
    const { rows: losing } = await client.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM products p JOIN promotions o ON o.id = p.promotion_id WHERE NOT p.is_demo AND o.is_demo`,
    );
    await client.query('ROLLBACK');
    return { removed, remaining, productsLosingPromotion: losing[0]!.total };
  });
}

/**
 * Deletes all demo rows, creates the owner if given and marks the shop as live, in one transaction. Rows that users
 * created or changed remain (migration 0009 defines a change), and so do their categories: an order of a real customer
 * keeps its items and their images; a remaining product leaves a deleted promotion. Orders of demo accounts are deleted
 * with the accounts. `demoNumber`: the WhatsApp number of the demo store, to which no chat of a remaining order leads any more.
 */
export async function removeDemonstration(
  databaseUrl: string,
  { owner, demoNumber }: { owner: Owner | null; demoNumber: string },
): Promise<Removed> {
  return withClient(databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query(
      `SET LOCAL statement_timeout = 0; SET LOCAL search_path = public; SET LOCAL app.unrecorded = 'on'`,
    );
    // The history of the demo store: undoing it would bring rows of the demo store back.
    await client.query('TRUNCATE change_sets, changes');
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.demonstration]);
    const urls = await listDemoImages(client);
    await deleteDemoMail(client);
    await keepCategoriesInUse(client);
    const counts = await deleteRows(client);
    const images = await findUnusedImages(client, urls);
    const { rows: others } = await client.query<{ email: string; role: string }>(
      `SELECT email, role FROM profiles WHERE role <> 'user' AND lower(email) <> lower($1) ORDER BY email`,
      [owner?.email ?? ''],
    );
    if (owner) await createOwner(client, owner);
    await client.query(
      `INSERT INTO installation (key, value) VALUES ('mode', 'live') ON CONFLICT (key) DO UPDATE SET value = 'live'`,
    );
    // These chats are with nobody, and greet the demo store.
    await client.query('UPDATE orders SET whatsapp_link = NULL WHERE starts_with(whatsapp_link, $1)', [
      `https://wa.me/${demoNumber.replace('+', '')}?`,
    ]);
    // The next start stores the WhatsApp number of the live shop.
    await client.query(`DELETE FROM installation WHERE key LIKE 'whatsapp:%'`);
    // Prevents that a later start seeds an empty live shop with the demo store.
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

async function listDemoImages(client: pg.Client): Promise<string[]> {
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
 * The images that no row uses, old orders included. Never the placeholder: a live shop shows it for products without an
 * image.
 */
async function findUnusedImages(client: pg.Client, urls: string[]): Promise<string[]> {
  const { rows } = await client.query<{ url: string }>(
    `SELECT url FROM unnest($1::text[]) AS url
     WHERE url <> '/uploads/placeholder.jpg'
       AND NOT EXISTS (SELECT FROM order_items WHERE product_image = url)
       AND NOT EXISTS (SELECT FROM product_images WHERE image_url = url)
       AND NOT EXISTS (SELECT FROM hero_slide_images WHERE image_url = url)
       AND NOT EXISTS (SELECT FROM categories WHERE image_url = url)`,
    [urls],
  );
  return rows.map((row) => row.url);
}

/** Deletes queued emails to demo accounts, and all codes and links that were sent: anyone could read them at /dev/mailbox. */
async function deleteDemoMail(client: pg.Client): Promise<void> {
  await client.query('DELETE FROM verifications');
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('pgboss.job') IS NOT NULL AS exists`,
  );
  if (!rows[0]?.exists) return;
  await client.query(
    `DELETE FROM pgboss.job j USING profiles p WHERE j.name = 'mail' AND p.is_demo AND j.data ->> 'to' = p.email`,
  );
}

/** Unmarks the demo categories of remaining products, and the ancestors of remaining categories. */
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
  const counts = {} as Counts;
  // Foreign keys search these columns for every deleted profile; a large seed has a hundred thousand of them.
  await client.query(`CREATE INDEX go_live_products ON products (updated_by) WHERE updated_by IS NOT NULL`);
  await client.query(`CREATE INDEX go_live_switched ON products (switched_by) WHERE switched_by IS NOT NULL`);
  await client.query(`CREATE INDEX go_live_roles ON profiles (switched_by) WHERE switched_by IS NOT NULL`);
  await client.query(`CREATE INDEX go_live_events ON order_events (actor_id) WHERE actor_id IS NOT NULL`);
  for (const [kind, table] of Object.entries(TABLES) as [Kind, string][]) {
    const { rowCount } = await client.query(`DELETE FROM ${table} t WHERE ${isRemoved(kind)}`);
    counts[kind] = rowCount ?? 0;
  }
  // The deferred check of primary images must run before an index can be dropped.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  await client.query('DROP INDEX go_live_products, go_live_switched, go_live_roles, go_live_events');
  return counts;
}

/**
 * Creates the owner's account, or promotes the one with this email, and sets its password. A user who made that account in
 * the demo store need not be the owner, because anyone could read its emails: all its sign-in methods are deleted, and what acts
 * for it is switched off.
 */
async function createOwner(client: pg.Client, { email, name, passwordHash }: Owner): Promise<void> {
  const [first = '', ...rest] = name.split(/\s+/);
  await client.query(
    `INSERT INTO profiles (id, email, email_verified, name, first_name, last_name, role)
     VALUES ($1, lower($2), true, $3, $4, $5, 'super_admin')
     ON CONFLICT ((lower(email))) DO UPDATE
       SET role = 'super_admin', email_verified = true, banned = false, updated_at = now(), two_factor_enabled = false,
         phone = NULL, phone_verified = false,
         name = excluded.name, first_name = excluded.first_name, last_name = excluded.last_name`,
    [uuidv7(), email, name, first, rest.join(' ')],
  );
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM profiles WHERE lower(email) = lower($1)',
    [email],
  );
  const id = rows[0]!.id;
  for (const table of ['sessions', 'accounts', 'passkeys', 'two_factors'])
    await client.query(`DELETE FROM ${table} WHERE user_id = $1`, [id]);
  await client.query('UPDATE api_keys SET revoked_at = now() WHERE created_by = $1 AND revoked_at IS NULL', [
    id,
  ]);
  await client.query(
    `UPDATE webhooks SET is_active = false, off_reason = 'account' WHERE acts_for = $1 AND is_active`,
    [id],
  );
  await client.query(
    `INSERT INTO accounts (id, user_id, account_id, provider_id, password) VALUES ($1, $2::uuid, $2::text, 'credential', $3)`,
    [uuidv7(), id, passwordHash],
  );
}
