import type { Page } from '@playwright/test';
import { ACCOUNTS, open } from '../journey.ts';
import { addCategoryChain, photo } from './categories.ts';
import { expect, expectAccessible, expectToast, newWord, openAs, productRow, test } from './products.ts';
import { choose, newPromotion } from './promotions.ts';
import { slidesOf } from './slides.ts';

test.afterEach(({ db }) =>
  db.query(`delete from hero_slides where title like '%zq%'; delete from promotions where name like 'Zq%'`),
);

const toasts = (page: Page) => page.locator('[data-sonner-toast]');
const undoIn = (page: Page, title: string) =>
  toasts(page).filter({ hasText: title }).getByRole('button', { name: 'Undo' });

/** Nothing is wider than the screen. */
const expectRoom = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  );

test('HIST-05 HIST-10 a save is undone from its toast by keyboard, the form follows, and the undo is undone', {
  tag: '@desktop',
}, async ({ page, seed, db }) => {
  const { id, name } = await seed.product({ name: `Agbada ${newWord()}`, price: 20_000, category: 'gele' });
  const saved = async () => (await productRow(db, name))[0].price;
  await page.clock.install();
  await openAs(page, `/admin/products/${id}`);
  const price = page.getByLabel('Price');
  const save = async (amount: string) => {
    await price.fill(amount);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    // Toasts under the pointer do not close.
    await page.mouse.move(0, 0);
    await expect(undoIn(page, 'Product updated successfully')).toBeVisible();
  };
  await save('35000');
  await page.clock.pauseAt(Date.now() + 1_000);
  // Others close after four seconds, this one after ten.
  await page.clock.runFor(5_000);
  await expect(undoIn(page, 'Product updated successfully')).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(toasts(page)).toHaveCount(0, { timeout: 200 });
  }).toPass();
  await page.clock.resume();
  await save('36000');
  await page.keyboard.press('Alt+t');
  const undo = undoIn(page, 'Product updated successfully');
  for (let n = 0; n < 3 && !(await undo.evaluate((button) => button === document.activeElement)); n++)
    await page.keyboard.press('Tab');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Undone');
  await expect(price).toHaveValue('35000.00');
  expect(await saved()).toBe('35000.00');
  await undoIn(page, 'Undone').click();
  await expect(price).toHaveValue('36000.00');
  expect(await saved()).toBe('36000.00');
});

test('HIST-05 the toasts of switches, deletions, orders and roles undo their own change', {
  tag: '@desktop',
}, async ({ page, seed, db }) => {
  test.slow();
  const word = newWord();
  const value = async (statement: string, ...values: unknown[]) =>
    (await db.query(`select (${statement}) as value`, values)).rows[0].value;
  const undo = async (title: string, read: () => Promise<unknown>, before: unknown) => {
    expect(await read(), title).not.toEqual(before);
    await undoIn(page, title).click();
    await expect.poll(read, title).toEqual(before);
  };

  const product = await seed.product({ name: `Buba ${word}` });
  await openAs(page, `/admin/products?search=${word}`, ACCOUNTS.super);
  const star = page.getByRole('button', { name: `Featured: ${product.name}` });
  const featured = () => value('select featured from products where id = $1', product.id);
  await star.click();
  await expectToast(page, `${product.name} is featured`);
  await undo(`${product.name} is featured`, featured, false);
  await expect(star).toHaveAttribute('aria-pressed', 'false');

  const [category] = await addCategoryChain(db, 'Shelf');
  await open(page, '/admin/categories');
  const isShown = page.getByRole('switch', { name: `${category!.name} is active` });
  await isShown.click();
  const active = () => value('select is_active from categories where id = $1', category!.id);
  await expectToast(page, 'Category deactivated successfully');
  await undo('Category deactivated successfully', active, true);
  await expect(isShown).toBeChecked();

  const [slide] = await slidesOf(db, 'Bride');
  await open(page, '/admin/hero-slides');
  await page.getByRole('switch', { name: `${slide!.title} is active` }).click();
  const visible = () => value('select is_active from hero_slides where id = $1', slide!.id);
  await expectToast(page, 'Slide activated successfully');
  await undo('Slide activated successfully', visible, false);

  const { name, code } = newPromotion();
  await db.query(
    `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
     values (gen_random_uuid(), $1, $2, '2026-01-01', '2026-01-02', 'fixed', 5)`,
    [name, code],
  );
  await choose(page, { name, code }, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const promotions = () => value('select count(*)::int from promotions where code = $1', code);
  await expectToast(page, 'Promotion deleted successfully');
  await undo('Promotion deleted successfully', promotions, 1);
  await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeVisible();

  const { rows } = await db.query(`select id, order_number from orders where status = 'pending' limit 1`);
  await open(page, `/admin/orders?search=${rows[0].order_number}`);
  const status = page.getByRole('combobox', { name: `Status of order #${rows[0].order_number}` });
  await status.selectOption('processing');
  await expectToast(page, 'Success', 'Order status updated successfully');
  await undo('Success', () => value('select status from orders where id = $1', rows[0].id), 'pending');
  await expect(status).toHaveValue('pending');

  const userId = (
    await db.query(
      `insert into profiles (id, email, name, first_name) values (gen_random_uuid(), $1 || '@example.com', '', $1) returning id`,
      [word],
    )
  ).rows[0].id;
  await open(page, `/admin/users?search=${word}`);
  await page.getByRole('combobox', { name: `Role of ${word}` }).selectOption('admin');
  const role = () => value('select role from profiles where id = $1', userId);
  await expectToast(page, 'User role updated successfully');
  await undo('User role updated successfully', role, 'user');
  await db.query('delete from profiles where id = $1', [userId]);
});

test('HIST-05 a toast is undone by touch and by keyboard while a dialog is open, which stays', async ({
  page,
  db,
}) => {
  const [category] = await addCategoryChain(db, 'Shelf');
  await openAs(page, '/admin/categories');
  await page.getByRole('button', { name: `Edit ${category!.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Edit ${category!.name}` });
  await dialog.locator('input[type=file]').setInputFiles(await photo());
  const image = async () =>
    (await db.query('select image_url as url from categories where id = $1', [category!.id])).rows[0].url;
  await undoIn(page, 'Category image updated successfully').click();
  await expectToast(page, 'Undone');
  expect(await image()).toBeNull();
  await expect(dialog.getByText('No image yet')).toBeVisible();
  await page.keyboard.press('Alt+t');
  await expect(page.locator('[data-sonner-toaster]')).toBeFocused();
  const redo = undoIn(page, 'Undone');
  for (let n = 0; n < 3 && !(await redo.evaluate((button) => button === document.activeElement)); n++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(image).not.toBeNull();
  await expect(dialog).toBeVisible();
});

test('HIST-08 HIST-10 what others changed since is shown before an undo, and stays', async ({
  page,
  seed,
  db,
}) => {
  const { id, name } = await seed.product({ name: `Kaftan ${newWord()}`, price: 20_000, category: 'gele' });
  await openAs(page, `/admin/products/${id}`);
  await page.getByLabel('Price').fill('35000');
  await page.getByLabel('Description').fill('Woven in Iseyin.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(undoIn(page, 'Product updated successfully')).toBeVisible();
  await db.query('update products set price = 31000 where id = $1', [id]);
  await undoIn(page, 'Product updated successfully').click();
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
  const restored = dialog.getByRole('region', { name: 'Put back as before' });
  await expect(restored.getByRole('row', { name: /Description/ })).toContainText('Woven in Iseyin.');
  await expect(dialog.getByRole('region', { name: 'Stays as it is' })).toContainText(
    `The price of “${name}” was changed by the database since, and stays.`,
  );
  await expect(dialog).toContainText('Emails and WhatsApp messages that were sent stay sent.');
  await expectAccessible(page);
  // Nothing is undone yet, and nothing that changes while the dialog is open is overwritten unseen.
  expect((await productRow(db, name))[0]).toMatchObject({ description: 'Woven in Iseyin.' });
  await db.query(`update products set description = 'Woven by hand.' where id = $1`, [id]);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Others changed more of it just now.');
  await expect(dialog).toContainText('Nothing is left to undo.');
  await db.query(`update products set description = 'Woven in Iseyin.' where id = $1`, [id]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await history
    .getByRole('button', { name: `Undo: Changed ${name}` })
    .last()
    .click();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone', 'What others changed since stays.');
  await expect(page.getByLabel('Description')).not.toHaveValue('Woven in Iseyin.');
  await expect(page.getByLabel('Price')).toHaveValue('31000.00');
});

test('HIST-06 the history is filtered in the address, and a set opens to its cells', async ({
  page,
  seed,
  db,
}) => {
  const word = newWord();
  const { id, name } = await seed.product({ name: `Gele ${word}`, price: 1_500, images: 2 });
  const category = await seed.category({ name: `Wrappers ${word}` });
  await db.query('update products set price = 2500.5, category_id = $2 where id = $1', [id, category.id]);
  await db.query('delete from product_images where product_id = $1 and not is_primary', [id]);
  for (let n = 0; n < 10; n++) await db.query('update products set price = price + 1 where id = $1', [id]);
  await openAs(page, '/admin/dashboard');
  const link = page.getByRole('link', { name: 'History' });
  const menu = page.getByRole('button', { name: 'Menu' });
  await expect(link.or(menu).first()).toBeVisible();
  if (!(await link.isVisible())) await menu.click();
  await link.click();
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
  await page.getByRole('searchbox').fill(word);
  await expect(page).toHaveURL(`/admin/history?search=${word}`);
  const links = page.getByRole('main').getByRole('link', { name: new RegExp(`${name}|${category.name}`) });
  await expect(links).toHaveCount(10);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Categories');
  await expect(links).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Products');
  await page.getByRole('combobox', { name: 'Who' }).selectOption('The database');
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('No changes found')).toBeVisible();
  await expect(page).toHaveURL(`/admin/history?search=${word}&kind=product&actor=database&to=2020-01-01`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all changes' }).click();
  await expect(page).toHaveURL('/admin/history');
  await open(page, `/admin/history?search=${word}&kind=product&page=2`);
  await expectRoom(page);
  await expectAccessible(page);
  const imageSet = page.getByRole('link', { name: `Changed ${name}` }).first();
  await imageSet.click();
  await expect(page.getByRole('heading', { name: `Changed ${name}`, level: 1 })).toBeVisible();
  await expect(page.getByRole('rowgroup').filter({ hasText: 'image deleted' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Image, before' })).toBeVisible();
  await expectRoom(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to history' }).click();
  await page
    .getByRole('link', { name: `Changed ${name}` })
    .nth(1)
    .click();
  await expect(page.getByRole('row', { name: /Price/ })).toContainText('₦1,500.00');
  await expect(page.getByRole('row', { name: /Price/ })).toContainText('₦2,500.50');
  await expect(page.getByRole('row', { name: /Category/ })).toContainText(category.name);
});

test('HIST-06 the days of the history are typed key by key', { tag: '@desktop' }, async ({ page }) => {
  await openAs(page, '/admin/history');
  const from = page.getByLabel('From', { exact: true });
  await from.focus();
  for (const [keys, day] of [
    ['01052026', '2026-01-05'],
    // The year has the focus still.
    ['2025', '2025-01-05'],
  ] as const) {
    // The list follows between two keys, as for a user.
    await page.keyboard.type(keys, { delay: 100 });
    await expect(page).toHaveURL(`/admin/history?from=${day}`);
    await expect(from).toHaveValue(day);
  }
});

test('HIST-07 every form shows the history of what it edits', async ({ page, seed, db }) => {
  const word = newWord();
  const { id } = await seed.product({ name: `Fila ${word}` });
  const [category] = await addCategoryChain(db, 'Shelf');
  const [slide] = await slidesOf(db, 'Bride');
  const { name, code } = newPromotion();
  const promotion = await db.query(
    `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
     values (gen_random_uuid(), $1, $2, '2026-01-01', '2026-01-02', 'fixed', 5) returning id`,
    [name, code],
  );
  await db.query('update products set promotion_id = $2 where id = $1', [id, promotion.rows[0].id]);
  const expectHistory = async (...summaries: string[]) => {
    const section = page.getByRole('region', { name: 'History' });
    await section.getByRole('button', { name: 'History' }).click();
    for (const summary of summaries) await expect(section.getByText(summary, { exact: true })).toBeVisible();
    await section.getByRole('button', { name: `Show: ${summaries[0]}` }).click();
    await expect(section.getByRole('table')).toBeVisible();
    await expectRoom(page);
    await expectAccessible(page);
  };
  await openAs(page, `/admin/products/${id}`);
  await expectHistory(`Changed Fila ${word}`, `Added Fila ${word}`);
  await open(page, '/admin/categories');
  await page.getByRole('button', { name: `Edit ${category!.name}` }).click();
  await expectHistory(`Added ${category!.name}`);
  await open(page, '/admin/hero-slides');
  await page.getByRole('button', { name: `Edit ${slide!.title}` }).click();
  await expectHistory(`Added ${slide!.title}`);
  await choose(page, { name, code }, 'Edit');
  // With the products that joined it.
  await expectHistory(`Changed Fila ${word}`, `Added ${name}`);
});
