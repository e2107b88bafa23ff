import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, superuserUrlOf, type TestDatabase } from '#platform/postgres/test-database.ts';

// A connection keeps the plans of its triggers, whatever number of rows they were made for.

const [FEW, MANY] = [400, 4_000];

let owner: pg.Client;
let testDatabase: TestDatabase;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ owner, testDatabase, close } = await openTestDatabase());
  await owner.query(
    `insert into orders (id, order_number, customer_name, customer_email, idempotency_key, body_hash)
     select gen_random_uuid(), (10000 + n)::text, 'Ada Obi', 'ada@shop.example', gen_random_uuid(), '' from generate_series(1, ${MANY}) n`,
  );
  await owner.query(
    `insert into webhooks (id, name, url, secret, events)
     values (gen_random_uuid(), 'Tailors', 'https://hooks.example', '', '{order.status_changed,order.changed}')`,
  );
});
afterAll(() => close?.());

test('no trigger reads and plans its statements anew at each write', async () => {
  const { rows } = await owner.query(
    `select proname from pg_proc where prorettype = 'trigger'::regtype and prosrc ~* '\\mexecute\\M'
      and pronamespace in ('public'::regnamespace, 'history'::regnamespace)`,
  );
  expect(rows).toEqual([]);
});

/** How long a statement takes for the first `count` orders, in milliseconds. */
async function taken(statement: string, count: number): Promise<number> {
  const start = performance.now();
  await owner.query(
    `update orders set ${statement} where id in (select id from orders order by id limit ${count})`,
  );
  const time = performance.now() - start;
  await owner.query('truncate webhook_deliveries');
  return time;
}

test.each([
  ['their status', "status = case status when 'pending' then 'processing' else 'pending' end"],
  ['their status, cancelled', "status = case status when 'cancelled' then 'pending' else 'cancelled' end"],
  ['that they were opened', 'opened_at = clock_timestamp()'],
])('ten times as many orders take no hundred times as long, after one: %s', async (_, statement) => {
  for (let n = 0; n < 3; n++) await taken(statement, 1);
  const few = Math.min(await taken(statement, FEW), await taken(statement, FEW), await taken(statement, FEW));
  const many = Math.min(await taken(statement, MANY), await taken(statement, MANY));
  expect(many / few).toBeLessThan((MANY / FEW) * 2);
});

test('the end of a change set keeps its plan after a bulk change', async () => {
  // A set of many rows among small ones: by their average, to look for another row of a set is to read 200.
  await owner.query(
    `insert into changes (at, set_id, kind, thing_id, table_name, row_id, operation)
     select now() - greatest(n - 60000, 0) * interval '1 second', gen_random_uuid(), 'order', gen_random_uuid(), 'orders',
       gen_random_uuid(), 'update' from generate_series(1, 60300) n`,
  );
  await owner.query('analyze changes');
  const superuser = new pg.Client(superuserUrlOf(testDatabase));
  await superuser.connect();
  const save = (n: number) =>
    superuser.query(`update orders set status = 'completed' where order_number = $1`, [`${10_001 + n}`]);
  try {
    // A connection chooses after five executions whether a plan is kept.
    for (let n = 0; n < 10; n++) await save(n);
    await superuser.query(
      `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
       set client_min_messages = log`,
    );
    const plans: string[] = [];
    superuser.on('notice', ({ message }) => plans.push(message ?? ''));
    await save(10);
    const written = plans.filter((text) => text.includes('INSERT INTO change_sets'));
    expect(written).toHaveLength(1);
    // A plan made for one execution has the values in place of the parameters.
    expect(written[0]).toMatch(/Index Cond: \(at = \$/);
  } finally {
    await superuser.end();
  }
});
