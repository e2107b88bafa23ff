import { PASSWORD } from '../journey.ts';
import { aPerson, forgetPeople } from '../shopper.ts';
import { atDesk, expect, expectAccessible, expectToast, newWord, productRow, test } from './product-desk.ts';

test.use({ expectedErrors: [/status of 401/] });

test('PERM-10 a session that ends while a form is open is mended over it, and the form is saved then', {
  tag: '@desktop',
}, async ({ page, db, stall }) => {
  const product = await stall.product({ category: 'gele' });
  const assistant = await aPerson(db, 'admin');
  // Else the page may hear of something, read it and ask her to sign in before she saves.
  await page.route('**/api/events*', (route) => route.fulfill({ status: 204 }));
  await atDesk(page, `/admin/products/${product.id}`, assistant.email);
  const name = `Damask ${newWord()}`;
  await page.getByLabel('Name').fill(name);
  await db.query('delete from sessions where user_id = $1', [assistant.id]);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(dialog.getByLabel('Email')).toHaveValue(assistant.email);
  await expectAccessible(page);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expectToast(page, 'Product updated successfully');
  await expect(page.getByLabel('Name')).toHaveValue(name);
  expect(await productRow(db, name)).toMatchObject([{ id: product.id, version: 2 }]);
  await forgetPeople(db, assistant.email);
});
