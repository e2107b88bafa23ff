import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import {
  ACCOUNTS,
  busy,
  choose,
  expect,
  expectAccessible,
  newPromotion,
  newWord,
  operation,
  signIn,
  test,
} from './promotions.ts';

const ASSIGN = operation('catalog/assignProducts');

const dialogOn = (page: Page) => page.getByRole('dialog', { name: 'Assign Products to Promotion' });
const searchOn = (page: Page) => dialogOn(page).getByPlaceholder('Search by name or category...');
const boxOf = (page: Page, name: string) => dialogOn(page).getByRole('checkbox', { name });

/** The promotion code of each product whose name contains the word, by name. */
async function promotionCodesOf(db: Client, word: string): Promise<Record<string, string | null>> {
  const { rows } = await db.query(
    `SELECT p.name, r.code FROM products p LEFT JOIN promotions r ON r.id = p.promotion_id WHERE p.name LIKE $1`,
    [`%${word}%`],
  );
  return Object.fromEntries(rows.map(({ name, code }) => [name.split(' ')[0], code]));
}

test('ADM-PROMO-20 ADM-PROMO-22 ADM-PROMO-23 the dialog lists products in a scroll area of its own, assigned ones selected', async ({
  page,
  seed,
}) => {
  const { name } = newPromotion();
  const { code } = await seed.promotion({ name });
  const other = await seed.promotion({ name: 'Zq elsewhere' });
  const word = newWord();
  await seed.product({ name: `Cap ${word}`, promotion: code, category: 'agbada', price: 4500.5 });
  await seed.product({ name: `Fan ${word}` });
  await seed.product({ name: `Hat ${word}`, promotion: other.code });
  await choose(page, { name, code }, 'Assign Products');
  const dialog = dialogOn(page);
  await expect(dialog.getByRole('columnheader')).toHaveText(['Assigned', 'Name', 'Category', 'Price']);
  const box = dialog.getByRole('region', { name: 'Products to assign' });
  // Assigned products come first; a filter shows them alone.
  await expect(box.getByRole('checkbox').first()).toHaveAccessibleName(`Cap ${word}`);
  const onlyInside = dialog.getByRole('checkbox', { name: 'Only those in this promotion' });
  await onlyInside.check();
  await expect(box.getByRole('checkbox')).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'Select all' })).toHaveCount(0);
  await onlyInside.uncheck();
  // All products: fifty more rows, and the rest on scrolling.
  await expect.poll(() => box.getByRole('checkbox').count()).toBeGreaterThanOrEqual(50);
  expect(await box.getByRole('checkbox').count()).toBeLessThanOrEqual(51);
  const { scrolls, height } = await box.evaluate((element) => ({
    scrolls: element.scrollHeight > element.clientHeight && getComputedStyle(element).overflowY === 'auto',
    height: element.clientHeight,
  }));
  expect(scrolls).toBe(true);
  expect(height).toBeLessThanOrEqual(384);
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect.poll(() => box.getByRole('checkbox').count()).toBeGreaterThan(50);

  await searchOn(page).fill(word);
  await expect(box.getByRole('checkbox')).toHaveCount(3);
  await expect(boxOf(page, `Cap ${word}`)).toBeChecked();
  await expect(boxOf(page, `Fan ${word}`)).not.toBeChecked();
  await expect(boxOf(page, `Hat ${word}`)).not.toBeChecked();
  const row = box.locator('tbody tr').first();
  for (const text of ['Agbada', '₦4,500.50']) await expect(row).toContainText(text);
  await expect(box.locator('tbody tr').last()).toContainText('In Zq elsewhere');
  await expectAccessible(page);
});

test('ADM-PROMO-22 Escape empties the search first, then closes the dialog', { tag: '@desktop' }, async ({
  page,
  seed,
}) => {
  const { name } = newPromotion();
  const { code } = await seed.promotion({ name });
  await choose(page, { name, code }, 'Assign Products');
  const search = searchOn(page);
  await search.fill('cap');
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(dialogOn(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOn(page)).toBeHidden();
});

test('ADM-PROMO-21 the search matches name or category in any case, and keeps the selection', {
  tag: '@desktop',
}, async ({ page, seed }) => {
  const { name } = newPromotion();
  const { code } = await seed.promotion({ name });
  const category = await seed.category();
  const word = newWord();
  await seed.product({ name: `Cap ${word}`, category: category.slug });
  await seed.product({ name: `Fan ${word}` });
  await choose(page, { name, code }, 'Assign Products');
  await searchOn(page).fill(word.toUpperCase());
  await expect(dialogOn(page).getByText('2 products', { exact: true })).toBeVisible();
  await boxOf(page, `Fan ${word}`).check();
  await searchOn(page).fill(category.name.toUpperCase());
  await expect(dialogOn(page).getByText('1 product', { exact: true })).toBeVisible();
  await boxOf(page, `Cap ${word}`).check();
  await expect(dialogOn(page)).toContainText('2 products will join.');
  await searchOn(page).fill(word);
  await expect(boxOf(page, `Fan ${word}`)).toBeChecked();
  await expect(boxOf(page, `Cap ${word}`)).toBeChecked();
  await searchOn(page).fill(`${word}x`);
  await expect(dialogOn(page).getByText('No product matches.')).toBeVisible();
  // Escape empties the search; closing with an unsaved selection asks first.
  await page.keyboard.press('Escape');
  await expect(searchOn(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(dialogOn(page)).toBeHidden();
});

test('SEARCH-07 a wrong letter finds products below a heading of their own, which can be selected', async ({
  page,
  seed,
  db,
}) => {
  const { name } = newPromotion();
  const { code } = await seed.promotion({ name });
  // Letters alone, and many of them: digits and short words are not corrected.
  const word = newWord().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);
  const product = await seed.product({ name: `Cap ${word}` });
  await choose(page, { name, code }, 'Assign Products');
  const wrong = `${word.slice(0, 3)}${word.slice(4)}`;
  await searchOn(page).fill(`cap ${wrong}`);
  await expect(dialogOn(page).getByRole('rowheader', { name: `Close to "${wrong}": ${word}` })).toBeVisible();
  await expect(dialogOn(page).getByText('No product matches.')).toBeVisible();
  await expectAccessible(page);
  await boxOf(page, `Cap ${word}`).check();
  await dialogOn(page).getByRole('button', { name: 'Assign Selected Products' }).click();
  await expect(dialogOn(page)).toBeHidden();
  expect(await promotionCodesOf(db, product.name.split(' ')[1]!)).toEqual({ Cap: code });
});

test('ADM-PROMO-24 ADM-PROMO-25 RULES-30 one save sends added and removed products, and changes no other row', {
  tag: '@desktop',
}, async ({ page, seed, db }) => {
  const { name } = newPromotion();
  const { code } = await seed.promotion({ name });
  const other = await seed.promotion({ name: 'Zq elsewhere' });
  const word = newWord();
  const cap = await seed.product({ name: `Cap ${word}` });
  const fan = await seed.product({ name: `Fan ${word}`, promotion: code });
  const hat = await seed.product({ name: `Hat ${word}`, promotion: other.code });
  await seed.product({ name: `Ring ${word}`, promotion: other.code });
  await seed.product({ name: `Shoe ${word}`, promotion: code });
  await choose(page, { name, code }, 'Assign Products');
  const submit = dialogOn(page).getByRole('button', { name: 'Assign Selected Products' });
  await expect(submit).toBeDisabled();
  await searchOn(page).fill(word);
  await expect(dialogOn(page).getByText('5 products', { exact: true })).toBeVisible();
  await boxOf(page, `Cap ${word}`).check();
  await boxOf(page, `Hat ${word}`).check();
  await boxOf(page, `Fan ${word}`).uncheck();
  await expect(dialogOn(page)).toContainText('Moves from Zq elsewhere');
  await expect(dialogOn(page)).toContainText(
    '2 products will join (1 from another promotion), 1 product will leave.',
  );
  let sent: unknown;
  await page.route(ASSIGN, async (route) => {
    sent = route.request().postDataJSON().json;
    await expect(dialogOn(page).getByRole('button', { name: 'Assigning...' })).toBeVisible();
    await route.continue();
  });
  await submit.click();
  await expect(page.getByText('2 products joined (1 from another promotion), 1 product left')).toBeVisible();
  await expect(dialogOn(page)).toBeHidden();
  expect(sent).toMatchObject({ join: [cap.id, hat.id], leave: [fan.id] });
  expect(await promotionCodesOf(db, word)).toEqual({
    Cap: code,
    Fan: null,
    Hat: code,
    Ring: other.code,
    Shoe: code,
  });
});

test('OPEN-49 two admins who assign at once change only their own rows', { tag: '@desktop' }, async ({
  page,
  browser,
  seed,
  db,
}) => {
  // Two browsers.
  test.slow();
  const { name } = newPromotion();
  const { code } = await seed.promotion({ name });
  const word = newWord();
  for (const one of ['Cap', 'Fan', 'Hat'])
    await seed.product({ name: `${one} ${word}`, promotion: one === 'Hat' ? code : undefined });
  const otherPage = await browser.newPage({ baseURL: process.env.SHOP_URL });
  await signIn(otherPage, ACCOUNTS.super);
  for (const one of [page, otherPage]) {
    await choose(one, { name, code }, 'Assign Products');
    await searchOn(one).fill(word);
    await expect(dialogOn(one).locator('tbody').getByRole('checkbox')).toHaveCount(3);
  }
  await boxOf(page, `Cap ${word}`).check();
  await boxOf(otherPage, `Fan ${word}`).check();
  await boxOf(otherPage, `Hat ${word}`).uncheck();
  for (const one of [page, otherPage]) {
    await dialogOn(one).getByRole('button', { name: 'Assign Selected Products' }).click();
    await expect(dialogOn(one)).toBeHidden();
  }
  await otherPage.close();
  expect(await promotionCodesOf(db, word)).toEqual({ Cap: code, Fan: code, Hat: null });
});

test('all matches are selected at once, except those of another promotion', { tag: '@desktop' }, async ({
  page,
  seed,
  db,
}) => {
  const { name } = newPromotion();
  const { code } = await seed.promotion({ name });
  const other = await seed.promotion({ name: 'Zq elsewhere' });
  const word = newWord();
  await seed.product({ name: `Hat ${word}`, promotion: other.code });
  await db.query(
    `INSERT INTO products (id, name, description, price)
     SELECT gen_random_uuid(), 'Cap' || n || ' ' || $1, '', 100 FROM generate_series(1, 120) n`,
    [word],
  );
  try {
    await choose(page, { name, code }, 'Assign Products');
    await searchOn(page).fill(word);
    await expect(dialogOn(page).getByText('121 products', { exact: true })).toBeVisible();
    await dialogOn(page).getByRole('button', { name: 'Select all that match' }).click();
    await expect(dialogOn(page)).toContainText('120 products will join.');
    await expect(dialogOn(page)).toContainText('Products of another promotion are not selected');
    await boxOf(page, `Cap1 ${word}`).uncheck();
    await dialogOn(page).getByRole('button', { name: 'Assign Selected Products' }).click();
    await expect(page.getByText('119 products joined')).toBeVisible();
    const promotionCodes = await promotionCodesOf(db, word);
    expect([promotionCodes.Hat, promotionCodes.Cap1, promotionCodes.Cap2, promotionCodes.Cap120]).toEqual([
      other.code,
      null,
      code,
      code,
    ]);
  } finally {
    await db.query('DELETE FROM products WHERE name LIKE $1', [`%${word}`]);
  }
});

test('a selection above the limit of one save is reported, and the rest is left for the next', {
  tag: '@desktop',
}, async ({ page, seed, db }) => {
  const { name } = newPromotion();
  const { code } = await seed.promotion({ name });
  const word = newWord();
  await db.query(
    `INSERT INTO products (id, name, description, price)
     SELECT gen_random_uuid(), 'Cap' || n || ' ' || $1, '', 100 FROM generate_series(1, 2001) n`,
    [word],
  );
  try {
    await choose(page, { name, code }, 'Assign Products');
    await searchOn(page).fill(word);
    await dialogOn(page).getByRole('button', { name: 'Select all that match' }).click();
    await expect(dialogOn(page)).toContainText('2,000 products will join.');
    await expect(dialogOn(page)).toContainText(
      'One save takes 2,000 changes. That many are selected: save them, then select the rest.',
    );
    await dialogOn(page).getByRole('button', { name: 'Assign Selected Products' }).click();
    await expect(page.getByText('2,000 products joined')).toBeVisible({ timeout: 15_000 });
    const promotionCodes = Object.values(await promotionCodesOf(db, word));
    expect([promotionCodes.length, promotionCodes.filter((at) => at === code).length]).toEqual([2001, 2000]);
  } finally {
    await db.query('DELETE FROM products WHERE name LIKE $1', [`%${word}`]);
  }
});

test.describe('a save that fails', () => {
  test.use({ expectedErrors: [/status of (409|503)/] });

  test('ERR-53 CALLS-20 shows the first error, stays open, saves nothing, and can continue', {
    tag: '@desktop',
  }, async ({ page, seed, db }) => {
    const { name } = newPromotion();
    const { code } = await seed.promotion({ name });
    const word = newWord();
    await seed.product({ name: `Cap ${word}` });
    const fan = await seed.product({ name: `Fan ${word}` });
    await choose(page, { name, code }, 'Assign Products');
    await searchOn(page).fill(word);
    await expect(dialogOn(page).getByText('2 products', { exact: true })).toBeVisible();
    await boxOf(page, `Cap ${word}`).check();
    await boxOf(page, `Fan ${word}`).check();
    const submit = dialogOn(page).getByRole('button', { name: 'Assign Selected Products' });
    await page.route(ASSIGN, busy, { times: 1 });
    await submit.click();
    await expect(dialogOn(page).getByRole('alert')).toHaveText('The shop is busy. Please try again.');
    await expect(boxOf(page, `Cap ${word}`)).toBeChecked();

    await db.query('DELETE FROM products WHERE id = $1', [fan.id]);
    await submit.click();
    await expect(dialogOn(page).getByRole('alert')).toContainText('One selected product was deleted');
    expect(await promotionCodesOf(db, word)).toEqual({ Cap: null });
    await expect(dialogOn(page)).toContainText('1 product will join.');
    await submit.click();
    await expect(page.getByText('1 product joined')).toBeVisible();
    expect(await promotionCodesOf(db, word)).toEqual({ Cap: code });
  });

  test('ERR-52 a list that fails shows a red error in the dialog, and Try Again loads it', {
    tag: '@desktop',
  }, async ({ page, seed }) => {
    const { name } = newPromotion();
    const { code } = await seed.promotion({ name });
    let isDown = true;
    await page.route(operation('catalog/listAssignable'), (route) =>
      isDown ? busy(route) : route.continue(),
    );
    await choose(page, { name, code }, 'Assign Products');
    await expect(dialogOn(page).getByRole('status').filter({ hasText: 'Loading products' })).toBeVisible();
    const alert = dialogOn(page).getByRole('alert').getByText('The shop is busy. Please try again.');
    await expect(alert).toBeVisible({ timeout: 15_000 });
    expect(await alert.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(152, 35, 31)');
    isDown = false;
    await dialogOn(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(dialogOn(page).locator('tbody').getByRole('checkbox').first()).toBeVisible();
  });
});
