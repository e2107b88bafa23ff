import { endSessionDuring, PASSWORD } from '../journey.ts';
import { addUser, deleteUsers } from '../shopper.ts';
import { expect, expectAccessible, expectToast, newWord, openAs, productRow, test } from './product-desk.ts';

test.use({ expectedErrors: [/status of 401/] });

test('PERM-10 a session that expires while a form is open is renewed over it, and then the form is saved', {
  tag: '@desktop',
}, async ({ page, db, seed }) => {
  const product = await seed.product({ category: 'gele' });
  const assistant = await addUser(db, 'admin');
  await openAs(page, `/admin/products/${product.id}`, assistant.email);
  const name = `Damask ${newWord()}`;
  await page.getByLabel('Name').fill(name);
  await endSessionDuring(page, 'catalog/updateProduct', assistant.email);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(dialog.getByLabel('Email')).toHaveValue(assistant.email);
  await expectAccessible(page);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  // Together: the toast goes after some seconds.
  await Promise.all([expect(dialog).toHaveCount(0), expectToast(page, 'Product updated successfully')]);
  await expect(page.getByLabel('Name')).toHaveValue(name);
  expect(await productRow(db, name)).toMatchObject([{ id: product.id, version: 2 }]);
  await deleteUsers(db, assistant.email);
});

test.describe('without the script of the sign-in dialog', () => {
  test.use({ expectedErrors: [/status of 40[14]/] });

  test('the refusal is shown, and what was typed stays', {
    tag: '@phone',
  }, async ({ page, db, seed }) => {
    const product = await seed.product({ category: 'gele' });
    const assistant = await addUser(db, 'admin');
    // As after a deployment, whose files have other names.
    await page.route('**/assets/sign-in-over-*.js', (route) => route.fulfill({ status: 404 }));
    await openAs(page, `/admin/products/${product.id}`, assistant.email);
    const documents: string[] = [];
    page.on('request', (request) => request.resourceType() === 'document' && documents.push(request.url()));
    const name = `Damask ${newWord()}`;
    await page.getByLabel('Name').fill(name);
    await endSessionDuring(page, 'catalog/updateProduct', assistant.email);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('alert')).toContainText('You are signed out. Please sign in again.');
    await expect(page.getByLabel('Name')).toHaveValue(name);
    expect(documents).toEqual([]);
    await deleteUsers(db, assistant.email);
  });
});
