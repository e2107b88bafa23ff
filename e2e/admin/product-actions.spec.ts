import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectToast,
  newWord,
  openAs,
  selectAll,
  selected,
  selectListed,
  test,
} from './products.ts';

/** A press on a button of the bar, with the answer to its question. */
const press =
  (label: string, asks = false) =>
  async (page: Page) => {
    await selected(page).getByRole('button', { name: label, exact: true }).click();
    if (asks) await page.getByRole('alertdialog').getByRole('button', { name: label }).click();
  };

test('BULK-02 HIST-05 each action of the bar changes all selected products at once, and its Undo brings them back', async ({
  page,
  db,
  seed,
  isMobile,
}) => {
  test.setTimeout(120_000);
  const word = newWord();
  const category = await seed.category();
  const promotion = await seed.promotion({ name: `Eid ${word}` });
  for (const number of [1, 2, 3]) await seed.product({ name: `${word} ${number}`, images: 2 });
  const set = (columns: string) =>
    db.query(`UPDATE products SET ${columns} WHERE name LIKE $1`, [`${word} %`]);
  const stored = async () =>
    (
      await db.query(
        `SELECT p.id, p.status, p.sold_out, p.featured, p.category_id, p.promotion_id,
           array(SELECT i.id FROM product_images i WHERE i.product_id = p.id ORDER BY display_order) AS images
         FROM products p WHERE name LIKE $1 ORDER BY name`,
        [`${word} %`],
      )
    ).rows;
  const options = selected(page);
  const move = async () => {
    await options.getByLabel('Move to a category').selectOption(category.id);
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: `Move to ${category.name}` })
      .click();
  };
  const join = async () => {
    await options.getByLabel('Join a promotion').selectOption(promotion.id);
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: `Join Eid ${word}` })
      .click();
  };
  const actions: [
    label: string,
    run: (page: Page) => Promise<unknown>,
    change: Record<string, unknown>,
    before?: string,
  ][] = [
    ['Feature', press('Feature'), { featured: true }],
    ['Do not feature', press('Do not feature'), { featured: false }, 'featured = true'],
    ['Make drafts', press('Make drafts', true), { status: 'draft' }],
    ['Publish', press('Publish'), { status: 'published' }, `status = 'draft'`],
    ['Sold out', press('Sold out', true), { sold_out: true }],
    ['Available', press('Available'), { sold_out: false }, 'sold_out = true'],
    ['Move to…', move, { category_id: category.id }],
    ['Join a promotion…', join, { promotion_id: promotion.id }],
    [
      'Leave promotion',
      press('Leave promotion', true),
      { promotion_id: null },
      `promotion_id = '${promotion.id}'`,
    ],
    ['Delete', press('Delete', true), {}],
  ];
  await selectAll(page, word, isMobile);
  await expect(options.getByLabel('Join a promotion').locator(`[value="${promotion.id}"]`)).toBeAttached();
  // No button of the bar is left out above, but for those that change nothing or have their own tests.
  const labels = await selected(page)
    .locator('button:not([aria-haspopup]), option:first-child')
    .allTextContents();
  expect(labels.filter((label) => !/^(Clear|Change prices|Select all)/.test(label)).toSorted()).toEqual(
    actions.map(([label]) => label).toSorted(),
  );
  await expectAccessible(page);

  const saved = page.waitForEvent('download');
  await selected(page).getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Text file (CSV)' }).click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  expect(csv.match(new RegExp(word, 'g'))).toHaveLength(3);

  for (const [label, run, change, already] of actions) {
    if (already) await set(already);
    const before = await stored();
    if (label !== 'Feature') await selectListed(page, isMobile);
    await run(page);
    const isDeletion = label === 'Delete';
    await expectToast(page, `3 products ${isDeletion ? 'deleted' : 'changed'}`);
    await expect(selected(page), label).toBeHidden();
    expect(await stored(), label).toEqual(isDeletion ? [] : before.map((row) => ({ ...row, ...change })));
    await page
      .locator('[data-sonner-toast]')
      .filter({ hasText: '3 products' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(stored, label).toEqual(before);
  }
});

test('BULK-01 a name of 180 letters stays in its column of the list, and leaves the others their width', async ({
  page,
  seed,
  isMobile,
}) => {
  const word = newWord();
  const { name: category } = await seed.category();
  const name = `${word} ${'Supercalifragilistic'.repeat(9)}`.slice(0, 180);
  await seed.product({ name, category: category.toLowerCase().replace(/\W+/g, '-') });
  await openAs(page, `/admin/products?search=${word}`);
  const row = page.locator('main tbody tr');
  const right = await row
    .locator('td:has(img) .break-words')
    .evaluate((text) =>
      [text.getBoundingClientRect(), text.closest('td')!.getBoundingClientRect()].map((box) => box.right),
    );
  expect(right[0]).toBeLessThanOrEqual(right[1]!);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()!.width);
  if (isMobile) return;
  const cell = row.getByRole('cell', { name: category });
  expect((await cell.boundingBox())!.width).toBeGreaterThanOrEqual(112);
});

test('BULK-02 the arrow keys pass all categories and promotions, and nothing is changed without a yes', {
  tag: '@desktop',
}, async ({ page, db, seed, isMobile }) => {
  const word = newWord();
  const category = await seed.category();
  const promotion = await seed.promotion({ name: `Eid ${word}` });
  const { id } = await seed.product({ name: `${word} 1` });
  const stored = async () =>
    (await db.query('SELECT category_id, promotion_id FROM products WHERE id = $1', [id])).rows[0];
  const before = await stored();
  await selectAll(page, word, isMobile);
  const question = page.getByRole('alertdialog');
  for (const [label, chosen, asked, key] of [
    ['Move to a category', category.id, `Move to ${category.name}: 1 product?`, 'Enter'],
    ['Join a promotion', promotion.id, `Join Eid ${word}: 1 product?`, 'Tab'],
  ] as const) {
    const select = selected(page).getByLabel(label);
    await expect(select.locator(`[value="${chosen}"]`)).toBeAttached();
    await select.focus();
    const places = await select
      .locator('option')
      .evaluateAll(
        (all, value) => all.findIndex((one) => (one as HTMLOptionElement).value === value),
        chosen,
      );
    for (let place = 0; place < places; place++) await page.keyboard.press('ArrowDown');
    await expect(select).toHaveValue(chosen);
    await expect(question).toHaveCount(0);
    await page.keyboard.press(key);
    await expect(question).toHaveAccessibleName(asked);
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(select).toHaveValue('');
  }
  expect(await stored()).toEqual(before);
});
