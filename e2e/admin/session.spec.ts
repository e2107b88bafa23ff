import { endSessionDuring, open, PASSWORD } from '../journey.ts';
import { addUser, deleteUsers, mailTo } from '../shopper.ts';
import { expect, expectAccessible, expectToast, newWord, openAs, productRow, test } from './products.ts';

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

test('CALLS-09 a session that expires is renewed by a code too, without a password', {
  tag: '@phone',
}, async ({ page, db, seed }) => {
  const product = await seed.product({ category: 'gele' });
  const { id, email } = await addUser(db, 'admin');
  await db.query('delete from accounts where user_id = $1', [id]);
  await openAs(page, `/admin/products/${product.id}`, email);
  const name = `Damask ${newWord()}`;
  await page.getByLabel('Name').fill(name);
  await endSessionDuring(page, 'catalog/updateProduct', email);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.getByRole('button', { name: 'Email me a code' }).click();
  await expect(dialog.getByLabel('Email')).toHaveValue(email);
  await dialog.getByRole('button', { name: 'Send me a code' }).click();
  await expect(dialog.getByLabel('Six-digit code')).toBeFocused();
  await expectAccessible(page);
  const [, code = ''] = /(\d{6}) is your/.exec(await mailTo(page, email, /code/)) ?? [];
  await dialog.getByLabel('Six-digit code').fill(code);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => productRow(db, name)).toMatchObject([{ id: product.id, version: 2 }]);
  await deleteUsers(db, email);
});

test('signing in again in one tab closes the dialogs of the others, and their saves go on', {
  tag: '@desktop',
}, async ({ page, context, db, seed }) => {
  const [one, other] = [await seed.product({ category: 'gele' }), await seed.product({ category: 'gele' })];
  const assistant = await addUser(db, 'admin');
  await openAs(page, `/admin/products/${one.id}`, assistant.email);
  const second = await context.newPage();
  await open(second, `/admin/products/${other.id}`);
  const names = [`Damask ${newWord()}`, `Damask ${newWord()}`] as const;
  await page.getByLabel('Name').fill(names[0]);
  await second.getByLabel('Name').fill(names[1]);
  await endSessionDuring(page, 'catalog/updateProduct', assistant.email);
  const dialogs = [];
  for (const tab of [page, second]) {
    // In the second one a request that the form makes by itself may have opened the dialog above the button.
    await tab.locator('button', { hasText: 'Save Changes' }).dispatchEvent('click');
    const dialog = tab.getByRole('dialog', { name: 'Please sign in again' });
    await expect(dialog).toBeVisible();
    dialogs.push(dialog);
  }
  await dialogs[0]!.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  for (const dialog of dialogs) await expect(dialog).toHaveCount(0);
  await expect.poll(() => productRow(db, names[0])).toMatchObject([{ id: one.id, version: 2 }]);
  await expect.poll(() => productRow(db, names[1])).toMatchObject([{ id: other.id, version: 2 }]);
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
