import type { Fixture, TestUser } from '../../server/test-orders.ts';

/** Orders of one customer, many at the same instant. */
export async function addManyOrders(
  fixture: Fixture,
  { user, count, items = 2 }: { user: TestUser; count: number; items?: number },
): Promise<void> {
  // A tenth of the time, without the history, the counters and the notifications.
  for (const table of ['orders', 'order_items'])
    await fixture.rows(`alter table ${table} disable trigger user`);
  await fixture.rows(
    `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash, status, opened_at, created_at)
     select gen_random_uuid(), lpad(n::text, 7, '0'), $1, case n % 10 when 0 then 'Bola Ade' else 'Amara Eze' end, 'a@mail.test',
       gen_random_uuid(), 'x', case n % 2 when 0 then 'pending' else 'completed' end, case n % 4 when 0 then now() end,
       timestamptz '2026-01-01' + (n / 700) * interval '1 microsecond'
     from generate_series(1, $2::int) n`,
    [user.id, count],
  );
  await fixture.rows(
    `insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image, note)
     select gen_random_uuid(), o.id, n, gen_random_uuid(), 'Gown ' || n, 90.50, 100, '/x', 'as long as the arm, with lace'
     from orders o, generate_series(1, $1::int) n`,
    [items],
  );
  for (const table of ['orders', 'order_items'])
    await fixture.rows(`alter table ${table} enable trigger user`);
  await fixture.rows('analyze orders, order_items');
}
