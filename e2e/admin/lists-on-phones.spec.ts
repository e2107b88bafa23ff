import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  goDeaf,
  openOrders,
  rowOf,
  rowsOn,
  statusFor,
  test,
} from './order-desk.ts';

const orders = (page: Page) => page.getByRole('table', { name: 'Orders' });

test('ten orders are at most 1,300 px high, also with long names and far-off sums', {
  tag: '@phone',
}, async ({ page, desk }) => {
  for (let n = 0; n < 10; n++) {
    await desk.order({
      customer: `Oluwaseun Adébáyọ̀ Ògúnbánjọ-Williams ${desk.word} ${n}`,
      opened: n % 2 === 0,
      placed: `now() - interval '${n * 11} minutes'`,
      items: [{ name: 'One', price: 1_234_500 }, { name: 'Two' }],
    });
  }
  await openOrders(page, `?search=${desk.word}`);
  await expect(rowsOn(page)).toHaveCount(10);
  const { height } = (await orders(page).boundingBox())!;
  expect(height).toBeLessThanOrEqual(1_300);
  // Every control is still as large as a thumb.
  for (const control of [
    rowsOn(page).first().getByRole('combobox'),
    rowsOn(page)
      .first()
      .getByRole('link', { name: /^View order/ }),
  ]) {
    expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
});

test('one page alone is the current one', { tag: '@desktop' }, async ({ page, desk }) => {
  for (let n = 0; n < 11; n++) await desk.order();
  await openOrders(page, `?search=${desk.word}&page=2`);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(pages.locator('[aria-current]')).toHaveCount(1);
});

test('Back to orders returns to the same filter and page', { tag: '@phone' }, async ({ page, desk }) => {
  for (let n = 0; n < 11; n++) await desk.order();
  await openOrders(page, `?search=${desk.word}&status=pending`);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(rowsOn(page)).toHaveCount(1);
  const list = page.url();
  await page.getByRole('link', { name: /^View order/ }).click();
  await page.getByRole('link', { name: 'Back to orders' }).click();
  await expect(page).toHaveURL(list);
  await expect(rowsOn(page)).toHaveCount(1);
});

test('no row moves while the focus is in the list; a button says how many are new', {
  tag: '@desktop',
}, async ({ page, desk }) => {
  const first = await desk.order({ placed: `now() - interval '1 hour'` });
  await openOrders(page, `?search=${desk.word}`);
  await expect(rowsOn(page)).toHaveCount(1);
  const news = page.getByRole('button', { name: /^\d+ new orders?$/ });
  await statusFor(page, first).focus();
  const second = await desk.order();
  await expect(news).toHaveText('1 new order');
  await desk.order();
  await expect(news).toHaveText('2 new orders');
  await expect(rowsOn(page)).toHaveCount(1);
  await expect(rowsOn(page).first()).toContainText(`#${first.number}`);
  await expectAccessible(page);
  await news.click();
  await expect(rowsOn(page)).toHaveCount(3);
  await expect(rowOf(page, second)).toBeVisible();
  await expect(news).toHaveCount(0);
});

test('what was held back comes when the pointer leaves the list', { tag: '@desktop' }, async ({
  page,
  desk,
}) => {
  const first = await desk.order({ placed: `now() - interval '1 hour'` });
  await openOrders(page, `?search=${desk.word}`);
  await rowOf(page, first).hover();
  await desk.order();
  await expect(page.getByRole('button', { name: '1 new order' })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(rowsOn(page)).toHaveCount(2);
});

test('what is done in this tab shows at once', { tag: '@desktop' }, async ({ page, desk }) => {
  await goDeaf(page);
  const first = await desk.order();
  await openOrders(page, `?search=${desk.word}&status=pending`);
  await statusFor(page, first).focus();
  await statusFor(page, first).selectOption('completed');
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible();
});

test('an order is printed without the furniture of the back office', { tag: '@desktop' }, async ({
  page,
  desk,
}) => {
  const order = await desk.order({ items: [{ name: 'Adire gown', note: 'Bust 38' }, { name: 'Fila' }] });
  await openOrders(page, `?search=${desk.word}`);
  await page.getByRole('link', { name: `View order #${order.number}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order #${order.number}`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const text of [`Order #${order.number}`, desk.customer, 'Adire gown', 'Bust 38', 'Total', 'Pending']) {
    await expect(page.getByText(text).filter({ visible: true }).first(), text).toBeVisible();
  }
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('combobox').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to orders' })).toBeHidden();
  const buttons = page.getByRole('button').filter({ visible: true });
  await expect(buttons).toHaveCount(2);
  for (const button of await buttons.all()) await expect(button).toHaveAccessibleName(/^Enlarge/);
  // Paper is white also for those whose screen is dark.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).not.toBe('dark');
});
