import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { newWord } from '../browsing.ts';
import { ACCOUNTS, expect, test as journey, open, signIn } from '../journey.ts';

export { holdRequests, refusal } from '../answers.ts';
export { expect, expectAccessible, open, signIn } from '../journey.ts';

interface OrderInput {
  status?: 'pending' | 'processing' | 'completed' | 'cancelled';
  opened?: boolean;
  /** An SQL expression. */
  placed?: string;
  items?: { name: string; price?: number; note?: string | null; code?: string }[];
  phone?: string | null;
  /** Overrides the default customer of the fixture. */
  customer?: string;
}

export interface MadeOrder {
  id: string;
  number: string;
}

/** Creates orders of customers that only this test has; deletes them afterwards. */
export interface OrdersFixture {
  /** Part of every customer name: a search for it returns only these orders. */
  word: string;
  customer: string;
  order(input?: OrderInput): Promise<MadeOrder>;
  /** Reads an order's current status. */
  statusOf(order: MadeOrder): Promise<string>;
}

export const test = journey.extend<{ fixture: OrdersFixture }>({
  fixture: async ({ db, context }, use) => {
    const word = newWord();
    const userIds = new Map<string, string>();
    const userIdFor = async (name: string) => {
      const known = userIds.get(name);
      if (known) return known;
      const id = randomUUID();
      await db.query('insert into profiles (id, email, name) values ($1, $2, $3)', [
        id,
        `${id}@fixture.example`,
        name,
      ]);
      userIds.set(name, id);
      return id;
    };
    await use({
      word,
      customer: `Ẹwà ${word}`,
      async order(input = {}) {
        const id = randomUUID();
        const name = input.customer ?? `Ẹwà ${word}`;
        const user = await userIdFor(name);
        const placed = input.placed ?? 'now()';
        await db.query('begin');
        const { rows } = await db.query(
          `insert into orders (id, order_number, whatsapp_link, status, user_id, customer_name, customer_email, customer_phone,
             idempotency_key, body_hash, opened_at, created_at)
           values ($1, (select lpad(n::text, 6, '0') from generate_series(100000, 999999) n
                        where not exists (select from orders where order_number = lpad(n::text, 6, '0')) limit 1),
             'https://wa.me/2348000000000?text=x', $2, $3, $4, $5, $6, gen_random_uuid(), 'x', $7, ${placed})
           returning order_number`,
          [
            id,
            input.status ?? 'pending',
            user,
            name,
            `${word}@mail.example`,
            input.phone === undefined ? '+2348031234567' : input.phone,
            input.opened === false ? null : new Date(),
          ],
        );
        for (const [position, item] of (input.items ?? [{ name: 'Adire gown' }]).entries()) {
          await db.query(
            `insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price,
               promotion_code, product_image, note)
             values (gen_random_uuid(), $1, $2, gen_random_uuid(), $3, $4, $4, $5, '/uploads/placeholder.jpg', $6)`,
            [id, position, item.name, item.price ?? 12_500, item.code ?? null, item.note ?? null],
          );
        }
        await db.query(
          `insert into order_events (id, order_id, kind, actor_id, actor_name, created_at)
           values (gen_random_uuid(), $1, 'submitted', $2, $3, ${placed})`,
          [id, user, name],
        );
        await db.query('commit');
        return { id, number: rows[0].order_number };
      },
      statusOf: async ({ id }) =>
        (await db.query('select status from orders where id = $1', [id])).rows[0].status,
    });
    // An open page would be notified of the deletion and request its order.
    for (const page of context.pages()) await page.close();
    await db.query('rollback');
    await db.query('delete from orders where user_id = any($1)', [[...userIds.values()]]);
    await db.query('delete from profiles where id = any($1)', [[...userIds.values()]]);
  },
});

/** Opens the order list with this query string as an admin. */
export async function openOrders(page: Page, search = ''): Promise<void> {
  await signIn(page, ACCOUNTS.admin);
  await open(page, `/admin/orders${search}`);
}

/** Opens one order, as an admin by default. */
export async function openOrder(
  page: Page,
  { id, number }: MadeOrder,
  email = ACCOUNTS.admin,
): Promise<void> {
  await signIn(page, email);
  await open(page, `/admin/orders/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order #${number}`);
}

export const rowsOn = (page: Page) => page.locator('tbody').getByRole('row');
export const rowOf = (page: Page, { number }: MadeOrder) => rowsOn(page).filter({ hasText: `#${number}` });
export const statusFor = (page: Page, { number }: MadeOrder) =>
  page.getByRole('combobox', { name: `Status of order #${number}` });

/** Blocks live events on this page. */
export const blockEvents = (page: Page) => page.route('**/api/events*', () => {});
