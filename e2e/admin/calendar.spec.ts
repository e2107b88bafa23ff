import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import { dayIn, dayPlus, dayText } from '#shared/dates.ts';
import { press, reach } from '../keyboard.ts';
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

/** A promotion from a week to twenty days after today, and how to read its days. */
async function addPromotion(db: Client, first = 7, last = 20) {
  const { name, code } = newPromotion();
  const { rows } = await db.query(
    `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
     values (gen_random_uuid(), $1, $2, $3, $4, 'percentage', 10) returning id`,
    [name, code, dayPlus(TODAY, first), dayPlus(TODAY, last)],
  );
  const dates = async () =>
    (
      await db.query('select start_date::text, end_date::text, version from promotions where id = $1', [
        rows[0].id,
      ])
    ).rows[0];
  return { name, code, id: rows[0].id, dates };
}
const barOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name},`) });

test('CAL-01 the ends of a bar are moved by the keyboard alone, in the dark, and undone from the toast', async ({
  page,
  db,
}) => {
  const { name, id, dates } = await addPromotion(db);
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/admin/promotions');
  await press(page, page.getByRole('link', { name: 'Calendar' }));
  await expect(page.getByRole('heading', { name: 'Promotion calendar' })).toBeVisible();
  const bar = barOf(page, name);
  await reach(page, bar);
  await expectAccessible(page);
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
  await db.query(`update promotions set tag_line = 'Theirs' where id = $1`, [id]);
  await page.clock.runFor(2_000);
  await page.clock.resume();
  await expectToast(page, 'The promotion was not moved');
  await expect.poll(dates).toMatchObject({ end_date: dayPlus(TODAY, 20) });
  await bar.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Edit Promotion' }).getByLabel('End')).toHaveValue(
    dayPlus(TODAY, 20),
  );
});

/** The middle of an end's area, and the width of a day. */
async function endOf(page: Page, code: string, end: 'start' | 'end') {
  const row = page.locator(`[data-promotion="${code}"]`);
  await row.scrollIntoViewIfNeeded();
  const area = (await row.locator(`[data-end="${end}"]`).boundingBox())!;
  const track = (await row.locator('[data-track]').boundingBox())!;
  return { x: area.x + area.width / 2, y: area.y + area.height / 2, area, day: track.width / 56 };
}

test('CAL-01 an end that is dragged is saved when it is let go, and Escape takes it back', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { name, code, dates } = await addPromotion(db);
  const before = { start_date: dayPlus(TODAY, 7), end_date: dayPlus(TODAY, 20), version: 1 };
  await open(page, '/admin/promotions/calendar');
  const bar = barOf(page, name);
  const shown = (day: number) =>
    expect(bar).toHaveAccessibleName(new RegExp(dayText(dayPlus(TODAY, day), { month: 'short' })));
  const { x, y, day } = await endOf(page, code, 'end');
  await page.clock.install();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 3 * day, y, { steps: 3 });
  await shown(23);
  // Held still for long, nothing is published.
  await page.clock.runFor(5_000);
  await page.clock.resume();
  expect(await dates()).toEqual(before);
  await page.keyboard.press('Escape');
  await shown(20);
  await page.mouse.move(x + 4 * day, y);
  await page.mouse.up();
  await shown(20);

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 2 * day, y);
  await page.locator(`[data-promotion="${code}"] [data-end="end"]`).dispatchEvent('pointercancel');
  await shown(20);
  await page.mouse.up();
  expect(await dates()).toEqual(before);

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 2 * day, y);
  await page.mouse.move(x + 5 * day, y, { steps: 3 });
  await page.mouse.up();
  await expect.poll(dates).toEqual({ ...before, end_date: dayPlus(TODAY, 25), version: 2 });
  await undo(page, name);
  await expect.poll(dates).toMatchObject({ end_date: dayPlus(TODAY, 20) });

  // A press without a move opens the form.
  await shown(20);
  await page.mouse.click(x, y);
  await expect(page.getByRole('dialog', { name: 'Edit Promotion' })).toBeVisible();
});

test('CAL-01 on a phone both ends of a bar of one day are dragged by thumb', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { code, dates } = await addPromotion(db, 1, 1);
  await open(page, '/admin/promotions/calendar');
  const touch = await page.context().newCDPSession(page);
  const drag = async (end: 'start' | 'end', days: number) => {
    const { x, y, area, day } = await endOf(page, code, end);
    expect(Math.min(area.width, area.height)).toBeGreaterThanOrEqual(24);
    expect(area.x).toBeGreaterThanOrEqual(0);
    const at = (by: number) => ({ touchPoints: [{ x: x + by * day * days, y }] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(0) });
    for (const by of [0.2, 0.4, 0.6, 0.8, 1])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(by) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await drag('end', 12);
  await expect.poll(dates).toMatchObject({ start_date: dayPlus(TODAY, 1), end_date: dayPlus(TODAY, 13) });
  await drag('start', 4);
  await expect.poll(dates).toMatchObject({ start_date: dayPlus(TODAY, 5), end_date: dayPlus(TODAY, 13) });
});

test('CAL-01 on a phone the eight weeks fit the screen, and days that matter are added, changed and deleted', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { name } = await addPromotion(db, 0, 9);
  const holiday = `Market ${newWord()}`;
  try {
    await open(page, '/admin/promotions/calendar');
    const bar = barOf(page, name);
    await expect(bar).toBeVisible();
    await page.mouse.wheel(200, 0);
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
    await bar.click();
    const edit = page.getByRole('dialog', { name: 'Edit Promotion' });
    await edit.getByLabel('End').fill(dayPlus(TODAY, 12));
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Promotion updated successfully');

    await page.getByRole('button', { name: 'Days that matter' }).click();
    await dialog.getByRole('button', { name: `Edit ${holiday}` }).click();
    const changed = page.getByRole('dialog', { name: 'Edit the day' });
    await changed.getByLabel('Last day').fill(dayPlus(TODAY, 5));
    await changed.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page, 'The day is saved');
    await expect(dialog.getByRole('listitem').filter({ hasText: holiday })).toContainText(
      dayText(dayPlus(TODAY, 5), { month: 'short' }),
    );
    await dialog.getByRole('button', { name: `Delete ${holiday}` }).click();
    await expectToast(page, 'The day is deleted');
    await expect(dialog).not.toContainText(holiday);
  } finally {
    await page.goto('about:blank');
    await db.query('delete from special_days where name = $1', [holiday]);
  }
});

test('CAL-01 days that matter are changed and deleted by the keyboard alone, in the dark', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const holiday = `Market ${newWord()}`;
  const days = async () =>
    (await db.query('select last_day::text from special_days where name = $1', [holiday])).rows;
  await db.query(
    `insert into special_days (id, name, first_day, last_day) values (gen_random_uuid(), $1, $2, $2)`,
    [holiday, dayPlus(TODAY, 3)],
  );
  try {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, '/admin/promotions/calendar');
    await reach(page, page.getByRole('button', { name: 'Days that matter' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Days that matter' });
    await expectAccessible(page);
    const toEntry = (name: string) => reach(page, dialog.getByRole('button', { name, exact: true }));
    await toEntry(`Edit ${holiday}`);
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Edit the day' });
    await reach(page, form.getByLabel('Every year on these days'));
    await page.keyboard.press('Space');
    await expectAccessible(page);
    await reach(page, form.getByRole('button', { name: 'Save', exact: true }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'The day is saved');
    await expect(dialog.getByRole('listitem').filter({ hasText: holiday })).toContainText('every year');
    await toEntry(`Delete ${holiday}`);
    await page.keyboard.press('Enter');
    await expectToast(page, 'The day is deleted');
    await expect(dialog).not.toContainText(holiday);
    expect(await days()).toEqual([]);
  } finally {
    await page.goto('about:blank');
    await db.query('delete from special_days where name = $1', [holiday]);
  }
});
