import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { applyMigrations } from './apply-migrations.ts';
import { lastMigration } from './last-migration.ts';
import { MigrationBlockedError, migrate } from './migrate.ts';
import auditLog from './migrations/meta/_journal.json' with { type: 'json' };

let base: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  base = await createTestDatabase();
  owner = new pg.Client(base.url);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await base.drop();
});

const noted = async () =>
  (await owner.query('select created_at::text as at from drizzle.__drizzle_migrations order by 1')).rows.map(
    ({ at }) => Number(at),
  );

test('an up-to-date database is not changed, also by concurrent processes', async () => {
  await Promise.all([migrate(base.url), migrate(base.url), migrate(base.url)]);
  expect(await noted()).toEqual(auditLog.entries.map(({ when }) => when));
});

/** A database as an earlier release left it, after the migration `last`. */
async function createOlder(last: string): Promise<{ older: TestDatabase; client: pg.Client }> {
  const older = await createTestDatabase('template1');
  const client = new pg.Client(older.url);
  await client.connect();
  await applyMigrations(client, { last });
  return { older, client };
}

test('a migration blocked by another connection ends with a message, and the next start goes on', async () => {
  const { older, client } = await createOlder('0010_bound_caller');
  const reader = new pg.Client(older.url);
  await reader.connect();
  try {
    await client.query('grant create on schema public to public');
    // A backup reads all tables in one transaction, a request writes; both hold their locks to its end.
    await reader.query('begin');
    await reader.query('lock table order_events in row exclusive mode');
    const started = performance.now();
    const refusal = await migrate(older.url).then(
      () => expect.fail('It was migrated'),
      (error: unknown) => error as Error,
    );
    expect(performance.now() - started).toBeLessThan(40_000);
    expect(refusal).toBeInstanceOf(MigrationBlockedError);
    expect(refusal.message).toMatch(
      /tables were in use .* What was done is kept.* End .* then start again\.$/,
    );
    const made = `select to_regclass('change_sets') is not null as yes`;
    expect((await client.query(made)).rows).toEqual([{ yes: false }]);
    expect(await lastMigration(client)).toBe('0011_names');
    await reader.query('commit');
    await migrate(older.url);
    expect((await client.query(made)).rows).toEqual([{ yes: true }]);
  } finally {
    await Promise.all([client.end(), reader.end()]);
    await older.drop();
  }
}, 60_000);

/** Writes this many products and orders as release 1.0.0 did. */
async function fillRelease1(client: pg.Client, count: number): Promise<void> {
  await client.query(`
    insert into profiles (id, email) values (md5('ada')::uuid, 'ada@shop.test');
    insert into products (id, name, description, price)
      select md5('product ' || n)::uuid, 'Agbada ' || n, 'Of cotton.', n from generate_series(1, ${count}) n;
    insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
      select md5('order ' || n)::uuid, (10000 + n)::text, md5('ada')::uuid, 'Ada', 'ada@shop.test', gen_random_uuid(), ''
      from generate_series(1, ${count}) n;
    insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image)
      select gen_random_uuid(), md5('order ' || n)::uuid, 0, md5('product ' || n)::uuid, 'Agbada ' || n, n, n, '/x.jpg'
      from generate_series(1, ${count}) n;
    insert into order_events (id, order_id, kind)
      select gen_random_uuid(), md5('order ' || n)::uuid, 'submitted' from generate_series(1, ${count}) n;
    analyze;`);
}

// The lock of ALTER TABLE stops all reads until the end of the transaction, so that nothing long may follow it.
test('no migration reads or writes all rows of a table while others cannot read it', async () => {
  const { older, client } = await createOlder('0010_bound_caller');
  try {
    await fillRelease1(client, 2000);
    const { rows: tables } = await client.query(`select array_agg(relid) as ids from pg_stat_user_tables`);
    const found: string[] = [];
    const rowsAtLock = new Map<string, number>();
    const check = async (statement: string): Promise<void> => {
      const { rows } = await client.query(
        `select s.relname as name, (s.seq_tup_read + s.n_tup_upd)::int as rows
         from pg_stat_xact_user_tables s join pg_locks l on l.relation = s.relid
         where l.pid = pg_backend_pid() and l.mode = 'AccessExclusiveLock' and s.relid = any($1)`,
        [tables[0].ids],
      );
      for (const name of rowsAtLock.keys())
        if (!rows.some((row) => row.name === name)) rowsAtLock.delete(name);
      for (const { name, rows: touched } of rows) {
        const before = rowsAtLock.get(name) ?? touched;
        if (touched - before >= 1000) found.push(`${name}: ${statement.slice(0, 120)}`);
        rowsAtLock.set(name, touched);
      }
    };
    const watched: pg.Client = Object.assign(Object.create(client), {
      query: async (statement: string, values?: unknown[]) => {
        const answer = await client.query(statement, values);
        await check(statement);
        return answer;
      },
    });
    await client.query('BEGIN');
    await applyMigrations(watched, { commitEach: true });
    await client.query('COMMIT');
    expect(found).toEqual([]);
    const { rows: names } = await client.query(
      `select count(*)::int from orders where product_names like ' agbada %'`,
    );
    expect(names).toEqual([{ count: 2000 }]);
    // An index whose build failed stays, and is used by nothing.
    expect((await client.query('select from pg_index where not indisvalid')).rows).toEqual([]);
    expect((await client.query('select from pg_constraint where not convalidated')).rows).toEqual([]);
  } finally {
    await client.end();
    await older.drop();
  }
}, 60_000);

test('a database of the release before keeps its rows under the new names', async () => {
  const { older, client } = await createOlder('0010_bound_caller');
  const at = '2026-11-01T10:00:00.000Z';
  try {
    await client.query(`
      insert into profiles (id, email) values (gen_random_uuid(), 'ada@shop.test');
      insert into sessions (id, user_id, token, expires_at, way, second_step, proven_at)
        select gen_random_uuid(), id, 'x', now(), 'password', 'app', '${at}' from profiles;
      insert into accounts (id, user_id, account_id, provider_id, address)
        select gen_random_uuid(), id, 'x', 'adire', 'ada@adire.test' from profiles;
      insert into backups (name, made_at, proven_at, drill_error) values ('b', now(), '${at}', 'broken');
      insert into account_events (kind, matter, detail) values
        ('signed_in', 'sign_in', '{"way": "passkey", "more": "x"}'),
        ('signed_in', 'sign_in', '{"way": "code", "second_step": "app"}'),
        ('change_failed', 'failure', '{"reason": "CONFLICT"}');`);
    await migrate(older.url);
    const rowsOf = async (statement: string) => (await client.query(statement)).rows;
    expect(await rowsOf('select sign_in_method, second_factor, reauthenticated_at from sessions')).toEqual([
      { sign_in_method: 'password', second_factor: 'app', reauthenticated_at: new Date(at) },
    ]);
    expect(await rowsOf('select email from accounts')).toEqual([{ email: 'ada@adire.test' }]);
    expect(await rowsOf('select verified_at, verification_error from backups')).toEqual([
      { verified_at: new Date(at), verification_error: 'broken' },
    ]);
    expect(
      (await rowsOf('select detail from account_events order by kind, id')).map(({ detail }) => detail),
    ).toEqual(
      expect.arrayContaining([
        { reason: 'CONFLICT' },
        { sign_in_method: 'passkey', more: 'x' },
        { sign_in_method: 'code', second_factor: 'app' },
      ]),
    );
    expect(await rowsOf(`select tgname from pg_trigger where tgname ~ '^tell_|circle|leave'`)).toEqual([]);
  } finally {
    await client.end();
    await older.drop();
  }
});

test('HIST-06 change sets of before are found by all of their names, and by no name of a deleted account', async () => {
  const { older, client } = await createOlder('0047_other_spellings');
  try {
    await client.query('select keep_change_partitions(400)');
    await client.query(`
      insert into products (id, name, description, price)
        select gen_random_uuid(), 'Agbada KF-' || (1000 + n), 'Of cotton.', n from generate_series(1, 300) n;
      insert into profiles (id, email, first_name)
        select gen_random_uuid(), 'user' || n || '@shop.test', 'Ola' || (1000 + n) from generate_series(1, 300) n`);
    await client.query('update profiles set banned = true');
    await client.query(`delete from profiles where first_name = 'Ola1007'`);
    const search = async () =>
      (await client.query<{ search: string }>('select search from change_sets order by at')).rows.map(
        (row) => row.search,
      );
    const numbers = (text: string) => new Set(text.match(/\b1\d{3}\b|ola\d+/g));
    expect(Math.max(...(await search()).map((text) => numbers(text).size))).toBe(200);
    await migrate(older.url);
    const [products, accounts] = await search();
    expect(numbers(products!)).toEqual(new Set(Array.from({ length: 300 }, (_, n) => `${1001 + n}`)));
    expect(products).toMatch(/^added 300 products /);
    expect(numbers(accounts!).size).toBe(299);
    expect(accounts).not.toContain('ola1007');
  } finally {
    await client.end();
    await older.drop();
  }
});

test('SEARCH-04 a shop that has as many words of the same meaning as it may have opens, and keeps its own', async () => {
  const { older, client } = await createOlder('0050_short_words');
  const rowsOf = async (statement: string) => (await client.query(statement)).rows;
  try {
    await client.query('select keep_change_partitions(400)');
    await client.query(`delete from synonyms;
      insert into synonyms (words) select array['senator', 'own' || n] from generate_series(1, 10) n;
      insert into synonyms (words) values ('{hula,hausa cap,aboki cap,dara}');
      insert into synonyms (words) select array['some' || n, 'other' || n] from generate_series(1, 480) n`);
    const recorded = await rowsOf('select count(*) from change_sets');
    await migrate(older.url);
    expect(await rowsOf('select count(*)::int from synonyms')).toEqual([{ count: 500 }]);
    expect(
      await rowsOf(
        `select words[1] as word from synonyms where 'native wear' = any (words) or 'dara' = any (words)`,
      ),
    ).toEqual([{ word: 'hula' }]);
    expect(await rowsOf('select count(*) from change_sets')).toEqual(recorded);
  } finally {
    await client.end();
    await older.drop();
  }
});

test('HIST-11 events of orders keep no name of a staff account that was deleted before', async () => {
  const { older, client } = await createOlder('0053_names_in_orders');
  try {
    await fillRelease1(client, 1);
    await client.query(`
      insert into profiles (id, email, role) values (md5('chi')::uuid, 'chi@shop.test', 'admin'), (md5('eze')::uuid, 'eze@shop.test', 'admin');
      insert into order_events (id, order_id, kind, actor_id, actor_name)
        select gen_random_uuid(), md5('order 1')::uuid, 'status', md5(name)::uuid, name from unnest('{ada,chi,eze}'::text[]) name;
      alter table profiles disable trigger mask_history;
      delete from profiles where email <> 'eze@shop.test';
      alter table profiles enable trigger mask_history`);
    const names = async () =>
      (await client.query('select actor_name from order_events order by 1')).rows.map(
        (row) => row.actor_name,
      );
    expect(await names()).toEqual(['', 'Former customer', 'chi', 'eze']);
    await migrate(older.url);
    expect(await names()).toEqual(['', 'Former customer', 'Former staff member', 'eze']);
  } finally {
    await client.end();
    await older.drop();
  }
});

test('a database migrated by a newer release is refused with a message and not changed', async () => {
  const newer = Math.max(...(await noted())) + 1;
  await owner.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    'x',
    newer,
  ]);
  const before = await noted();
  await expect(migrate(base.url)).rejects.toMatchObject({
    name: 'NewerDatabaseError',
    message: expect.stringContaining('a newer release of the shop'),
  });
  expect(await noted()).toEqual(before);
});
