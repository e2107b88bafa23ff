import { ACCOUNTS } from '../journey.ts';
import { expect, expectAccessible, open, signIn, test } from './orders.ts';

/** What the shop took in a number of days up to today, as the dashboard writes it. */
const moneyOf = async (db: { query(sql: string): Promise<{ rows: { money: string }[] }> }, days: number) =>
  (
    await db.query(
      `select to_char(coalesce(sum(i.product_price), 0), 'FM999,999,999,990.00') as money from orders o join order_items i on i.order_id = o.id
       where o.status <> 'cancelled' and (o.created_at at time zone 'Africa/Lagos')::date > (now() at time zone 'Africa/Lagos')::date - ${days}`,
    )
  ).rows[0]!.money;

test('DESK-01 the dashboard begins with what came in today, in 7 and in 30 days', async ({
  page,
  fixture,
  db,
}) => {
  await fixture.order({
    items: [
      { name: 'Agbada', price: 40_000 },
      { name: 'Fila', price: 2500 },
    ],
  });
  await fixture.order({ status: 'cancelled', items: [{ name: 'Gele', price: 999_999 }] });
  await signIn(page, ACCOUNTS.super);
  await open(page, '/admin/dashboard');
  const sales = page.getByRole('region', { name: 'Sales' });
  const rows = sales.getByRole('listitem');
  for (const [place, days] of [1, 7, 30].entries()) {
    await expect(rows.nth(place)).toContainText(`₦${await moneyOf(db, days)}`);
    const { y, height } = (await rows.nth(place).boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
  }
  await sales.getByText('Show as a table').click();
  const table = sales.getByRole('table', { name: 'Sales by day' });
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(table.getByRole('row', { name: /^today/ })).toContainText(`₦${await moneyOf(db, 1)}`);
  await expect(page.getByRole('region', { name: 'Best sellers' }).getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('region', { name: 'Promotions' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText('Waiting longest:')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  );
});
