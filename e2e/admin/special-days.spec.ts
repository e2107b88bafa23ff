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
