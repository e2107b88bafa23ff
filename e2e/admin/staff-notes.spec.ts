import { operation } from '../browsing.ts';
import { expectToast } from '../shopper.ts';
import { expect, expectAccessible, openOrder, test } from './orders.ts';

test('DESK-06 a note for the staff is in the timeline, and is deleted again', async ({ page, fixture }) => {
  const order = await fixture.order({ items: [{ name: 'Agbada', note: 'Chest 46' }] });
  await openOrder(page, order);
  const entries = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Please write something')).toBeVisible();
  await page.getByRole('textbox', { name: 'Note for the staff' }).fill('Paid half in cash');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expectToast(page, 'Note added');
  await expect(page.getByRole('textbox', { name: 'Note for the staff' })).toHaveValue('');
  await expect(entries).toHaveCount(2);
  await expect(entries.nth(0)).toContainText('wrote for the staffPaid half in cash');
  await expect(entries.nth(1)).toContainText('Agbada: Chest 46');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete the note “Paid half in cash”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Note deleted');
  await expect(entries.nth(0)).toContainText('deleted a note of the staff');
});

test.describe('without an answer', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('DESK-06 a note is written once, and one that was edited since is another', {
    tag: '@desktop',
  }, async ({ page, fixture, db }) => {
    const order = await fixture.order();
    await openOrder(page, order);
    let isLost = true;
    await page.route(operation('orders/addStaffNote'), async (route) => {
      if (!isLost) return route.continue();
      await route.fetch();
      await route.abort();
    });
    const field = page.getByRole('textbox', { name: 'Note for the staff' });
    const add = page.getByRole('button', { name: 'Add note' });
    const written = async () =>
      (
        await db.query('select text from staff_notes where order_id = $1 order by created_at', [order.id])
      ).rows.map(({ text }) => text);
    await field.fill('Paid half');
    await add.click();
    await expectToast(page, 'The note was not added');
    await add.click();
    await expect(add).not.toHaveAttribute('aria-busy', 'true');
    expect(await written()).toEqual(['Paid half']);
    isLost = false;
    await field.fill('Paid half in cash');
    await add.click();
    await expectToast(page, 'Note added');
    expect(await written()).toEqual(['Paid half', 'Paid half in cash']);
  });
});
