import {
  addNumberedProducts,
  expect,
  expectAccessible,
  expectToast,
  newWord,
  selectAll,
  selected,
  test,
} from './products.ts';

test('BULK-02 BULK-03 prices are raised after a preview of each, never over a newer one, with a progress and an undo', {
  tag: '@phone',
}, async ({ page, db, isMobile }) => {
  test.setTimeout(90_000);
  const word = await addNumberedProducts(db, 600);
  const pricesOf = async (...numbers: number[]) =>
    (
      await db.query(
        `SELECT price::float FROM products WHERE name = ANY (SELECT $1 || ' ' || lpad(n::text, 3, '0') FROM unnest($2::int[]) n) ORDER BY name`,
        [word, numbers],
      )
    ).rows.map(({ price }) => price);
  const { rows } = await db.query(`SELECT id FROM products WHERE name = $1`, [`${word} 600`]);
  const shopPage = async () => (await page.request.get(`/products/${rows[0].id}`)).text();
  expect(await shopPage()).toContain('₦600.00');

  await selectAll(page, word, isMobile);
  await selected(page).getByRole('button', { name: 'Change prices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change prices' });
  await expect(dialog).toContainText('Of 600 products.');
  const save = dialog.getByRole('button', { name: /^Change .*price/ });
  await expect(save).toBeDisabled();

  await dialog.getByLabel('What to do').selectOption('Lower');
  await dialog.getByLabel('In', { exact: true }).selectOption('₦');
  await dialog.getByLabel('By how much').fill('300');
  await expect(save).toHaveText('Change 300 prices');
  await expect(dialog.getByText('300 products are left out and keep their price')).toBeVisible();
  await dialog.getByRole('button', { name: 'Left out 300' }).click();
  const list = dialog.getByRole('region', { name: 'Preview' }).getByRole('listitem');
  await expect(list.first()).toHaveText(/001.*₦1\.00.*left out: -₦299\.00 is too low/);
  await expectAccessible(page);
  const scrolled = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(scrolled).toBeLessThanOrEqual(0);

  await dialog.getByLabel('What to do').selectOption('Raise');
  await dialog.getByLabel('In', { exact: true }).selectOption('%');
  await dialog.getByLabel('By how much').fill('10');
  await dialog.getByLabel('Round to').selectOption('₦50');
  await dialog.getByRole('button', { name: 'Stay the same' }).click();
  // Rounded, it would be ₦0.00.
  await expect(list.first()).toHaveText(/001.*₦1\.00 stays/);
  await dialog.getByLabel('Round to').selectOption('Do not round');
  await dialog.getByRole('button', { name: 'Change 600', exact: true }).click();
  await dialog.getByRole('button', { name: 'Page 2' }).click();
  await expect(list.first()).toHaveText(/021.*₦21\.00.*₦23\.10/);
  await expectAccessible(page);

  // Nothing is saved over a price that changed since.
  await db.query(`UPDATE products SET price = 5000 WHERE name = $1`, [`${word} 002`]);
  await save.click();
  const refused = dialog.getByRole('alert');
  await expect(refused).toContainText('1 price changed since this preview. Nothing was saved.');
  await expect(refused).toBeInViewport();
  await expect(refused).toContainText(`changed ${word} 002: it is ₦5,000.00 now.`);
  expect(await pricesOf(1, 2, 3)).toEqual([1, 5000, 3]);
  await dialog.getByRole('button', { name: 'Show the prices of now' }).click();
  await expect(refused).toHaveCount(0);

  // The second half waits.
  await db.query(`CREATE FUNCTION halt() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock(550); RETURN NEW; END';
    SELECT pg_advisory_lock(550)`);
  await db.query(`CREATE TRIGGER halt BEFORE UPDATE ON products FOR EACH ROW WHEN (NEW.name = '${word} 550')
    EXECUTE FUNCTION halt()`);
  try {
    await save.click();
    await expect(dialog.getByText('500 of 600')).toBeInViewport();
    await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '83');
  } finally {
    await db.query('SELECT pg_advisory_unlock(550)');
  }
  await expectToast(page, 'Raised the price of 600 products by 10 %');
  await db.query('DROP TRIGGER halt ON products; DROP FUNCTION halt()');
  await expect(dialog).toHaveCount(0);
  await expect(selected(page)).toHaveCount(0);
  expect(await pricesOf(1, 2, 600)).toEqual([1.1, 5500, 660]);
  expect(await shopPage()).toContain('₦660.00');
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Raised the price' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => pricesOf(1, 2, 600)).toEqual([1, 5000, 600]);
  await expect.poll(shopPage).toContain('₦600.00');
});
test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 409/] });

test('BULK-02 selected products join a promotion that is not over, and leave it', { tag: '@phone' }, async ({
  page,
  db,
  seed,
  isMobile,
}) => {
  const word = newWord();
  const promotion = await seed.promotion({ percent: 20, name: `Eid ${word}` });
  const over = await seed.promotion({ from: -9, to: -2, name: `Over ${word}` });
  for (const number of [1, 2]) await seed.product({ name: `${word} ${number}` });
  const joined = async () =>
    (await db.query('SELECT count(*)::int AS n FROM products WHERE promotion_id = $1', [promotion.id]))
      .rows[0].n;
  await selectAll(page, word, isMobile);
  const choice = selected(page).getByLabel('Join a promotion');
  await expect(choice.getByRole('option', { name: promotion.code })).toBeAttached();
  await expect(choice.getByRole('option', { name: over.code })).toHaveCount(0);
  await choice.selectOption({ value: promotion.id });
  const question = page.getByRole('alertdialog', { name: `Join Eid ${word}: 2 products?` });
  await expectAccessible(page);
  await question.getByRole('button', { name: `Join Eid ${word}` }).click();
  await expectToast(page, '2 products changed');
  expect(await joined()).toBe(2);
  await selectAll(page, word, isMobile);
  await selected(page).getByRole('button', { name: 'Leave promotion' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave promotion' }).click();
  await expect.poll(joined).toBe(0);
});
