import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { Database } from './client.ts';

let database: Database;
let close: () => Promise<void>;
let owner: pg.Client;
const [CUSTOMER, ADMIN, SUPER] = [uuidv7(), uuidv7(), uuidv7()];
beforeAll(async () => {
  ({ database, owner, close } = await openTestDatabase());
  for (const [id, name, role] of [
    [CUSTOMER, 'Amara', 'user'],
    [ADMIN, 'Tunde', 'admin'],
    [SUPER, 'Adaeze', 'super_admin'],
  ])
    await owner.query(
      `insert into profiles (id, email, first_name, role) values ($1, $2 || '@shop.test', $2, $3)`,
      [id, name, role],
    );
});
afterAll(() => close());
beforeEach(() => owner.query('truncate change_sets, changes'));

/** One transaction of a user, of an operation with this summary. */
async function change(userId: string, summary: string, ...statements: string[]): Promise<void> {
  const user: SignedIn = { userId, role: 'admin', change: () => ({ operation: 'test.change', summary }) };
  await database.asCaller(user, async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });
}
const sets = async () =>
  (
    await owner.query(
      'select actor_id, actor_name, operation, summary, kinds, row_count, undo_of from change_sets order by at',
    )
  ).rows;
const changed = async () =>
  (await owner.query('select table_name, operation, thing, before, after from changes order by id')).rows;
const product = (id: string, name: string) =>
  `insert into products (id, name, description, price) values ('${id}', '${name}', 'D', 10)`;

async function addOrder(userId = CUSTOMER) {
  const [id, ...items] = [uuidv7(), uuidv7(), uuidv7()] as const;
  await owner.query(
    `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
     values ($1, (1000 + (select count(*) from orders))::text, $2, 'Amara', 'a@b.c', $1, 'x')`,
    [id, userId],
  );
  await owner.query('alter table order_items disable trigger record_insert');
  for (const item of items)
    await owner.query(
      `insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image)
       values ($1, $2, 0, $1, 'Kaftan', 1, 1, '/x')`,
      [item, id],
    );
  await owner.query('alter table order_items enable trigger record_insert');
  await owner.query('truncate change_sets, changes');
  return { id, items };
}

test('HIST-01 HIST-02 an operation is one set with its actor, its summary and the columns that differ', async () => {
  const [a, b] = [uuidv7(), uuidv7()];
  await owner.query(product(a, 'Agbada'));
  await owner.query(product(b, 'Buba'));
  await owner.query('truncate change_sets, changes');
  await change(
    ADMIN,
    'Raised the price of {products} by 10 %',
    `update products set price = price * 1.1, likes = likes + 1 where id in ('${a}', '${b}')`,
    `update products set description = 'New' where id = '${a}'`,
  );
  expect(await sets()).toEqual([
    {
      actor_id: ADMIN,
      actor_name: 'Tunde',
      operation: 'test.change',
      summary: 'Raised the price of 2 products by 10 %',
      kinds: ['product'],
      row_count: 3,
      undo_of: null,
    },
  ]);
  expect((await changed()).sort((x, y) => (x.thing < y.thing ? -1 : 1))).toEqual([
    {
      table_name: 'products',
      operation: 'update',
      thing: 'Agbada',
      before: { price: 10 },
      after: { price: 11 },
    },
    {
      table_name: 'products',
      operation: 'update',
      thing: 'Agbada',
      before: { description: 'D' },
      after: { description: 'New' },
    },
    {
      table_name: 'products',
      operation: 'update',
      thing: 'Buba',
      before: { price: 10 },
      after: { price: 11 },
    },
  ]);
  // The actor's name stays as it was then.
  await owner.query(`update profiles set first_name = 'Renamed' where id = $1`, [ADMIN]);
  expect(await sets()).toMatchObject([{ actor_name: 'Tunde' }]);
  await owner.query(`update profiles set first_name = 'Tunde' where id = $1`, [ADMIN]);
});

test('HIST-01 plain SQL is recorded for the database, with a summary of its own', async () => {
  const [a, category] = [uuidv7(), uuidv7()];
  await owner.query(`begin; ${product(a, 'Iro')};
    insert into categories (id, name, slug) values ('${category}', 'Wrappers', 'wrappers'); commit`);
  await owner.query(`update products set featured = true, category_id = $2 where id = $1`, [a, category]);
  await owner.query(`update products set featured = true where id = $1`, [a]);
  await owner.query(`delete from categories where id = $1`, [category]);
  expect((await sets()).map(({ actor_name, summary }) => [actor_name, summary])).toEqual([
    ['database', 'Added Wrappers and Iro'],
    ['database', 'Changed Iro'],
    ['database', 'Deleted Wrappers, changed Iro'],
  ]);
  expect((await changed()).slice(2)).toEqual([
    {
      table_name: 'products',
      operation: 'update',
      thing: 'Iro',
      before: { featured: false, category_id: null },
      after: { featured: true, category_id: category },
    },
    {
      table_name: 'categories',
      operation: 'delete',
      thing: 'Wrappers',
      before: expect.objectContaining({ id: category, slug: 'wrappers', version: 1, is_active: true }),
      after: null,
    },
    {
      table_name: 'products',
      operation: 'update',
      thing: 'Iro',
      before: { category_id: category },
      after: { category_id: null },
    },
  ]);
});

test('HIST-01 of images, promotions and slides every row that is added, changed or deleted, with its thing', async () => {
  const [item, image, promotion, slide, slideImage] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  await owner.query(product(item, 'Isiagu'));
  await owner.query('truncate change_sets, changes');
  const size = 'width, height';
  await change(
    ADMIN,
    'x',
    `insert into product_images (id, product_id, image_url, is_primary, ${size}) values ('${image}', '${item}', '/a.jpg', true, 1, 1)`,
    `update product_images set display_order = 2 where id = '${image}'`,
    `insert into promotions (id, name, code, start_date, end_date, promotion_value) values ('${promotion}', 'Eid', 'EID', '2026-01-01', '2026-01-02', 5)`,
    `update promotions set end_date = '2026-01-03', name = name where id = '${promotion}'`,
    `update products set promotion_id = '${promotion}' where id = '${item}'`,
    `insert into hero_slides (id, title, description, button_text, button_link, is_active, display_order, title_animation, description_animation)
       values ('${slide}', 'Brides', 'D', 'See', '/', true, 0, 'animate-float', 'animate-float')`,
    `update hero_slides set is_active = false where id = '${slide}'`,
    `insert into hero_slide_images (id, slide_id, image_url, ${size}) values ('${slideImage}', '${slide}', '/b.jpg', 1, 1)`,
    `delete from product_images where id = '${image}'`,
    `delete from hero_slide_images where id = '${slideImage}'`,
    `delete from hero_slides where id = '${slide}'`,
    `delete from promotions where id = '${promotion}'`,
  );
  const { rows } = await owner.query(
    'select concat_ws($1, operation, table_name, kind, thing) as what, thing_id, before, after from changes order by id',
    [' '],
  );
  const whole = (columns: Record<string, unknown>) => expect.objectContaining(columns);
  const row = (what: string, thing_id: string, before: unknown, after: unknown) => ({
    what,
    thing_id,
    before,
    after,
  });
  expect(rows).toEqual([
    row('insert product_images product Isiagu', item, null, whole({ id: image, image_url: '/a.jpg' })),
    row('update product_images product Isiagu', item, { display_order: 0 }, { display_order: 2 }),
    row('insert promotions promotion Eid', promotion, null, whole({ code: 'EID', promotion_value: 5 })),
    row('update promotions promotion Eid', promotion, { end_date: '2026-01-02' }, { end_date: '2026-01-03' }),
    row('update products product Isiagu', item, { promotion_id: null }, { promotion_id: promotion }),
    row('insert hero_slides slide Brides', slide, null, whole({ title: 'Brides', is_active: true })),
    row('update hero_slides slide Brides', slide, { is_active: true }, { is_active: false }),
    row('insert hero_slide_images slide Brides', slide, null, whole({ id: slideImage, image_url: '/b.jpg' })),
    row('delete product_images product Isiagu', item, whole({ id: image, display_order: 2 }), null),
    row('delete hero_slide_images slide Brides', slide, whole({ id: slideImage }), null),
    row('delete hero_slides slide Brides', slide, whole({ id: slide, is_active: false }), null),
    row('delete promotions promotion Eid', promotion, whole({ id: promotion, end_date: '2026-01-03' }), null),
    row('update products product Isiagu', item, { promotion_id: promotion }, { promotion_id: null }),
  ]);
});

test('HIST-01 a recorded table is not emptied by TRUNCATE, which leaves no record, unless the owner says so', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'record_delete'`,
  );
  expect(rows.length).toBeGreaterThan(8);
  await owner.query('begin; set local app.unrecorded to default');
  try {
    for (const { name } of rows) {
      await owner.query('savepoint s');
      await expect(owner.query(`truncate ${name} cascade`), name).rejects.toThrow(
        /^TRUNCATE of \w+ is not recorded in the history and cannot be undone$/,
      );
      await owner.query('rollback to s');
    }
    // Also one that follows from another table.
    await expect(owner.query('truncate orders cascade')).rejects.toThrow(/^TRUNCATE of \w+ is not recorded/);
  } finally {
    await owner.query('rollback');
  }
  for (const allowed of ['on', 'truncate'])
    await owner.query(
      `begin; set local app.unrecorded = '${allowed}'; truncate promotions cascade; rollback`,
    );
});

test('HIST-01 of orders the status, and notes and items as the staff change them; nothing their customer does', async () => {
  const { id, items } = await addOrder();
  await change(
    CUSTOMER,
    'Changed a note of {orders}',
    `update order_items set note = 'My wish' where id = '${items[0]}'`,
  );
  expect(await sets()).toEqual([]);
  await change(
    ADMIN,
    'Changed a note of {orders}',
    `update order_items set note = 'Blue' where id = '${items[0]}'`,
  );
  await change(
    ADMIN,
    'Set {orders} to Processing',
    `update orders set opened_at = now(), updated_at = now() where id = '${id}'`,
  );
  await change(ADMIN, 'Removed an item from {orders}', `delete from order_items where id = '${items[1]}'`);
  await change(
    ADMIN,
    'Set {orders} to Processing',
    `update orders set status = 'processing' where id = '${id}'`,
  );
  const number = (await owner.query('select order_number from orders where id = $1', [id])).rows[0]
    .order_number;
  expect((await sets()).map(({ summary }) => summary)).toEqual([
    `Changed a note of order ${number}`,
    `Removed an item from order ${number}`,
    `Set order ${number} to Processing`,
  ]);
  expect(await changed()).toMatchObject([
    { thing: number, before: { note: 'My wish' }, after: { note: 'Blue' } },
    { operation: 'delete', before: { id: items[1], product_name: 'Kaftan' } },
    { before: { status: 'pending' }, after: { status: 'processing' } },
  ]);
});

test('HIST-01 of accounts the role and the ban, and nothing personal', async () => {
  await change(
    SUPER,
    'Changed the role of {users} to Admin',
    `update profiles set role = 'admin', first_name = 'Ama', updated_at = now() where id = '${CUSTOMER}'`,
  );
  expect(await changed()).toEqual([
    {
      table_name: 'profiles',
      operation: 'update',
      thing: 'Ama',
      before: { role: 'user' },
      after: { role: 'admin' },
    },
  ]);
  await change(
    SUPER,
    'x',
    `update profiles set role = 'user', first_name = 'Amara' where id = '${CUSTOMER}'`,
  );
});

test('what is rolled back leaves nothing, and a savepoint only what stays', async () => {
  const id = uuidv7();
  await owner.query(`begin; ${product(id, 'Gone')}; rollback`);
  expect(await sets()).toEqual([]);
  await owner.query(
    `begin; savepoint s; ${product(uuidv7(), 'Gone')}; rollback to s; ${product(id, 'There')}; commit`,
  );
  expect(await sets()).toMatchObject([{ summary: 'Added There', row_count: 1 }]);
});

test('a summary names another kind than was changed: the database makes one', async () => {
  await change(ADMIN, 'Deleted {promotions}', product(uuidv7(), 'Sokoto'));
  expect(await sets()).toMatchObject([{ summary: 'Added Sokoto' }]);
});

test('HIST-04 no request writes the history, or a summary for another transaction', async () => {
  const forbidden = { cause: { code: '42501' } };
  for (const statement of [
    `insert into change_sets (summary) values ('x')`,
    `insert into changes (set_id, kind, thing_id, table_name, row_id, operation) values (gen_random_uuid(), 'product', gen_random_uuid(), 'x', gen_random_uuid(), 'insert')`,
    `update change_sets set summary = 'x'`,
    `update changes set after = null`,
    'delete from change_sets',
    'delete from changes',
    'truncate changes',
    'select * from history.changes_default',
    'select change_set_id()',
    `select record_table('limits', 'product', 'key', '')`,
    'select keep_change_partitions(0)',
    `select thing_name('user', gen_random_uuid())`,
  ])
    await expect(change(SUPER, 'x', statement), statement).rejects.toMatchObject(forbidden);
  // Settings that injected SQL leaves on the connection are those of no later transaction.
  const pool = database.webPool;
  const client = await pool.connect();
  try {
    await client.query(`select set_config('app.summary', 'Forged', false), set_config('app.undo_of', gen_random_uuid()::text, false),
      set_config('app.unrecorded', 'on', false)`);
    await client.query(
      `begin; select set_caller('${ADMIN}', 'a.b', 'Added {products}'); ${product(uuidv7(), 'Aran')}; commit`,
    );
  } finally {
    client.release(true);
  }
  expect(await sets()).toMatchObject([{ summary: 'Added Aran', undo_of: null }]);
});

test('HIST-04 admins read what concerns the shop, super admins also roles, others nothing', async () => {
  await change(ADMIN, 'x', product(uuidv7(), 'Danshiki'));
  await change(SUPER, 'x', `update profiles set banned = true where id = '${CUSTOMER}'`);
  await change(SUPER, 'x', `update profiles set banned = false where id = '${CUSTOMER}'`);
  const seen = (userId: string | null) =>
    database.asCaller(userId === null ? null : { userId, role: 'super_admin' }, async (tx) => {
      const counts = [];
      for (const from of ['change_sets', 'changes', 'change_history', 'changed_rows'])
        counts.push((await tx.execute(sql.raw(`select 1 from ${from}`))).rowCount);
      return counts;
    });
  expect(await seen(SUPER)).toEqual([3, 3, 3, 3]);
  expect(await seen(ADMIN)).toEqual([1, 1, 1, 1]);
  expect(await seen(CUSTOMER)).toEqual([0, 0, 0, 0]);
  expect(await seen(null)).toEqual([0, 0, 0, 0]);
});

/** Tables whose changes are not recorded, and why. */
const UNRECORDED: Record<string, string> = {
  account_events: 'the audit log: written once, kept half a year',
  agent_requests: 'idempotency keys of a day',
  agent_sessions: 'carts of agents, for a day',
  accounts: 'sign-in methods: the audit log says when they changed',
  api_keys: 'who may call: the list says by whom, and a revoked key stays in it',
  backups: 'a record of the jobs',
  category_slugs: 'follows from categories.slug',
  change_sets: 'the history itself',
  changes: 'the history itself',
  counters: 'follows from other tables',
  'drizzle.__drizzle_migrations': 'which migrations were applied',
  installation: 'set at the start',
  limits: 'counters of requests',
  order_events: 'the history of an order for its customer and the staff',
  orderings: 'versions of lists',
  passkeys: 'sign-in methods: the audit log says when they changed',
  past_order_messages: 'texts made from recorded notes and items',
  'preview.signing_key': 'set at a start, from the secret of the shop',
  product_imports: 'keys of imports',
  product_likes:
    'likes of browsers; why they do not return with a deleted product: docs/decisions/0036-change-history.md',
  push_keys: 'made once, at a start',
  push_subscriptions: 'what users want to hear of in their own browsers',
  restored_jobs: 'a queue',
  search_words: 'follows from other tables',
  sales_totals: 'follows from other tables',
  doctor_lines: 'since when the doctor sees a state',
  saved_filters: 'how staff look at lists, nothing of the shop itself',
  sessions: 'sessions',
  spent_captchas: 'a cache of answers',
  searches: 'counts of what shoppers search for',
  two_factors: 'sign-in methods: the audit log says when they changed',
  verifications: 'codes that expire',
  webhook_deliveries: 'a queue',
  webhooks: 'where other programs hear of changes: the audit log says who made and changed them',
};

/** Changes of recorded tables that are not recorded, and why. */
const UNRECORDED_CHANGES: Record<string, string> = {
  'insert contact_submissions': 'visitors write messages',
  'delete contact_submissions': 'what visitors wrote is theirs, and leaves nothing',
  'insert orders': 'customers submit orders, and order_events has them',
  'delete orders': 'no request may delete one',
  'insert profiles': 'users register themselves, and the audit log has it',
  'delete profiles': 'a deleted account leaves nothing personal',
};

test('HIST-03 every table has the triggers of all changes, or a reason for none', async () => {
  const { rows } = await owner.query<{ name: string; lacks: string[] }>(
    `select c.oid::regclass::text as name, array(
       select change from unnest('{insert,update,delete}'::text[]) change where not exists (
         select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'record_' || change and t.tgenabled = 'O')) as lacks
     from pg_class c where relkind in ('r', 'p') and not relispartition
       and relnamespace::regnamespace::text !~ '^(pg_|information_schema$)' order by 1`,
  );
  const unrecorded = rows.filter(({ lacks }) => lacks.length === 3).map(({ name }) => name);
  expect(unrecorded.sort()).toEqual(Object.keys(UNRECORDED).sort());
  const partly = rows.filter(({ lacks }) => lacks.length < 3);
  expect(partly.flatMap(({ name, lacks }) => lacks.map((change) => `${change} ${name}`))).toEqual(
    Object.keys(UNRECORDED_CHANGES),
  );
});

const undoable = async () =>
  (
    await owner.query<{ name: string; needs: string[] }>(
      `select c.relname as name, array(select f.confrelid::regclass::text from pg_constraint f
       where f.conrelid = c.oid and f.contype = 'f' and f.confrelid not in (c.oid, 'profiles'::regclass)) as needs
     from pg_class c join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'record_update'`,
    )
  ).rows;

test('HIST-03 every column that a recorded table has now is recorded', async () => {
  const functions = async () =>
    (
      await owner.query<{ name: string; source: string }>(
        `select proname as name, prosrc as source from pg_proc where pronamespace = 'history'::regnamespace order by 1`,
      )
    ).rows;
  const made = await functions();
  expect(made).toHaveLength(new Set((await undoable()).map(({ name }) => name)).size);
  await owner.query('begin');
  // As the last migration that adds a column has to call it: with the arguments of the table's triggers.
  await owner.query(
    `select record_table(name, args[1], args[2], args[3], args[4]::text[], operations) from (
       select tgrelid::regclass::text as name, string_to_array(encode(tgargs, 'escape'), '\\000') as args,
         array_agg(substr(tgname, 8) order by tgname) as operations
       from pg_trigger where tgname like 'record\\_%' group by 1, 2) t`,
  );
  const again = await functions();
  await owner.query('rollback');
  expect(again).toEqual(made);
});

test('a transaction in which the user changes after a write is refused', async () => {
  const client = await database.webPool.connect();
  const forge = `select set_config('app.user', $1 || '@' || extract(epoch from transaction_timestamp()), true)`;
  try {
    for (const user of [SUPER, null]) {
      await client.query('begin');
      await client.query(`select set_caller($1, 'a.b', 'x')`, [ADMIN]);
      await client.query(product(uuidv7(), 'Forged'));
      await client.query(user ? forge : `select set_config('app.user', $1, true)`, [user ?? '']);
      await expect(client.query('commit')).rejects.toMatchObject({ code: '42501' });
    }
  } finally {
    client.release(true);
  }
  expect(await sets()).toEqual([]);
});

test('every recorded table is undone, after those it refers to', async () => {
  const rows = await undoable();
  const source = (await owner.query(`select prosrc from pg_proc where proname = 'undo_change_set'`)).rows[0]
    .prosrc;
  const order = [.../ARRAY\[([^\]]*)\]/.exec(source)![1]!.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  expect([...order].sort()).toEqual(rows.map(({ name }) => name).sort());
  for (const { name, needs } of rows)
    for (const need of needs) expect(order.indexOf(need)).toBeLessThan(order.indexOf(name));
});

const partitions = async (table = 'changes') =>
  (
    await owner.query(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
      [table],
    )
  ).rows.map(({ name }) => name.replace(`history.${table}_`, ''));

test('HIST-11 whole months are dropped after the days to keep, and the next months are there', async () => {
  await owner.query(product(uuidv7(), 'Old'));
  // A shop that did not run for long: rows of old months are in the default partition.
  for (const table of ['change_sets', 'changes']) {
    await owner.query(`update ${table} set at = '2024-02-10'`);
    await owner.query(`insert into ${table} select * from ${table}`).catch(() => {});
  }
  await owner.query(product(uuidv7(), 'Young'));
  const keep = (days: number) => database.authPool.query('select keep_change_partitions($1)', [days]);
  const current = await partitions();
  expect(current).toHaveLength(4);
  await keep(36_500);
  expect(await partitions()).toEqual(['2024_02', ...current]);
  expect(await partitions('change_sets')).toEqual(['2024_02', ...current]);
  expect((await owner.query('select thing from changes order by at')).rows).toEqual([
    { thing: 'Old' },
    { thing: 'Young' },
  ]);
  await keep(400);
  expect(await partitions()).toEqual(current);
  expect(await sets()).toMatchObject([{ summary: 'Added Young' }]);
  // Without its month a change goes to the default partition.
  await owner.query(`drop table history.${`changes_${current[0]}`}`);
  await owner.query(product(uuidv7(), 'Homeless'));
  expect((await owner.query('select thing from history.changes_default')).rows).toEqual([
    { thing: 'Homeless' },
  ]);
  await keep(400);
  expect(await partitions()).toEqual(current);
  expect((await owner.query('select thing from history.changes_default')).rows).toEqual([]);
});

test('HIST-11 the history of a deleted account keeps neither its name nor the notes of its orders', async () => {
  const leaving = uuidv7();
  await owner.query(
    `insert into profiles (id, email, first_name, role) values ($1, 'chi@shop.test', 'Chi', 'admin')`,
    [leaving],
  );
  const { id: others } = await addOrder();
  const { id: own, items } = await addOrder(leaving);
  await change(leaving, 'x', product(uuidv7(), 'Ankara'));
  await change(
    SUPER,
    'Changed the role of {users} to User',
    `update profiles set role = 'user' where id = '${leaving}'`,
  );
  await change(ADMIN, 'x', `update order_items set note = 'Bust 96' where id = '${items[0]}'`);
  await change(
    ADMIN,
    'x',
    `update orders set status = 'completed' where id = (select order_id from order_items where id = '${items[0]}')`,
  );
  expect(await sets()).toMatchObject([
    { actor_name: 'Chi' },
    { summary: 'Changed the role of Chi to User' },
    {},
    {},
  ]);
  await owner.query(
    `insert into order_events (id, order_id, kind, actor_id, actor_name)
     select gen_random_uuid(), o.id, 'status', $3, 'Chi' from orders o where o.id in ($1, $2)`,
    [own, others, leaving],
  );
  await database.authPool.query('delete from profiles where id = $1', [leaving]);
  expect(await sets()).toMatchObject([
    { actor_id: null, actor_name: 'Former staff member' },
    { summary: 'Changed the role of a former user to User' },
    {},
    {},
  ]);
  const all = JSON.stringify(
    (await owner.query('select s.*, c.* from change_sets s join changes c on c.set_id = s.id')).rows,
  );
  expect(all).not.toMatch(/chi|Bust 96/i);
  // Also the events of orders of others.
  const events = 'select actor_name from order_events where order_id in ($1, $2) order by order_id = $1';
  expect((await owner.query(events, [own, others])).rows).toEqual([
    { actor_name: 'Former staff member' },
    { actor_name: 'Former customer' },
  ]);
  // The next transaction of the connection is recorded again.
  await owner.query(product(uuidv7(), 'Recorded'));
  expect((await sets()).at(-1)).toMatchObject({ summary: 'Added Recorded' });
});

test('HIST-11 every name and email of a deleted account is masked, also in undos and under its earlier names', async () => {
  const [leaving, other] = [uuidv7(), uuidv7()];
  await owner.query(
    `insert into profiles (id, email, first_name, last_name) values ($1, 'ada.old@shop.test', '', ''), ($2, 'eze@shop.test', 'Oldest', 'Eze')`,
    [leaving, other],
  );
  const newest = async () =>
    (await owner.query<{ id: string }>('select id from change_sets order by at desc limit 1')).rows[0]!.id;
  const rename = (first: string, last: string) =>
    owner.query('update profiles set first_name = $2, last_name = $3 where id = $1', [leaving, first, last]);
  const ban = (ids: string) => `update profiles set banned = not banned where id in (${ids})`;
  const [one, both] = [`'${leaving}'`, `'${leaving}', '${other}'`];
  // By its email while its name was blank, then by two names; each is undone under the next one.
  for (const [first, last, ids] of [
    ['Ada', 'Old', one],
    ['Former (Ann)', '', one],
    ['User', 'New+', both],
  ] as const) {
    await change(SUPER, 'Banned {users}', ban(ids));
    const set = await newest();
    await rename(first, last);
    await change(SUPER, 'x', `select undo_change_set('${set}', false)`);
  }
  // An undo that leaves the account as it is has its name too.
  const fabric = uuidv7();
  await owner.query(`begin; ${ban(one)}; ${product(fabric, 'Lace')}; commit`);
  const mixed = await newest();
  await change(SUPER, 'Changed {users}', ban(one));
  await change(SUPER, 'x', `select undo_change_set('${mixed}', false)`);
  await change(SUPER, 'Changed {users}', ban(`'${other}'`));
  expect((await sets()).map(({ summary }) => summary)).toEqual([
    'Banned ada.old@shop.test',
    'Undid: Banned ada.old@shop.test',
    'Banned Ada Old',
    'Undid: Banned Ada Old',
    'Banned 2 users',
    'Undid: Banned 2 users',
    'Added Lace, changed User New+',
    'Changed User New+',
    'Undid: Added Lace, changed User New+',
    'Changed Oldest Eze',
  ]);
  await database.authPool.query('delete from profiles where id = $1', [leaving]);
  expect((await sets()).map(({ summary }) => summary)).toEqual([
    'Banned a former user',
    'Undid: Banned a former user',
    'Banned a former user',
    'Undid: Banned a former user',
    'Banned 2 users',
    'Undid: Banned 2 users',
    'Added Lace, changed a former user',
    'Changed a former user',
    'Undid: Added Lace, changed a former user',
    'Changed Oldest Eze',
  ]);
  const { rows } = await owner.query<{ text: string }>(
    `select concat_ws(' ', s.summary, s.search, c.thing) as text from change_sets s join changes c on c.set_id = s.id order by s.at`,
  );
  expect(rows.filter(({ text }) => /ada|old\b|ann\b|new|shop\.test/i.test(text))).toEqual([]);
  expect(rows.at(-1)).toMatchObject({ text: expect.stringContaining('oldest eze') });
});
