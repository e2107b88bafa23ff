import { expectAccessible, open, signIn } from '../journey.ts';
import { expect, test } from './orders.ts';

test('BULK-04 a filter is saved for all staff, is a chip above the list, and is deleted', async ({
  page,
  fixture,
  db,
}) => {
  await fixture.order();
  await signIn(page, 'admin@demo.shop');
  await open(page, `/admin/orders?status=completed&search=${fixture.word}`);
  try {
    await page.getByRole('button', { name: 'Save this filter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this filter' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`Done ${fixture.word}`);
    await dialog.getByRole('checkbox', { name: 'For all staff' }).check();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();

    await signIn(page, 'super@demo.shop');
    await open(page, '/admin/orders');
    const chip = page
      .getByRole('navigation', { name: 'Saved filters' })
      .getByRole('link', { name: `Done ${fixture.word}` });
    await chip.click();
    await expect(page).toHaveURL(
      new RegExp(`status=completed.*search=${fixture.word}|search=${fixture.word}.*status=completed`),
    );
    await expect(chip).toHaveAttribute('aria-current', /./);
    await expectAccessible(page);
    await open(page, '/admin/products');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect(chip).toHaveCount(0);

    await page.goBack();
    await page.getByRole('button', { name: 'Delete this filter' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete' }).click();
    // Behind the open dialog the chip has no role.
    await expect(question).toBeHidden();
    await expect(chip).toHaveCount(0);
  } finally {
    await db.query('delete from saved_filters where name like $1', [`%${fixture.word}`]);
  }
});

test('BULK-04 filters of the history and of the searches are saved too', { tag: '@desktop' }, async ({
  page,
  fixture,
  db,
}) => {
  await signIn(page, 'admin@demo.shop');
  const name = `Mine ${fixture.word}`;
  try {
    for (const url of ['/admin/history?actor=database&kind=order', '/admin/searches?days=7&nothing=true']) {
      await open(page, url);
      await page.getByRole('button', { name: 'Save this filter' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save this filter' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await open(page, url.slice(0, url.indexOf('?')));
      await page.getByRole('link', { name }).click();
      await expect(page.getByRole('button', { name: 'Delete this filter' })).toBeVisible();
      expect(new URL(page.url()).searchParams.size).toBe(2);
    }
  } finally {
    await db.query('delete from saved_filters where name = $1', [name]);
  }
});
