import { ACCOUNTS } from '../journey.ts';
import { open, signIn, test } from './order-desk.ts';

test('shots', async ({ page, db }, info) => {
  const name = info.project.name;
  await signIn(page, ACCOUNTS.super);
  const shot = async (what: string, fullPage = false) => {
    await page.waitForTimeout(600);
    await page.screenshot({ path: `/tmp/shots/${what}-${name}.png`, fullPage });
  };
  await open(page, '/admin/dashboard');
  await shot('dash');
  await shot('dash-full', true);
  await open(page, '/admin/orders');
  await shot('orders');
  await page.getByRole('button', { name: 'Days', exact: true }).click();
  await shot('days');
  await page.keyboard.press('Escape');
  const { rows } = await db.query(`select id, user_id from orders where due_day < now() limit 1`);
  await db.query(
    `insert into staff_notes (id, order_id, author_id, text) select gen_random_uuid(), $1, id, 'Paid half in cash, the rest on delivery.' from profiles where role = 'super_admin' limit 1`,
    [rows[0].id],
  );
  await open(page, `/admin/orders/${rows[0].id}`);
  await shot('order', true);
  await page.getByRole('button', { name: /^Late/ }).click();
  await shot('due');
  await page.keyboard.press('Escape');
  await open(page, `/admin/customers/${rows[0].user_id}`);
  await shot('customer', true);
  if (name === 'phone') {
    await page.getByRole('button', { name: 'Menu' }).click();
    await shot('menu');
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/admin/dashboard');
  await shot('dark-dash');
  await open(page, `/admin/orders/${rows[0].id}`);
  await shot('dark-order', true);
});
