import { expectAccessible, open, signIn } from '../journey.ts';
import { expect, test } from './order-desk.ts';

test('BULK-01 BULK-02 rows are selected by touch or keyboard, then all that match, and changed at once', async ({
  page,
  desk,
  isMobile,
}) => {
  const orders = [];
  for (let at = 0; at < 12; at += 1) orders.push(await desk.order());
  await signIn(page, 'admin@demo.shop');
  await open(page, `/admin/orders?search=${desk.word}`);
  const boxes = page.locator('main tbody').getByRole('checkbox');
  if (isMobile) await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(boxes).toHaveCount(10);
  const bar = page.getByRole('region', { name: 'Selected' });
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
  await page.getByRole('alertdialog').getByRole('button', { name: 'Completed' }).click();
  await expect(page.getByText('11 orders set to Completed')).toBeVisible();
  await expect(bar).toBeHidden();
  const found: string[] = [];
  for (const order of orders) found.push(await desk.statusOf(order));
  expect(found.filter((status) => status === 'completed')).toHaveLength(11);
});
