import { ACCOUNTS } from '../journey.ts';
import { expect, expectAccessible, open, openOrder, rowsOn, signIn, test } from './orders.ts';

test('DESK-04 from an order to its customer: contact, total, orders and notes', async ({ page, fixture }) => {
  const first = await fixture.order({
    items: [{ name: 'Agbada', price: 40_000, note: 'Chest 46' }],
    placed: `now() - interval '9 days'`,
  });
  await fixture.order({ status: 'cancelled' });
  await openOrder(page, first);
  await page.getByRole('link', { name: 'All orders and notes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: fixture.customer })).toBeVisible();
  // The address has no email.
  expect(page.url()).toMatch(/\/admin\/customers\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('main')).toContainText('1 and 1 cancelled');
  await expect(page.getByRole('main')).toContainText('₦40,000.00');
  await expect(page.getByRole('region', { name: 'Contact' })).toContainText(`${fixture.word}@mail.example`);
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Chest 46');
  await expect(rowsOn(page)).toHaveCount(2);
  await expectAccessible(page);
});

test.describe('without an order', () => {
  test.use({ expectedErrors: [/Failed to load resource.*404/] });

  test('DESK-04 an account has no page', { tag: '@phone' }, async ({ page, db }) => {
    await signIn(page, ACCOUNTS.super);
    const { rows } = await db.query(`select id from profiles where email = 'admin@demo.shop'`);
    await open(page, `/admin/customers/${rows[0].id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer not found');
  });
});
