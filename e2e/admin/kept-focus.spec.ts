import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { dayIn, dayPlus } from '#shared/dates.ts';
import { ACCOUNTS, open } from '../journey.ts';
import { expect, expectToast, newWord, openAs, test } from './products.ts';

const TODAY = dayIn('Africa/Lagos', new Date());

/** Confirms the undo that a press of Enter has asked for. */
async function confirmUndo(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectToast(page, 'Undone');
}

test('HIST-06 CAL-03 the focus stays at hand where the button that was pressed disappears', {
  tag: '@desktop',
}, async ({ page, seed, db }) => {
  const { id, name } = await seed.product({ name: `Buba ${newWord()}`, price: 20_000 });
  for (const days of [10, 20])
    await db.query(
      `insert into planned_changes (id, product_id, price, day) values (gen_random_uuid(), $1, 18000, $2)`,
      [id, dayPlus(TODAY, days)],
    );
  await openAs(page, `/admin/products/${id}`);
  const planned = page.getByRole('region', { name: 'Planned changes' });
  const remove = planned.getByRole('button', { name: /^Remove: Price/ });
  await remove.first().press('Enter');
  await expect(remove).toHaveCount(1);
  await expect(planned).toBeFocused();

  const changePrice = () => db.query('update products set price = price + 1000 where id = $1', [id]);
  const undo = page.getByRole('button', { name: `Undo: Changed ${name}`, exact: true });
  const undoNewest = async () => {
    await expect(undo.first()).toBeVisible();
    const count = await undo.count();
    await undo.first().press('Enter');
    await confirmUndo(page);
    await expect(undo).toHaveCount(count - 1);
  };
  await changePrice();
  await page.getByRole('button', { name: 'History' }).click();
  await undoNewest();
  await expect(page.getByRole('group', { name: 'Changes' })).toBeFocused();

  await changePrice();
  await open(page, `/admin/history?search=${name.split(' ')[1]}`);
  await undoNewest();
  await expect(page.getByRole('group', { name: 'History' })).toBeFocused();
});

test('HIST-06 an email that is sent again leaves the focus in the list, and this week on its button', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const to = `${newWord()}@example.com`;
  await db.query(
    `insert into pgboss.job (id, data, name, state, created_on, source_name, source_created_on, source_retry_count, source_output)
     values ($1, $2, 'dead_letters', 'completed', now(), 'mail', now() - interval '12 hours', 20, '{}')`,
    [randomUUID(), JSON.stringify({ to, subject: 'Your order', text: 'Thank you' })],
  );
  await openAs(page, '/admin/mail', ACCOUNTS.super);
  const sendAgain = page.getByRole('button', { name: `Send again to ${to}` });
  await sendAgain.press('Enter');
  await expectToast(page, 'On its way');
  await expect(sendAgain).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Undelivered mail' })).toBeFocused();

  await open(page, `/admin/promotions/calendar?from=${dayPlus(TODAY, 28)}`);
  const thisWeek = page.getByRole('button', { name: 'This week' });
  await thisWeek.press('Enter');
  await expect(thisWeek).toHaveAttribute('aria-disabled', 'true');
  await expect(page).toHaveURL('/admin/promotions/calendar');
  await expect(thisWeek).toBeFocused();
});
