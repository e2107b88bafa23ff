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

/** The promotion of each product whose name holds the word, by name. */
async function keptOf(db: Client, word: string): Promise<Record<string, string | null>> {
  const { rows } = await db.query(
    `SELECT p.name, r.code FROM products p LEFT JOIN promotions r ON r.id = p.promotion_id WHERE p.name LIKE $1`,
    [`%${word}%`],
  );
  return Object.fromEntries(rows.map(({ name, code }) => [name.split(' ')[0], code]));
}

test('ADM-PROMO-20 ADM-PROMO-22 ADM-PROMO-23 the window lists products in a box of its own, those inside ticked', async ({
  page,
  stall,
}) => {
  const { name } = newPromotion();
  const { code } = await stall.promotion({ name });
  const other = await stall.promotion({ name: 'Zq elsewhere' });
  const word = newWord();
  await stall.product({ name: `Cap ${word}`, promotion: code, category: 'agbada', price: 4500.5 });
  await stall.product({ name: `Fan ${word}` });
  await stall.product({ name: `Hat ${word}`, promotion: other.code });
  await choose(page, { name, code }, 'Assign Products');
  const dialog = dialogOn(page);
  await expect(dialog.getByRole('columnheader')).toHaveText(['Assigned', 'Name', 'Category', 'Price']);
  const box = dialog.getByRole('region', { name: 'Products to assign' });
  // Those inside come first, and alone where that is asked.
  await expect(box.getByRole('checkbox').first()).toHaveAccessibleName(`Cap ${word}`);
  const onlyInside = dialog.getByRole('checkbox', { name: 'Only those in this promotion' });
  await onlyInside.check();
  await expect(box.getByRole('checkbox')).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'Tick all' })).toHaveCount(0);
  await onlyInside.uncheck();
  // All of the shop: fifty rows besides, and the rest as it scrolls.
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

test('ADM-PROMO-21 the search finds name or category in any case, and ticks are kept meanwhile', {
  tag: '@desktop',
}, async ({ page, stall }) => {
  const { name } = newPromotion();
  const { code } = await stall.promotion({ name });
  const category = await stall.category();
  const word = newWord();
  await stall.product({ name: `Cap ${word}`, category: category.slug });
  await stall.product({ name: `Fan ${word}` });
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
  // Closing with ticks that are not saved asks first.
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(dialogOn(page)).toBeHidden();
});

test('ADM-PROMO-24 ADM-PROMO-25 RULES-30 one save sends what joined and what left, and changes no other row', {
  tag: '@desktop',
}, async ({ page, stall, db }) => {
  const { name } = newPromotion();
  const { code } = await stall.promotion({ name });
  const other = await stall.promotion({ name: 'Zq elsewhere' });
  const word = newWord();
  const cap = await stall.product({ name: `Cap ${word}` });
  const fan = await stall.product({ name: `Fan ${word}`, promotion: code });
  const hat = await stall.product({ name: `Hat ${word}`, promotion: other.code });
  await stall.product({ name: `Ring ${word}`, promotion: other.code });
  await stall.product({ name: `Shoe ${word}`, promotion: code });
  await choose(page, { name, code }, 'Assign Products');
  const submit = dialogOn(page).getByRole('button', { name: 'Assign Selected Products' });
  await expect(submit).toBeDisabled();
  await searchOn(page).fill(word);
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
  expect(await keptOf(db, word)).toEqual({ Cap: code, Fan: null, Hat: code, Ring: other.code, Shoe: code });
});

test('OPEN-49 two who assign at once each change their own rows', { tag: '@desktop' }, async ({
  page,
  browser,
  stall,
  db,
}) => {
  // Two browsers.
  test.slow();
  const { name } = newPromotion();
  const { code } = await stall.promotion({ name });
  const word = newWord();
  for (const one of ['Cap', 'Fan', 'Hat'])
    await stall.product({ name: `${one} ${word}`, promotion: one === 'Hat' ? code : undefined });
  const hers = await browser.newPage({ baseURL: process.env.SHOP_URL });
  await signIn(hers, ACCOUNTS.super);
  for (const one of [page, hers]) {
    await choose(one, { name, code }, 'Assign Products');
    await searchOn(one).fill(word);
    await expect(dialogOn(one).locator('tbody').getByRole('checkbox')).toHaveCount(3);
  }
  await boxOf(page, `Cap ${word}`).check();
  await boxOf(hers, `Fan ${word}`).check();
  await boxOf(hers, `Hat ${word}`).uncheck();
  for (const one of [page, hers]) {
    await dialogOn(one).getByRole('button', { name: 'Assign Selected Products' }).click();
    await expect(dialogOn(one)).toBeHidden();
  }
  await hers.close();
  expect(await keptOf(db, word)).toEqual({ Cap: code, Fan: code, Hat: null });
});

test('all that match are ticked at once, those of another promotion left there', { tag: '@desktop' }, async ({
  page,
  stall,
  db,
}) => {
  const { name } = newPromotion();
  const { code } = await stall.promotion({ name });
  const other = await stall.promotion({ name: 'Zq elsewhere' });
  const word = newWord();
  await stall.product({ name: `Hat ${word}`, promotion: other.code });
  await db.query(
    `INSERT INTO products (id, name, description, price)
     SELECT gen_random_uuid(), 'Cap' || n || ' ' || $1, '', 100 FROM generate_series(1, 120) n`,
    [word],
  );
  try {
    await choose(page, { name, code }, 'Assign Products');
    await searchOn(page).fill(word);
    await expect(dialogOn(page).getByText('121 products', { exact: true })).toBeVisible();
    await dialogOn(page).getByRole('button', { name: 'Tick all that match' }).click();
    await expect(dialogOn(page)).toContainText('120 products will join.');
    await boxOf(page, `Cap1 ${word}`).uncheck();
    await dialogOn(page).getByRole('button', { name: 'Assign Selected Products' }).click();
    await expect(page.getByText('119 products joined')).toBeVisible();
    const kept = await keptOf(db, word);
    expect([kept.Hat, kept.Cap1, kept.Cap2, kept.Cap120]).toEqual([other.code, null, code, code]);
  } finally {
    await db.query('DELETE FROM products WHERE name LIKE $1', [`%${word}`]);
  }
});

test('more than one save takes is said, and the rest is for the next', { tag: '@desktop' }, async ({
  page,
  stall,
  db,
}) => {
  const { name } = newPromotion();
  const { code } = await stall.promotion({ name });
  const word = newWord();
  await db.query(
    `INSERT INTO products (id, name, description, price)
     SELECT gen_random_uuid(), 'Cap' || n || ' ' || $1, '', 100 FROM generate_series(1, 2001) n`,
    [word],
  );
  try {
    await choose(page, { name, code }, 'Assign Products');
    await searchOn(page).fill(word);
    await dialogOn(page).getByRole('button', { name: 'Tick all that match' }).click();
    await expect(dialogOn(page)).toContainText('2,000 products will join.');
    await expect(dialogOn(page)).toContainText(
      'One save takes 2,000 changes. So many are ticked: save them, then tick the rest.',
    );
    await dialogOn(page).getByRole('button', { name: 'Assign Selected Products' }).click();
    await expect(page.getByText('2,000 products joined')).toBeVisible({ timeout: 15_000 });
    const kept = Object.values(await keptOf(db, word));
    expect([kept.length, kept.filter((at) => at === code).length]).toEqual([2001, 2000]);
  } finally {
    await db.query('DELETE FROM products WHERE name LIKE $1', [`%${word}`]);
  }
});

test.describe('a save that fails', () => {
  test.use({ expectedErrors: [/status of (409|503)/] });

  test('ERR-53 CALLS-20 shows the first error, stays open, saves nothing, and goes on', {
    tag: '@desktop',
  }, async ({ page, stall, db }) => {
    const { name } = newPromotion();
    const { code } = await stall.promotion({ name });
    const word = newWord();
    await stall.product({ name: `Cap ${word}` });
    const fan = await stall.product({ name: `Fan ${word}` });
    await choose(page, { name, code }, 'Assign Products');
    await searchOn(page).fill(word);
    await boxOf(page, `Cap ${word}`).check();
    await boxOf(page, `Fan ${word}`).check();
    const submit = dialogOn(page).getByRole('button', { name: 'Assign Selected Products' });
    await page.route(ASSIGN, (route) => route.fulfill(busy), { times: 1 });
    await submit.click();
    await expect(dialogOn(page).getByRole('alert')).toHaveText('The shop is busy. Please try again.');
    await expect(boxOf(page, `Cap ${word}`)).toBeChecked();

    await db.query('DELETE FROM products WHERE id = $1', [fan.id]);
    await submit.click();
    await expect(dialogOn(page).getByRole('alert')).toContainText(
      'One product you ticked was deleted meanwhile',
    );
    expect(await keptOf(db, word)).toEqual({ Cap: null });
    await expect(dialogOn(page)).toContainText('1 product will join.');
    await submit.click();
    await expect(page.getByText('1 product joined')).toBeVisible();
    expect(await keptOf(db, word)).toEqual({ Cap: code });
  });

  test('ERR-52 a list that fails says so in red in the window, and Try Again loads', {
    tag: '@desktop',
  }, async ({ page, stall }) => {
    const { name } = newPromotion();
    const { code } = await stall.promotion({ name });
    let isDown = true;
    await page.route(operation('catalog/listAssignable'), (route) =>
      isDown ? route.fulfill(busy) : route.continue(),
    );
    await choose(page, { name, code }, 'Assign Products');
    await expect(dialogOn(page).getByRole('status', { name: 'Loading products' })).toBeVisible();
    const said = dialogOn(page).getByRole('alert').getByText('The shop is busy. Please try again.');
    await expect(said).toBeVisible({ timeout: 15_000 });
    expect(await said.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(152, 35, 31)');
    isDown = false;
    await dialogOn(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(dialogOn(page).locator('tbody').getByRole('checkbox').first()).toBeVisible();
  });
});
