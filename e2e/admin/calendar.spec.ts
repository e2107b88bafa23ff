import type { Page } from '@playwright/test';
import { dayIn, dayPlus, dayText } from '#shared/dates.ts';
import { expectToast } from '../shopper.ts';
import { expect, expectAccessible, newPromotion, newWord, open, test } from './promotions.ts';

// A refused day, a version that is no longer the newest, and a promotion that was deleted at the end.
test.use({ expectedErrors: [/status of 40[049]/] });

/** Presses 'Undo' on the toast with this text. */
const undo = (page: Page, text: string) =>
  page
    .locator('[data-sonner-toast]')
    .filter({ hasText: text })
    .first()
    .getByRole('button', { name: 'Undo' })
    .click();

const TODAY = dayIn('Africa/Lagos', new Date());
const long = (day: string) => dayText(day, { month: 'long', year: 'numeric' });

test('CAL-03 a change is planned for a product, changed, removed and undone, and is in the calendar', async ({
  page,
  db,
}) => {
  const name = `Agbada ${newWord()}`;
  const { rows } = await db.query(
    `insert into products (id, name, description, price) values (gen_random_uuid(), $1, 'White', 25000) returning id`,
    [name],
  );
  const planned = async () =>
    (
      await db.query('select day::text, field, price::float from planned_changes where thing_id = $1', [
        rows[0].id,
      ])
    ).rows;
  try {
    await open(page, `/admin/products/${rows[0].id}`);
    const section = page.getByRole('region', { name: 'Planned changes' });
    await expect(section).toContainText('Nothing is planned.');
    await section.getByRole('button', { name: 'Plan a change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Plan a change' });
    await dialog.getByLabel('New price').fill('₦18,000');
    await dialog.getByLabel('Day').fill(TODAY);
    await dialog.getByRole('button', { name: 'Plan', exact: true }).click();
    await expect(dialog.getByText('Please choose a day after today')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Day').fill(dayPlus(TODAY, 10));
    await dialog.getByRole('button', { name: 'Plan', exact: true }).click();
    await expectToast(page, 'The change is planned');
    const mark = (day: string, price: string) => page.getByText(`Price changes to ${price} on ${long(day)}`);
    await expect(mark(dayPlus(TODAY, 10), '₦18,000.00')).toBeVisible();
    expect(await planned()).toEqual([{ day: dayPlus(TODAY, 10), field: 'price', price: 18_000 }]);

    await section.getByRole('button', { name: /^Change: Price/ }).click();
    const change = page.getByRole('dialog', { name: 'Planned change' });
    await change.getByLabel('New price').fill('17500');
    await change.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'The planned change is saved');
    await expect(mark(dayPlus(TODAY, 10), '₦17,500.00')).toBeVisible();
    await expectAccessible(page);
    await section.getByRole('button', { name: /^Remove: Price/ }).click();
    await expect(section).toContainText('Nothing is planned.');
    expect(await planned()).toEqual([]);
    await undo(page, 'The planned change is removed');
    await expect(mark(dayPlus(TODAY, 10), '₦17,500.00')).toBeVisible();

    await open(page, '/admin/promotions/calendar');
    const link = page.getByRole('link', { name }).filter({ visible: true });
    await expect(link).toHaveCount(1);
    await expect(page.getByText('Price ₦17,500.00').filter({ visible: true })).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await link.click();
    await expect(page).toHaveURL(new RegExp(rows[0].id));
  } finally {
    await page.goto('about:blank');
    await db.query('delete from products where id = $1', [rows[0].id]);
  }
});

test('CAL-01 the ends of a bar are moved by the arrow keys and by dragging, and undone from the toast', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { name, code } = newPromotion();
  const { rows } = await db.query(
    `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
     values (gen_random_uuid(), $1, $2, $3, $4, 'percentage', 10) returning id`,
    [name, code, dayPlus(TODAY, 7), dayPlus(TODAY, 20)],
  );
  const dates = async () =>
    (
      await db.query('select start_date::text, end_date::text, version from promotions where id = $1', [
        rows[0].id,
      ])
    ).rows[0];
  await open(page, '/admin/promotions');
  await page.getByRole('link', { name: 'Calendar' }).click();
  await expect(page.getByRole('heading', { name: 'Promotion calendar' })).toBeVisible();
  const bar = page.getByRole('button', { name: new RegExp(`^${name},`) }).filter({ visible: true });
  await bar.focus();
  // Three presses are saved once.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect
    .poll(dates)
    .toEqual({ start_date: dayPlus(TODAY, 6), end_date: dayPlus(TODAY, 22), version: 2 });
  await undo(page, name);
  await expect.poll(dates).toMatchObject({ start_date: dayPlus(TODAY, 7), end_date: dayPlus(TODAY, 20) });

  // A version that another staff member saved is not overwritten.
  await expect(bar).toHaveAccessibleName(new RegExp(dayText(dayPlus(TODAY, 20), { month: 'short' })));
  await page.clock.install();
  await bar.press('ArrowLeft');
  await db.query(`update promotions set tag_line = 'Theirs' where id = $1`, [rows[0].id]);
  await page.clock.runFor(2_000);
  await page.clock.resume();
  await expectToast(page, 'The promotion was not moved');
  await expect.poll(dates).toMatchObject({ end_date: dayPlus(TODAY, 20) });

  const row = page.locator(`[data-promotion="${code}"]`);
  const handle = (await row.locator('[data-end="end"]').boundingBox())!;
  const track = (await row.locator('[data-track]').boundingBox())!;
  const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (5 * track.width) / 56, y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(dates).toMatchObject({ start_date: dayPlus(TODAY, 7), end_date: dayPlus(TODAY, 25) });
  await bar.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Edit Promotion' }).getByLabel('End')).toHaveValue(
    dayPlus(TODAY, 25),
  );
});

test('CAL-01 on a phone the weeks are below one another, and days that matter are added', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { name, code } = newPromotion();
  const holiday = `Market ${newWord()}`;
  await db.query(
    `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
     values (gen_random_uuid(), $1, $2, $3, $4, 'percentage', 10)`,
    [name, code, TODAY, dayPlus(TODAY, 9)],
  );
  try {
    await open(page, '/admin/promotions/calendar');
    await expect(page.getByText('This week', { exact: true }).filter({ visible: true })).toHaveCount(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Days that matter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Days that matter' });
    await expect(dialog).toContainText('Detty December');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add a day' }).click();
    const form = page.getByRole('dialog', { name: 'Add a day' });
    await form.getByLabel('Name').fill(holiday);
    await form.getByLabel('First day').fill(dayPlus(TODAY, 3));
    await form.getByLabel('Last day').fill(dayPlus(TODAY, 2));
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(form.getByText('The last day cannot be before the first')).toBeVisible();
    await form.getByLabel('Last day').fill(dayPlus(TODAY, 3));
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expectToast(page, 'The day is added');
    await expect(dialog).toContainText(holiday);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText(holiday).filter({ visible: true })).toBeVisible();

    // Four weeks later and back; the address keeps the weeks.
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d/);
    await expect(page.getByText(holiday).filter({ visible: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'This week' }).click();
    await page
      .getByRole('button', { name: new RegExp(name) })
      .filter({ visible: true })
      .first()
      .click();
    const edit = page.getByRole('dialog', { name: 'Edit Promotion' });
    await edit.getByLabel('End').fill(dayPlus(TODAY, 12));
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Promotion updated successfully');
  } finally {
    await page.goto('about:blank');
    await db.query('delete from special_days where name = $1', [holiday]);
  }
});
