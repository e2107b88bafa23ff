import { dayIn, dayPlus } from '#shared/dates.ts';
import { expectToast } from '../shopper.ts';
import { expect, newWord, open, operation, test } from './promotions.ts';

test('CAL-01 a day that matters is deleted once, however often it is pressed', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const holiday = `Market ${newWord()}`;
  await db.query(
    `insert into special_days (id, name, first_day, last_day) values (gen_random_uuid(), $1, $2, $2)`,
    [holiday, dayPlus(dayIn('Africa/Lagos', new Date()), 3)],
  );
  try {
    await open(page, '/admin/promotions/calendar');
    await page.getByRole('button', { name: 'Days that matter' }).click();
    const entry = page.getByRole('dialog').getByRole('listitem').filter({ hasText: holiday });
    const sent: string[] = [];
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(operation('calendar/deleteSpecialDay'), async (route) => {
      sent.push(route.request().url());
      await isAnswered;
      await route.continue();
    });
    const remove = entry.getByRole('button', { name: `Delete ${holiday}` });
    await remove.press('Enter');
    await expect(entry).toHaveAttribute('aria-busy', 'true');
    await remove.press('Enter');
    answer();
    await expectToast(page, 'The day is deleted');
    await expect(entry).toHaveCount(0);
    expect(sent).toHaveLength(1);
  } finally {
    await page.goto('about:blank');
    await db.query('delete from special_days where name = $1', [holiday]);
  }
});

test('CAL-01 the longest names of days that matter fit the eight weeks, also at their end', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const name = `Market ${newWord()} `.padEnd(60, 'of all the weavers of Iseyin ');
  await db.query(
    `insert into special_days (id, name, first_day, last_day)
     select gen_random_uuid(), $1, day, day from unnest('{2026-11-03,2026-12-20,2026-12-27}'::date[]) day`,
    [name],
  );
  try {
    await open(page, '/admin/promotions/calendar?from=2026-11-02');
    const bands = page.getByRole('list', { name: 'Days that matter' }).getByTitle(name);
    await expect(bands).toHaveCount(3);
    for (const band of await bands.all()) expect((await band.boundingBox())!.width).toBeGreaterThan(100);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()!.width);
    if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/special-days.png` });
  } finally {
    await page.goto('about:blank');
    await db.query('delete from special_days where name = $1', [name]);
  }
});
