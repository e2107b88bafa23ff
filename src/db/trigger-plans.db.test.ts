import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#platform/postgres/test-database.ts';

// A connection keeps the plans of its triggers, whatever number of rows they were made for.

const [FEW, MANY] = [400, 4_000];

let owner: pg.Client;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ owner, close } = await openTestDatabase());
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
