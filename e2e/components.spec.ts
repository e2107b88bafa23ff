import type { Locator } from '@playwright/test';
import { expect, expectAccessible, open, test } from './journey.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // The question of a captcha, which is off in the demonstration.
  expectedErrors: [/Failed to load resource: the server responded with a status of 404/],
});

test('every component of design/ is shown in both schemes, accessible, and inside of the screen', async ({
  page,
}) => {
  await open(page, '/dev/components');
  for (const scheme of ['Light', 'Dark']) {
    const part = page.getByRole('region', { name: scheme, exact: true });
    await expect(part.getByRole('heading', { name: 'Button', exact: true })).toBeVisible();
    expect(await part.getByRole('heading', { level: 3 }).count()).toBeGreaterThan(35);
  }
  await expectAccessible(page);
  const { scrolled, visible } = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollWidth,
    visible: document.documentElement.clientWidth,
  }));
  expect(scrolled).toBeLessThanOrEqual(visible);
});

test('a long label of a button or badge is wrapped, inside of its container', { tag: '@phone' }, async ({
  page,
}) => {
  await open(page, '/dev/components');
  for (const name of ['Button', 'Badge']) {
    const specimen = page.getByRole('region', { name, exact: true }).first();
    const label = specimen.getByText('Gown embroidered');
    const { lines, isInside } = await label.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      const own = element.getBoundingClientRect();
      const parent = element.parentElement!.getBoundingClientRect();
      return {
        lines: tops.size,
        isInside: own.right <= parent.right && element.scrollWidth <= element.clientWidth,
      };
    });
    expect(lines, name).toBeGreaterThan(1);
    expect(isInside, name).toBe(true);
  }
});

test('the label of a card is at the first line of its value, and in the middle of a switch', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/dev/components');
  const table = page.getByRole('table', { name: 'Values of several lines, and without text' }).first();
  const boxOf = async (text: string | Locator) =>
    (await (typeof text === 'string' ? table.getByText(text, { exact: true }) : text).last().boundingBox())!;
  const middleOf = ({ y, height }: { y: number; height: number }) => y + height / 2;
  for (const [label, value] of [
    ['Terms', '12,500.00'],
    ['Button', 'Remove'],
    ['Switch', table.getByRole('switch')],
  ] as const) {
    // The page moves while the components above load.
    const apart = async () => Math.abs(middleOf(await boxOf(label)) - middleOf(await boxOf(value)));
    await expect.poll(apart, label).toBeLessThanOrEqual(2);
  }
});

test('a dialog with nothing but a long text is scrolled by keyboard', async ({ page }) => {
  await open(page, '/dev/components');
  await page.getByRole('button', { name: 'Open a long text' }).first().click();
  const text = page.getByRole('dialog').getByText('Gown embroidered');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await expect
    .poll(() => text.evaluate((element) => element.parentElement?.parentElement?.scrollTop))
    .toBeGreaterThan(0);
});

for (const [name, role] of [
  ['Open a dialog', 'dialog'],
  ['Ask something', 'alertdialog'],
  ['Open a sheet', 'dialog'],
  ['Save what somebody else changed', 'dialog'],
] as const) {
  test(`'${name}' of the components opens an accessible ${role}`, async ({ page }) => {
    await open(page, '/dev/components');
    await page.getByRole('button', { name }).first().click();
    await expect(page.getByRole(role)).toBeVisible();
    await expectAccessible(page);
  });
}

test('a menu of the components opens below its button, accessible', async ({ page }) => {
  await open(page, '/dev/components');
  await page.getByRole('button', { name: 'Open a menu' }).first().click();
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Duplicate', 'Delete']);
  await expectAccessible(page);
});

test('the toasts of the components are shown, accessible', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/dev/components');
  await page.getByRole('button', { name: 'Fail', exact: true }).first().click();
  // The gallery shows a toaster of its own beside the page's.
  await expect(page.getByText('Failed to create product').first()).toBeVisible();
  await expectAccessible(page);
});

test('a select that acts at once can be stepped through by key: it acts on Enter, or when it is left', {
  tag: '@desktop',
}, async ({ page }) => {
  await open(page, '/dev/components');
  const specimen = page.getByRole('region', { name: 'ActionSelect', exact: true }).first();
  const select = specimen.getByLabel('Status', { exact: true });
  const acted = specimen.getByRole('status');
  await select.selectOption('Processing');
  await expect(acted).toHaveText('Processing');
  const press = async (key: string, shown: string, done: string) => {
    await page.keyboard.press(key);
    await expect(select, key).toHaveValue(shown);
    await expect(acted, key).toHaveText(done);
  };
  await select.focus();
  await press('ArrowUp', 'Pending', 'Processing');
  await press('Escape', 'Processing', 'Processing');
  // A letter chooses what begins so.
  await press('c', 'Completed', 'Processing');
  await press('Enter', 'Completed', 'Completed');
  await press('ArrowUp', 'Processing', 'Completed');
  await press('ArrowUp', 'Pending', 'Completed');
  await press('Tab', 'Pending', 'Pending');
  // In the open list the keys choose nothing before Enter.
  await select.focus();
  await press(' ', 'Pending', 'Pending');
  await press('ArrowDown', 'Pending', 'Pending');
  await press('Enter', 'Processing', 'Processing');
});

test('the choice after a conflict is readable beside a long name', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/dev/components');
  await page.getByRole('button', { name: 'Save what somebody else changed' }).first().click();
  const list = page.getByRole('dialog').locator('dl').first();
  const widthOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().width);
  expect(await widthOf(list.locator('dd').first())).toBeGreaterThan((await widthOf(list)) / 2);
});
