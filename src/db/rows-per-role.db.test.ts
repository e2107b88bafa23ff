import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';

// What remains forbidden if an operation omits its access check: each role reads, changes and deletes every table
// without WHERE.

let testDatabase: TestDatabase;
let owner: pg.Client;

const ID = '00000000-0000-7000-8000-0000000000';
/** The owners of the rows. Each actor has a row where rows belong to users, and there is one more user. */
const USERS = { customer: `${ID}01`, admin: `${ID}02`, super_admin: `${ID}03`, another: `${ID}04` };
const ACTORS = ['visitor', 'customer', 'admin', 'super_admin'] as const;

const forEach = (insert: string) => `do $$ declare account uuid; begin
  for account in select id from profiles loop ${insert}; end loop; end $$`;

/** Rows for every table; a table without rows fails below. */
const ROWS = [
  ...Object.entries(USERS).map(
    ([name, id]) => `insert into profiles (id, email, role)
      values ('${id}', '${name}@y.z', '${name === 'another' ? 'user' : name.replace('customer', 'user')}')`,
  ),
  forEach(
    `insert into sessions (id, user_id, token, expires_at) values (gen_random_uuid(), account, account, now())`,
  ),
  forEach(
    `insert into accounts (id, user_id, account_id, provider_id) values (gen_random_uuid(), account, account, 'credential')`,
  ),
  forEach(
    `insert into two_factors (user_id, secret) values (account, 'x');
     insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
     values (gen_random_uuid(), account, 'x', account, 0, 'x', false);
     insert into account_events (kind, matter, user_id) values ('signed_in', 'sign_in', account)`,
  ),
  `insert into verifications (id, identifier, value, expires_at) values (gen_random_uuid(), 'x', 'x', now())`,
  // The triggers record changes of roles and the catalogue.
  `update profiles set banned = not banned where id = '${USERS.another}'`,
  `insert into promotions (id, name, code, start_date, end_date, promotion_value) values (gen_random_uuid(), 'x', 'x', now(), now(), 1)`,
  `insert into categories (id, name, slug) values ('${ID}10', 'x', 'x')`,
  `insert into category_slugs (slug, category_id) values ('old', '${ID}10')`,
  `insert into products (id, name, description, price, status) values ('${ID}11', 'x', 'x', 1, 'published'), ('${ID}13', 'x', 'x', 1, 'draft')`,
  `insert into product_images (id, product_id, image_url, is_primary, width, height)
    select gen_random_uuid(), id, '/x', true, 1, 1 from products`,
  `insert into product_likes (product_id, browser_id) values ('${ID}11', gen_random_uuid())`,
  forEach(`insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
    values (account, '99' || right(account::text, 2), account, 'x', 'x', account, 'x');
    insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image)
    values (gen_random_uuid(), account, 0, account, 'x', 1, 1, '/x');
    insert into order_events (id, order_id, kind) values (gen_random_uuid(), account, 'opened');
    insert into past_order_messages (order_id, replaced_at, whatsapp_link) values (account, now(), 'https://wa.me/1?text=x');
    insert into staff_notes (id, order_id, author_id, text) values (gen_random_uuid(), account, account, 'x')`),
  `insert into hero_slides (id, title, description, button_text, button_link, title_animation, description_animation)
    values ('${ID}12', 'x', 'x', 'x', '/', 'animate-float', 'animate-float')`,
  `insert into hero_slide_images (id, slide_id, image_url, width, height) values (gen_random_uuid(), '${ID}12', '/x', 1, 1)`,
  `insert into planned_changes (id, day, product_id, price) values (gen_random_uuid(), now(), '${ID}11', 1)`,
  `insert into special_days (name, first_day, last_day) values ('x', now(), now())`,
  `insert into searches (day, query, times, found) values (now(), 'x', 1, 0)`,
  `insert into contact_submissions (id, name, email, subject, message) values (gen_random_uuid(), 'xx', 'x', 'xxxxx', 'xxxxxxxxxx')`,
  `insert into spent_captchas (nonce, expires_at) values (repeat('0', 32), now())`,
  `insert into limits (key, window_start, hits) values ('x', now(), 1)`,
  `insert into agent_sessions (kind, product_ids, expires_at) values ('cart', '{}', now())`,
  `insert into agent_requests (key, body_hash, expires_at) values (repeat('0', 64), repeat('0', 64), now())`,
  `insert into installation (key, value) values ('x', 'x')`,
  `insert into backups (name, made_at) values ('x', now())`,
  `insert into doctor_lines (line, state) values ('x', 'ok')`,
  `insert into push_keys (public_key, private_key) values ('B' || repeat('x', 86), repeat('x', 43))`,
  `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, own_orders)
    select user_id, id, 'https://push.test/' || id, 'B' || repeat('x', 86), repeat('x', 22), true from sessions`,
  `insert into restored_jobs (id, name, data) values (gen_random_uuid(), 'x', '{}')`,
  forEach(`insert into product_imports (id, user_id, idempotency_key, body_hash, product_count)
    values (gen_random_uuid(), account, account, 'x', 1)`),
  forEach(
    `insert into saved_filters (id, list, name, search, owner_id) values (account, 'orders', 'x', '{}', account)`,
  ),
  `insert into api_keys (id, name, prefix, hash, scopes, created_by)
    values (gen_random_uuid(), 'x', 'aso_abcdef', repeat('0', 64), '{orders:read}', '${USERS.super_admin}')`,
  `insert into webhooks (id, name, url, events, secret) values ('${ID}14', 'x', 'https://x.test', '{order.submitted}', 'x')`,
  `insert into webhook_deliveries (webhook_id, event) values ('${ID}14', 'webhook.test')`,
  `insert into saved_filters (id, list, name, search) values (gen_random_uuid(), 'orders', 'x', '{}')`,
];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  owner = new pg.Client(testDatabase.url);
  await owner.connect();
  for (const insert of ROWS) await owner.query(insert);
});
afterAll(async () => {
  await owner.end();
  await testDatabase.drop();
});

/** How many rows a statement affects as a role; rolled back. */
async function reach(
  role: string,
  caller: string | null,
  statement: string,
): Promise<number | 'denied' | 'guarded'> {
  try {
    const answers = await owner.query(
      `begin; set local role ${role}; select set_config('app.user', '${caller ?? ''}', true); ${statement}`,
    );
    return (answers as unknown as pg.QueryResult[]).at(-1)?.rowCount ?? 0;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '42501') return 'denied';
    // The policy allowed it; a constraint did not.
    if (code?.startsWith('23')) return 'guarded';
    throw error;
  } finally {
    await owner.query('rollback');
  }
}

/** What a part of a table's rows is called, where it is not a user's own rows. */
const PARTS: Record<string, string> = { products: 'published', product_images: 'published' };

const inWords = (reached: number | string, all: number, table: string) => {
  if (typeof reached === 'string') return reached;
  return reached === 0 ? 'none' : reached === all ? 'all' : (PARTS[table] ?? 'own');
};

async function updatable(table: string, role: string): Promise<string | undefined> {
  const { rows } = await owner.query(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1
       and is_generated = 'NEVER' and is_identity = 'NO' and has_column_privilege($2, $1, column_name, 'UPDATE')
     order by ordinal_position desc limit 1`,
    [table, role],
  );
  return rows[0]?.name;
}

test('OPEN-17 OPEN-18 which rows each role reaches when nothing else asks', async () => {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const all = Number((await owner.query(`select count(*) from ${name}`)).rows[0].count);
    expect(all, `${name} has no row to try it with: give it one above`).toBeGreaterThan(0);
    for (const verb of ['select', 'update', 'delete']) {
      const cells: string[] = [];
      for (const actor of [...ACTORS, 'sign-in'] as const) {
        const role = actor === 'sign-in' ? 'aso_auth' : 'aso_web';
        const caller = actor === 'visitor' || actor === 'sign-in' ? null : USERS[actor];
        const column = await updatable(name, role);
        const statement = {
          select: `select from ${name}`,
          update: column ? `update ${name} set ${column} = ${column}` : undefined,
          delete: `delete from ${name}`,
        }[verb];
        const reached = statement ? await reach(role, caller, statement) : 'denied';
        cells.push(inWords(reached, all, name).replace('denied', '-').padEnd(10));
      }
      if (verb === 'select' || cells.some((one) => one.trim() !== '-')) {
        lines.push(`${name.padEnd(20)}${verb.padEnd(8)}${cells.join('')}`.trimEnd());
      }
    }
  }
  const header = `${''.padEnd(28)}${[...ACTORS, 'sign-in'].map((actor) => actor.replace('super_admin', 'super').padEnd(10)).join('')}`;
  await expect(`${header.trimEnd()}\n${lines.join('\n')}\n`).toMatchFileSnapshot('../../docs/rows.txt');
});
