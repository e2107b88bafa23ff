import {
  busy,
  choose,
  expect,
  expectAccessible,
  newPromotion,
  open,
  operation,
  rowOf,
  test,
} from './promotions.ts';

const LIST = operation('promotions/listForAdmin');

test('ADM-PROMO-01 ADM-PROMO-03 the page has its title, and a row shows all data of a promotion', async ({
  page,
  seed,
}) => {
  const name = newPromotion().name;
  const { code } = await seed.promotion({ name, percent: 12.5 });
  await open(page, `/admin/promotions?search=${code}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Promotions' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Title',
    'Code',
    'Type',
    'Value',
    'Start',
    'End',
    'Actions',
  ]);
  const row = rowOf(page, name);
  for (const text of [code, 'PERCENTAGE', '12.5%', 'Running now']) await expect(row).toContainText(text);
  if (page.viewportSize()!.width < 640) {
    // Three lines of text and their padding.
    expect((await row.boundingBox())!.height).toBeLessThanOrEqual(82);
  }
  await expect(row.locator('time')).toHaveText([/^\d{1,2} \w{3,4} \d{4}$/, /^\d{1,2} \w{3,4} \d{4}$/]);
  await expectAccessible(page);
});

test('ADM-PROMO-03 a long title and a code of 14 letters fit into the width of the screen, the code in one line', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { code } = newPromotion();
  const title = `Zq ${code} ${'Sallah and owambe '.repeat(10)}`.slice(0, 180).trim();
  await db.query(
    `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
     select gen_random_uuid(), $1, $2, today, today + 30, 'fixed', 1250000
     from (select (now() at time zone 'Africa/Lagos')::date as today) as shop`,
    [title, `WM${code}`],
  );
  for (const width of [1280, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, `/admin/promotions?search=${code}`);
    await expect(rowOf(page, code)).toBeVisible();
    const table = page.getByRole('table', { name: 'Promotions' });
    const widths = await table.evaluate(({ scrollWidth, parentElement }) => [
      scrollWidth,
      parentElement!.clientWidth,
      document.documentElement.scrollWidth,
    ]);
    expect(widths[0], `${width}`).toBeLessThanOrEqual(widths[1]!);
    expect(widths[2], `${width}`).toBe(width);
    for (const text of [`WM${code}`, '₦1,250,000.00', 'Title']) {
      const place = table.getByText(text, { exact: true }).filter({ visible: true }).first();
      const { height } = (await place.boundingBox())!;
      expect(height, `${text} at ${width}`).toBeLessThan(40);
    }
  }
});

test('OPEN-05 a row shows whether its promotion is upcoming, active or past', { tag: '@desktop' }, async ({
  page,
  seed,
}) => {
  const { name } = newPromotion();
  await seed.promotion({ name: `${name} was`, from: -3, to: -1 });
  await seed.promotion({ name: `${name} is`, from: 0, to: 0, naira: 1500.5 });
  await seed.promotion({ name: `${name} will be`, from: 1, to: 2 });
  await open(page, `/admin/promotions?search=${name.slice(3)}`);
  await expect(rowOf(page, `${name} was`)).toContainText('Past');
  await expect(rowOf(page, `${name} is`)).toContainText('Running now');
  await expect(rowOf(page, `${name} is`)).toContainText('₦1,500.50');
  await expect(rowOf(page, `${name} will be`)).toContainText('Coming');
  await page.getByLabel('When').selectOption('Coming');
  await expect(page.locator('main tbody tr')).toHaveCount(1);
  await expect(page).toHaveURL(/when=coming/);
});

test('OPEN-65 OPEN-66 ten a page; search, order and page stay in the URL', { tag: '@desktop' }, async ({
  page,
  seed,
}) => {
  const { name } = newPromotion();
  const word = name.slice(3);
  for (let n = 1; n <= 11; n++) {
    await seed.promotion({ name: `${name} ${String(n).padStart(2, '0')}`, from: -20 + n, to: 30 });
  }
  await open(page, '/admin/promotions');
  await page.getByRole('searchbox').fill(word);
  await expect(page).toHaveURL(new RegExp(`search=${word}`));
  await expect(page.locator('main tbody tr')).toHaveCount(10);
  if (page.viewportSize()!.width < 640) await page.getByLabel('Sort by').selectOption('Start, ascending');
  else await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('main tbody tr').first()).toContainText(`${name} 01`);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page.locator('main tbody tr')).toHaveCount(1);
  await expect(page.locator('main tbody tr')).toContainText(`${name} 11`);
  expect(new URL(page.url()).search).toMatch(/sort=start-asc.*page=2|page=2.*sort=start-asc/);
  await page.goBack();
  await expect(page.locator('main tbody tr')).toHaveCount(10);
  await page.goto(`${page.url()}&page=99`);
  await expect(page.locator('main tbody tr')).toHaveCount(1);
});

test('SEARCH-07 a wrong letter finds promotions below a heading of their own', async ({ page, seed }) => {
  const name = `Harmattan ${newPromotion().name}`;
  await seed.promotion({ name });
  await open(page, '/admin/promotions?search=harmatan');
  await expect(page.getByText('No promotion matches')).toBeVisible();
  const close = page.getByRole('region', { name: 'Close to "harmatan": harmattan' });
  await expect(close.getByRole('row').filter({ hasText: name })).toBeVisible();
  await expectAccessible(page);
  // Of a heading nothing is sorted.
  await expect(close.getByRole('button', { name: 'Start' })).toBeHidden();
  await page.getByRole('searchbox').fill('harmattans');
  await expect(rowOf(page, name)).toBeVisible();
  await expect(close).toBeHidden();
  // In the command menu products and promotions share a heading.
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search or choose a command' }).fill('harmatan');
  const meant = page.getByRole('group', { name: 'Close to "harmatan": harmattan' });
  await expect(meant).toHaveCount(1);
  await expect(meant.getByRole('option').filter({ hasText: 'Harmattan Sky' })).toBeVisible();
  await meant.getByRole('option').filter({ hasText: name }).click();
  await expect(rowOf(page, name)).toBeVisible();
});

test('ADM-PROMO-04 while the table loads, skeletons are shown', { tag: '@phone' }, async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(LIST, async (route) => {
    await held;
    await route.continue();
  });
  await open(page, '/admin/promotions');
  await expect(page.getByRole('status').filter({ hasText: 'Loading promotions' })).toBeVisible();
  answer();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading promotions' })).toBeHidden();
});

test.describe('a read that fails', () => {
  test.use({ expectedErrors: [/status of 503/] });

  test('ADM-PROMO-04 ERR-52 shows the shop’s message in red, and Try Again loads', {
    tag: '@desktop',
  }, async ({ page }) => {
    let isDown = true;
    await page.route(LIST, (route) => (isDown ? busy(route) : route.continue()));
    await open(page, '/admin/promotions');
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch promotions' });
    const busyText = alert.getByText('The shop is busy. Please try again.');
    await expect(busyText).toBeVisible({ timeout: 15_000 });
    expect(await busyText.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(152, 35, 31)');
    await expect(page.getByText('No promotions yet.')).toBeHidden();
    await expectAccessible(page);
    isDown = false;
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('table')).toBeVisible();
    await expect(alert).toBeHidden();
  });
});

test('ADM-PROMO-05 without promotions an empty state is shown', { tag: '@desktop' }, async ({ page }) => {
  const nothing = { items: [], total: 0, capped: false, page: 1, pageCount: 1, today: '2026-11-20' };
  await page.route(LIST, (route) => route.fulfill({ json: { json: nothing } }));
  await open(page, '/admin/promotions');
  await expect(page.getByText('No promotions yet.')).toBeVisible();
});

test('ADM-PROMO-06 a row’s menu has four entries and opens with the keyboard alone', {
  tag: '@desktop',
}, async ({ page, seed }) => {
  const { name } = newPromotion();
  const { code } = await seed.promotion({ name });
  await open(page, `/admin/promotions?search=${code}`);
  const button = page.getByRole('button', { name: `Actions for ${name}` });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'View Products', 'Assign Products', 'Delete']);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('ADM-PROMO-12 ADM-PROMO-13 deletion asks first, and the row disappears without reloading the list', {
  tag: '@desktop',
}, async ({ page, seed, db }) => {
  const { name } = newPromotion();
  const promotion = await seed.promotion({ name });
  const product = await seed.product({ promotion: promotion.code });
  const stored = async () =>
    (await db.query('SELECT FROM promotions WHERE id = $1', [promotion.id])).rowCount;
  // Otherwise the dialog may be notified of the deletion and request its promotion.
  await page.route('**/api/events*', (route) => route.fulfill({ status: 204 }));
  await choose(page, { name, code: promotion.code }, 'Delete');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Are you sure you want to delete this promotion?');
  await expect(dialog).toContainText('1 product leaves it and costs its list price again.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeFocused();
  expect(await stored()).toBe(1);

  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  // List requests from here on are not answered: the row disappears without them.
  await page.route(LIST, () => {});
  await page.route(operation('promotions/deletePromotion'), async (route) => {
    await expect(dialog.getByRole('button', { name: 'Deleting...' })).toBeVisible();
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Promotion deleted successfully')).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
  expect(await stored()).toBe(0);
  const { rows } = await db.query('SELECT promotion_id FROM products WHERE id = $1', [product.id]);
  expect(rows).toEqual([{ promotion_id: null }]);
});

test('OPEN-05 an open table ends a promotion at the shop’s midnight', { tag: '@phone' }, async ({
  page,
  seed,
  db,
}) => {
  const { name } = newPromotion();
  const { id, code } = await seed.promotion({ name });
  // No events of the change below: only the clock can trigger the update.
  await page.route('**/api/events*', () => {});
  // 23:59 in Lagos, by the clock of this browser.
  await page.clock.install({ time: new Date('2026-11-20T22:59:00Z') });
  await open(page, `/admin/promotions?search=${code}`);
  await expect(rowOf(page, name)).toContainText('Running now');
  // The day ends on the server.
  await db.query(
    'UPDATE promotions SET start_date = start_date - 99, end_date = end_date - 99 WHERE id = $1',
    [id],
  );
  await page.clock.runFor(30_000);
  await expect(rowOf(page, name)).toContainText('Running now');
  await page.clock.runFor(60_000);
  await expect(rowOf(page, name)).toContainText('Past');
});

test.describe('a deletion that fails', () => {
  test.use({ expectedErrors: [/status of 503/] });

  test('ADM-PROMO-12 keeps the row and the dialog', { tag: '@desktop' }, async ({ page, seed }) => {
    const { name } = newPromotion();
    const { code } = await seed.promotion({ name });
    await page.route(operation('promotions/deletePromotion'), busy);
    await choose(page, { name, code }, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Failed to delete promotion')).toBeVisible();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(rowOf(page, name)).toBeVisible();
  });

  test('ADM-PROMO-12 its toast covers no button of a dialog, also of one opened after it', async ({
    page,
    seed,
  }) => {
    const { name } = newPromotion();
    const { code } = await seed.promotion({ name });
    await page.route(operation('promotions/deletePromotion'), busy);
    await choose(page, { name, code }, 'Delete');
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Failed to delete promotion' });
    const button = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' });
    /** Waits for the toast's way to its place, for less than the ten seconds that it is shown. */
    const expectApart = () =>
      expect(async () => {
        const [above, below] = await Promise.all(
          [toast, button].map((part) => part.boundingBox({ timeout: 500 })),
        );
        expect(above!.y + above!.height <= below!.y || above!.x >= below!.x + below!.width).toBe(true);
      }).toPass({ timeout: 4_000 });
    await button.click();
    await expect(toast).toBeVisible();
    // Shown until the pointer leaves it, however slow the machine is.
    await toast.hover();
    await expectApart();
    await page.keyboard.press('Escape');
    await expect(button).toHaveCount(0);
    const actions = page.getByRole('button', { name: `Actions for ${name}` });
    // By keyboard: the toast stays below the pointer, also where it covers the row.
    await actions.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await expectApart();
  });
});
