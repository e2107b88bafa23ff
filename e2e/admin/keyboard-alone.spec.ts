import { createArchive } from '#domains/catalog/import/test-archive.ts';
import { press, reach } from '../keyboard.ts';
import { bulkPanel, createButton, openBulk } from './bulk.ts';
import { jpeg } from './images.ts';
import { addNumberedProducts, expect, expectToast, newWord, openAs, test } from './products.ts';

test('BULK-01 BULK-03 HIST-06 HIST-08 prices are raised and the rise is undone in the history, by keyboard alone', {
  tag: '@desktop',
}, async ({ page, db }) => {
  test.slow();
  const word = await addNumberedProducts(db, 12);
  const raised = async () =>
    (
      await db.query('select count(*)::int from products where name like $1 and price = price::int', [
        `${word}%`,
      ])
    ).rows[0].count;
  await openAs(page, `/admin/products?search=${word}`);
  await reach(page, page.locator('main tbody').getByRole('checkbox').first());
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Selected' });
  await expect(bar).toContainText('1 product selected');
  await press(page, bar.getByRole('button', { name: 'Select all 12 that match' }));
  await press(page, bar.getByRole('button', { name: 'Change prices' }));
  const dialog = page.getByRole('dialog', { name: 'Change prices' });
  await reach(page, dialog.getByLabel('By how much'));
  await page.keyboard.type('5');
  await press(page, dialog.getByRole('button', { name: 'Change 12 prices' }));
  await expect(dialog).toHaveCount(0);
  await expect.poll(raised).toBeLessThan(12);

  await openAs(page, `/admin/history?search=${word}`);
  await press(page, page.getByRole('main').getByRole('link', { name: /^Raised the price of 12 products/ }));
  await expect(page.getByRole('row', { name: /Price/ }).first()).toContainText('₦1.05');
  await press(page, page.getByRole('button', { name: 'Undo', exact: true }));
  const undo = page.getByRole('dialog', { name: 'Undo this change?' });
  await press(page, undo.getByRole('button', { name: 'Undo', exact: true }));
  await expectToast(page, 'Undone');
  expect(await raised()).toBe(12);
});

test('IMP-04 IMP-06 IMP-08 products and their photographs are imported and undone by keyboard alone', {
  tag: '@desktop',
}, async ({ page, db }) => {
  test.slow();
  const word = newWord();
  /** Chooses a file in the picker that a button opens. */
  const pick = async (button: import('@playwright/test').Locator, name: string, buffer: Buffer) => {
    const picker = page.waitForEvent('filechooser');
    await press(page, button);
    await (await picker).setFiles({ name, mimeType: 'application/octet-stream', buffer });
  };
  const left = async () =>
    (await db.query('select count(*)::int from products where name like $1', [`${word}%`])).rows[0].count;
  await openBulk(page);
  const panel = bulkPanel(page);
  const rows = [1, 2].map((n) => `${word}-${n},${word} ${n},Sewn by hand,100,Gele`);
  await pick(
    panel.getByRole('button', { name: 'Choose a spreadsheet' }),
    'gowns.csv',
    Buffer.from(['sku,name,description,price,category', ...rows].join('\n')),
  );
  await press(page, createButton(page));
  await expect(page.getByRole('heading', { name: 'Successfully created 2 products' })).toBeFocused();
  const section = page.getByRole('region', { name: 'Add photographs' });
  const photographs = await Promise.all([1, 2].map((n) => jpeg(`${word}-${n}.jpg`)));
  await pick(
    section.getByRole('button', { name: 'Choose photographs or a ZIP' }),
    'photographs.zip',
    Buffer.from(createArchive(photographs.map(({ name, buffer }) => ({ name, data: buffer })))),
  );
  await press(page, section.getByRole('button', { name: 'Add 2 photographs' }));
  await expect(section.getByText('2 images added.')).toBeVisible();
  await press(page, panel.getByRole('button', { name: 'Undo this import' }));
  const undo = page.getByRole('dialog', { name: 'Undo this change?' });
  await press(page, undo.getByRole('button', { name: 'Undo', exact: true }));
  await expectToast(page, 'Undone');
  expect(await left()).toBe(0);
});
