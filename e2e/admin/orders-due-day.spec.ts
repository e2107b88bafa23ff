import { expectToast } from '../shopper.ts';
import { expect, expectAccessible, open, openOrder, rowOf, rowsOn, test } from './orders.ts';

test('DESK-03 an order gets a due day, is marked when it is late, and the list is sorted by it', async ({
  page,
  fixture,
  db,
}) => {
  const [late, due, free] = [
    await fixture.order(),
    await fixture.order(),
    await fixture.order({ placed: `now() - interval '40 days'` }),
  ];
  await db.query(`update orders set due_day = (now() at time zone 'Africa/Lagos')::date - 1 where id = $1`, [
    late.id,
  ]);
  await openOrder(page, due);
  await expect(page.getByText('Waiting since today')).toBeVisible();
  await page.getByRole('button', { name: 'Set due day' }).click();
  const dialog = page.getByRole('dialog', { name: 'Due day' });
  await dialog.getByRole('button', { name: 'Tomorrow' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Due day saved');
  await expect(page.getByRole('button', { name: 'Due tomorrow' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toContainText(
    'set the due day to',
  );
  await open(page, `/admin/orders?search=${fixture.word}`);
  await expect(rowOf(page, late)).toContainText('Late: due yesterday');
  await expect(rowOf(page, due)).toContainText('Due tomorrow');
  await page.getByRole('combobox', { name: 'Sort by', exact: true }).selectOption('Next due');
  await expect(page).toHaveURL(/sort=due/);
  await expect(rowsOn(page).nth(0)).toContainText(`#${late.number}`);
  await expect(rowsOn(page).nth(1)).toContainText(`#${due.number}`);
  await page.getByRole('combobox', { name: 'Sort by', exact: true }).selectOption('Longest waiting');
  await expect(rowsOn(page).nth(0)).toContainText(`#${free.number}`);
  await expectAccessible(page);
});

test('DESK-03 an open order is late after the midnight of the shop', { tag: '@phone' }, async ({
  page,
  fixture,
  db,
}) => {
  const order = await fixture.order();
  await db.query(`update orders set due_day = '2026-11-20' where id = $1`, [order.id]);
  // 23:59 in Lagos, by the clock of this browser.
  await page.clock.install({ time: new Date('2026-11-20T22:59:00Z') });
  await openOrder(page, order);
  await expect(page.getByRole('button', { name: 'Due today' })).toBeVisible();
  await page.clock.runFor(90_000);
  await expect(page.getByRole('button', { name: 'Late: due yesterday' })).toBeVisible();
});

test('DESK-03 a day that is chosen by its button is no missing one', { tag: '@phone' }, async ({
  page,
  fixture,
}) => {
  await openOrder(page, await fixture.order());
  await page.getByRole('button', { name: 'Set due day' }).click();
  const dialog = page.getByRole('dialog', { name: 'Due day' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please choose a day')).toBeVisible();
  await dialog.getByRole('button', { name: 'In a week' }).click();
  await expect(dialog.getByText('Please choose a day')).toBeHidden();
});
