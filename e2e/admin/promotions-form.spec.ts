import type { Page, Route } from '@playwright/test';
import {
  ACCOUNTS,
  busy,
  choose,
  expect,
  expectAccessible,
  newPromotion,
  open,
  operation,
  rowOf,
  signIn,
  test,
} from './promotions.ts';

const LIST = operation('promotions/listForAdmin');

/** Runs a step while the next call of the operation is pending. */
const typeWhile = (page: Page, path: string, type: () => Promise<void>) =>
  page.route(
    operation(path),
    async (route) => {
      await type();
      await route.continue();
    },
    { times: 1 },
  );

test('ADM-PROMO-02 ADM-PROMO-09 ADM-PROMO-10 a new promotion is created in a dialog', async ({
  page,
  db,
}) => {
  const { name, code } = newPromotion();
  await open(page, '/admin/promotions');
  await page.getByRole('button', { name: '+ New Promotion' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Promotion' });
  const type = dialog.getByLabel('Type');
  await expect(type).toHaveValue('fixed');
  await expect(type.getByRole('option')).toHaveText(['FIXED', 'PERCENTAGE']);
  await dialog.getByLabel('Title').fill(name);
  await dialog.getByLabel('Code').fill(code);
  await type.selectOption('PERCENTAGE');
  await dialog.getByLabel('Value in per cent').fill('12.5');
  await expect(dialog).toContainText('₦20,000.00 becomes ₦17,500.00.');
  await dialog.getByLabel('Start').fill('2027-03-01');
  await dialog.getByLabel('End').fill('2027-03-31');
  await dialog.getByLabel('Tag line').fill('An eighth off');
  await dialog.getByLabel('Description').fill('For the harmattan');
  await expectAccessible(page);
  await page.route(operation('promotions/createPromotion'), async (route) => {
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Create Promotion' }).click();
  await expect(page.getByText('Promotion created successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, name)).toContainText('12.5%');
  const { rows } = await db.query(
    `SELECT name, description, tag_line, start_date::text, end_date::text, promotion_type, promotion_value
     FROM promotions WHERE code = $1`,
    [code],
  );
  expect(rows).toEqual([
    {
      name,
      description: 'For the harmattan',
      tag_line: 'An eighth off',
      start_date: '2027-03-01',
      end_date: '2027-03-31',
      promotion_type: 'percentage',
      promotion_value: '12.50',
    },
  ]);
});

test('ADM-PROMO-07 ADM-PROMO-10 Edit opens with the promotion’s values and saves changes', {
  tag: '@desktop',
}, async ({ page, seed, db }) => {
  const { name } = newPromotion();
  const { id, code } = await seed.promotion({ name, naira: 2500 });
  await choose(page, { name, code }, 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit Promotion' });
  await expect(dialog.getByLabel('Title')).toHaveValue(name);
  await expect(dialog.getByLabel('Code')).toHaveValue(code);
  await expect(dialog.getByLabel('Type')).toHaveValue('fixed');
  await expect(dialog.getByLabel('Value in NGN')).toHaveValue('2500');
  await expect(dialog.getByLabel('Start')).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await expect(dialog.getByLabel('Tag line')).toHaveValue('For a test');
  await dialog.getByLabel('Value in NGN').fill('3,000.50');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Promotion updated successfully')).toBeVisible();
  await expect(rowOf(page, name)).toContainText('₦3,000.50');
  const { rows } = await db.query('SELECT promotion_value, version FROM promotions WHERE id = $1', [id]);
  expect(rows).toEqual([{ promotion_value: '3000.50', version: 2 }]);
});

test('ADM-PROMO-08 an empty field is reported, and nothing is saved', {
  tag: '@desktop',
}, async ({ page }) => {
  const { name, code } = newPromotion();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (operation('promotions/createPromotion').test(request.url())) sent.push(request.url());
  });
  await open(page, '/admin/promotions');
  await page.getByRole('button', { name: '+ New Promotion' }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Create Promotion' });
  await dialog.getByLabel('Start').fill('');
  await save.click();
  for (const message of [
    'Title is required',
    'Code is required',
    'Value is required',
    'Start date is required',
    'End date is required',
  ])
    await expect(dialog.getByText(message)).toBeVisible();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await expect(dialog.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Title').fill(name);
  await dialog.getByLabel('Code').fill(`${code} 10`);
  await dialog.getByLabel('Type').selectOption('PERCENTAGE');
  await dialog.getByLabel('Value in per cent').fill('101');
  await dialog.getByLabel('Start').fill('2027-03-02');
  await dialog.getByLabel('End').fill('2027-03-01');
  await save.click();
  for (const message of [
    'Please use only letters, digits, - and _ in the code',
    'A percentage is at most 100',
    'The end cannot be before the start',
  ])
    await expect(dialog.getByText(message)).toBeVisible();
  await dialog.getByLabel('Value in per cent').fill('ten');
  await expect(dialog.getByText('Please enter a number')).toBeVisible();
  expect(sent).toEqual([]);
  // Leaving with typed text asks first.
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue(name);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(dialog).toBeHidden();
});

test('ADM-PROMO-11 the list is reloaded when the form opens and when it closes', {
  tag: '@desktop',
}, async ({ page, db, seed }) => {
  const { name } = newPromotion();
  const { id, code } = await seed.promotion({ name });
  await open(page, `/admin/promotions?search=${code}`);
  await expect(rowOf(page, name)).toBeVisible();
  const nextRead = () => page.waitForRequest(LIST);
  let read = nextRead();
  await page.getByRole('button', { name: '+ New Promotion' }).click();
  await read;
  read = nextRead();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await read;
  read = nextRead();
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await read;
  await db.query('UPDATE promotions SET tag_line = $2 WHERE id = $1', [id, 'Changed by hand']);
  read = nextRead();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await read;
  await expect(rowOf(page, name)).toContainText('Changed by hand');
  await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeFocused();
});

test.describe('a save that is refused', () => {
  test.use({ expectedErrors: [/status of (409|503)|ERR_FAILED/] });

  test('ERR-51 keeps the form open with the shop’s message and all typed text', {
    tag: '@desktop',
  }, async ({ page, seed, db }) => {
    const { name } = newPromotion();
    const { code: taken } = await seed.promotion({ name: `${name} first` });
    const mine = await seed.promotion({ name });
    await choose(page, { name, code: mine.code }, 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit Promotion' });
    await dialog.getByLabel('Code').fill(taken.toLowerCase());
    await dialog.getByLabel('Tag line').fill('Typed by me');
    const save = dialog.getByRole('button', { name: 'Save Changes' });
    await save.click();
    await expect(dialog.getByRole('alert')).toHaveText('Code is already in use.');
    await expect(dialog.getByLabel('Code')).toBeFocused();
    await dialog.getByLabel('Code').fill(mine.code);
    await page.route(operation('promotions/updatePromotion'), busy, { times: 1 });
    await save.click();
    await expect(dialog.getByRole('alert')).toHaveText('The shop is busy. Please try again.');
    await expect(dialog.getByLabel('Tag line')).toHaveValue('Typed by me');
    // Text typed during a save stays, and the dialog stays open.
    await typeWhile(page, 'promotions/updatePromotion', () =>
      dialog.getByLabel('Description').fill('Typed meanwhile'),
    );
    await save.click();
    await expect(page.getByText('Promotion updated successfully')).toBeVisible();
    await expect(save).toBeEnabled();
    await expect(dialog.getByLabel('Description')).toHaveValue('Typed meanwhile');
    const saved = () => db.query('SELECT tag_line, description FROM promotions WHERE id = $1', [mine.id]);
    expect((await saved()).rows).toEqual([{ tag_line: 'Typed by me', description: '' }]);
    await save.click();
    await expect(dialog).toBeHidden();
    expect((await saved()).rows).toEqual([{ tag_line: 'Typed by me', description: 'Typed meanwhile' }]);
  });

  test('a new promotion whose response is lost is created once, and the form stays editable', {
    tag: '@desktop',
  }, async ({ page, db }) => {
    const { name, code } = newPromotion();
    await open(page, '/admin/promotions');
    await page.getByRole('button', { name: '+ New Promotion' }).click();
    const dialog = page.getByRole('dialog');
    for (const [label, value] of Object.entries({
      Title: name,
      Code: code,
      'Value in NGN': '2,500',
      End: '2027-03-31',
    }))
      await dialog.getByLabel(label).fill(value);
    await dialog.getByLabel('Start').fill('2027-03-01');
    const lost = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(operation('promotions/createPromotion'), lost, { times: 1 });
    const create = dialog.getByRole('button', { name: 'Create Promotion' });
    await create.click();
    await expect(dialog.getByRole('alert')).toHaveText('Please check your connection and try again.');
    await typeWhile(page, 'promotions/createPromotion', () =>
      dialog.getByLabel('Tag line').fill('Typed meanwhile'),
    );
    await create.click();
    await expect(page.getByText('Promotion created successfully')).toBeVisible();
    const edited = page.getByRole('dialog', { name: 'Edit Promotion' });
    await expect(edited.getByLabel('Tag line')).toHaveValue('Typed meanwhile');
    await edited.getByRole('button', { name: 'Save Changes' }).click();
    await expect(edited).toBeHidden();
    const { rows } = await db.query(
      'SELECT tag_line, promotion_value, version FROM promotions WHERE name = $1',
      [name],
    );
    expect(rows).toEqual([{ tag_line: 'Typed meanwhile', promotion_value: '2500.00', version: 2 }]);
  });

  test('saving over another admin’s newer version shows the changes and offers a choice', {
    tag: '@desktop',
  }, async ({ page, seed, browser, db }) => {
    // Two browsers.
    test.slow();
    const { name } = newPromotion();
    const { id, code } = await seed.promotion({ name, naira: 1000 });
    await choose(page, { name, code }, 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit Promotion' });
    await dialog.getByLabel('Tag line').fill('Mine');

    const otherPage = await browser.newPage({ baseURL: process.env.SHOP_URL });
    await signIn(otherPage, ACCOUNTS.super);
    await choose(otherPage, { name, code }, 'Edit');
    await otherPage.getByLabel('Value in NGN').fill('1500');
    await otherPage.getByLabel('Tag line').fill('Hers');
    await otherPage.getByRole('button', { name: 'Save Changes' }).click();
    await expect(otherPage.getByText('Promotion updated successfully')).toBeVisible();
    await otherPage.close();

    // What was not edited here follows at once; the choice is about the rest.
    await expect(dialog.getByLabel('Value in NGN')).toHaveValue('1500');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    const choice = page.getByRole('dialog', { name: /changed this/ });
    await expect(choice).toContainText('Hers');
    await expect(choice).toContainText('Mine');
    await expect(choice.getByRole('heading', { level: 3 })).toHaveText(['Tag line']);
    await expectAccessible(page);
    await choice.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByText('Promotion updated successfully')).toBeVisible();
    const { rows } = await db.query('SELECT tag_line, promotion_value FROM promotions WHERE id = $1', [id]);
    expect(rows).toEqual([{ tag_line: 'Mine', promotion_value: '1500.00' }]);
  });
});
