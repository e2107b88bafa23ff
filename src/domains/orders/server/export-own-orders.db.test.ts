import { afterAll, beforeAll, expect, test } from 'vitest';
import { addManyOrders } from '../list/server/test-many-orders.ts';
import { exportOrders } from './export-own-orders.ts';
import { createFixture, type Fixture } from './test-orders.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture?.close());

test('an own order is exported once, also when another one is sent during the export', async () => {
  const amara = await fixture.addUser();
  await addManyOrders(fixture, { user: amara, count: 750 });
  const numbers: string[] = [];
  for await (const { orderNumber } of exportOrders(fixture, { userId: amara.id, role: 'user' })) {
    numbers.push(orderNumber);
    if (numbers.length % 100 !== 50) continue;
    await fixture.rows(
      `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
       values (gen_random_uuid(), $1, $2, 'Amara Eze', 'a@mail.test', gen_random_uuid(), 'x')`,
      [String(1_000_000 + numbers.length), amara.id],
    );
  }
  expect(numbers).toHaveLength(750);
  expect(new Set(numbers).size).toBe(750);
});
