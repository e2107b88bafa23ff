import { readFile } from 'node:fs/promises';
import { expectAccessible, open, signIn } from '../journey.ts';
import { expect, holdRequests, refusal, rowsOn, test } from './orders.ts';

test('BULK-01 BULK-02 rows are selected by touch or keyboard, then all that match, and changed at once', async ({
  page,
  fixture,
  isMobile,
}) => {
  const orders = [];
  for (let at = 0; at < 12; at += 1) orders.push(await fixture.order());
  await signIn(page, 'admin@demo.shop');
  await open(page, `/admin/orders?search=${fixture.word}`);
  const boxes = page.locator('main tbody').getByRole('checkbox');
  const select = page.getByRole('button', { name: 'Select', exact: true });
  const bar = page.getByRole('region', { name: 'Selected' });
  if (isMobile) {
    // All are two presses.
    await select.tap();
    await expect(bar).toContainText('0 orders selected');
    await expect(bar.getByRole('button')).toHaveText(['Select all 12 that match']);
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Select all 12 that match' }).tap();
    await expect(bar).toContainText('12 orders selected');
    await bar.getByRole('button', { name: 'Clear' }).tap();
    await expect(bar).toBeHidden();
    await select.tap();
  }
  await expect(boxes).toHaveCount(10);
  if (isMobile) {
    await boxes.nth(0).tap();
    await boxes.nth(1).tap();
    await boxes.nth(2).tap();
  } else {
    await boxes.nth(0).focus();
    await page.keyboard.press('Space');
    await boxes.nth(2).click({ modifiers: ['Shift'] });
  }
  await expect(bar).toContainText('3 orders selected');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Select all 12 that match' }).click();
  await expect(bar).toContainText('12 orders selected');
  await boxes.nth(4).click();
  await expect(bar).toContainText('11 orders selected');
  const scrolled = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(scrolled).toBeLessThanOrEqual(0);
  await bar.getByRole('button', { name: 'Completed' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set to Completed' }).click();
  await expect(page.getByText('11 orders set to Completed')).toBeVisible();
  await expect(bar).toBeHidden();
  const found: string[] = [];
  for (const order of orders) found.push(await fixture.statusOf(order));
  expect(found.filter((status) => status === 'completed')).toHaveLength(11);
});

test.describe('a change whose answer is lost', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('BULK-02 is not reported as one that changed nothing, and the list shows it', {
    tag: '@desktop',
  }, async ({ page, fixture }) => {
    const order = await fixture.order();
    await signIn(page, 'admin@demo.shop');
    // Without the live events, which would show it too.
    await page.route('**/api/events*', (route) => route.abort());
    await open(page, `/admin/orders?search=${fixture.word}`);
    await page.route('**/api/rpc/orders/setStatuses', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.locator('main tbody').getByRole('checkbox').click();
    const bar = page.getByRole('region', { name: 'Selected' });
    await bar.getByRole('button', { name: 'Completed' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Set to Completed' }).click();
    await expect(page.getByText('No answer from the shop')).toBeVisible();
    await expect(page.getByText('Nothing was changed')).toBeHidden();
    await expect(page.getByLabel(`Status of order #${order.number}`)).toHaveValue('completed');
    // Nothing has ended: it can be tried again.
    await expect(bar).toContainText('1 order selected');
  });
});

test.describe('another filter whose rows could not be read', () => {
  test.use({ expectedErrors: [/429/] });

  test('BULK-01 selects none of the rows of the filter before, nor all that match', {
    tag: '@desktop',
  }, async ({ page, fixture }) => {
    await fixture.order({ status: 'completed' });
    await fixture.order();
    await fixture.order();
    await signIn(page, 'admin@demo.shop');
    await open(page, `/admin/orders?search=${fixture.word}&status=pending`);
    await expect(rowsOn(page)).toHaveCount(2);
    await page.route('**/api/rpc/orders/listAll*', refusal('RATE_LIMITED', 429, 'Too many requests.'));
    await page.getByRole('link', { name: 'All', exact: true }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'Could not load orders' });
    await expect(failure).toBeVisible();
    const boxes = page.locator('main table').getByRole('checkbox');
    await boxes.nth(0).click({ force: true });
    await boxes.nth(1).click({ force: true });
    const bar = page.getByRole('region', { name: 'Selected' });
    await expect(bar).toBeHidden();
    await expect(boxes.nth(1)).toBeDisabled();
    await expect(boxes.nth(1)).not.toBeChecked();

    await page.unroute('**/api/rpc/orders/listAll*');
    await failure.getByRole('button', { name: 'Try Again' }).click();
    await expect(rowsOn(page)).toHaveCount(3);
    await boxes.nth(1).click();
    await expect(bar.getByRole('button', { name: 'Select all 3 that match' })).toBeVisible();
  });
});

test('BULK-02 no row is selected while a change runs, which ends the selection', { tag: '@desktop' }, async ({
  page,
  fixture,
}) => {
  await fixture.order();
  await fixture.order();
  await signIn(page, 'admin@demo.shop');
  await open(page, `/admin/orders?search=${fixture.word}`);
  const answer = await holdRequests(page, 'orders/setStatuses');
  const boxes = page.locator('main tbody').getByRole('checkbox');
  await boxes.nth(0).click();
  const bar = page.getByRole('region', { name: 'Selected' });
  await bar.getByRole('button', { name: 'Completed' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set to Completed' }).click();
  await expect(bar.getByRole('button', { name: 'Completed' })).toHaveAttribute('aria-busy', 'true');
  await boxes.nth(1).click({ force: true });
  await expect(bar).toContainText('1 order selected');
  await expect(boxes.nth(1)).toBeDisabled();
  await expect(bar.getByRole('button', { name: 'Clear' })).toBeDisabled();
  answer();
  await expect(bar).toBeHidden();
  await boxes.nth(1).click();
  await expect(bar).toContainText('1 order selected');
});

test('BULK-02 selected orders are exported, and too many for the printer say so', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  const orders = [];
  for (let at = 0; at < 51; at += 1) orders.push(await fixture.order());
  await signIn(page, 'admin@demo.shop');
  await open(page, `/admin/orders?search=${fixture.word}`);
  const boxes = page.locator('main tbody').getByRole('checkbox');
  await boxes.nth(0).click();
  await boxes.nth(2).click();
  const bar = page.getByRole('region', { name: 'Selected' });
  const saved = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Text file (CSV)' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^orders-[\d-]+\.csv$/);
  const text = await readFile(await (await saved).path(), 'utf8');
  const found = orders.filter(({ number }) => text.includes(`"${number}"`));
  expect(found).toEqual([orders[48], orders[50]]);
  await expect(bar.getByRole('button', { name: 'Print', exact: true })).toBeEnabled();

  await bar.getByRole('button', { name: 'Select all 51 that match' }).click();
  await expect(bar.getByRole('button', { name: 'Print (50 at most)' })).toBeDisabled();
  await expectAccessible(page);
});
