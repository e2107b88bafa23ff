import type { Locator, Page } from '@playwright/test';
import { createArchive } from '#domains/catalog/import/test-archive.ts';
import { open, signIn } from '../journey.ts';
import { bulkPanel, choose, createButton } from './bulk.ts';
import { jpeg } from './images.ts';
import { expect, type MadeOrder, test } from './order-desk.ts';
import { addNumberedProducts } from './product-desk.ts';

/** Counts what hands do: presses, and fields that are filled. */
class Hands {
  actions = 0;
  press(target: Locator): Promise<void> {
    this.actions++;
    return target.click();
  }
  fill(target: Locator, text: string): Promise<void> {
    this.actions++;
    return target.fill(text);
  }
  async choose(target: Locator, label: string): Promise<void> {
    this.actions++;
    await target.selectOption(label);
  }
}

/** Prints what a task took. */
async function timed(task: string, work: (hands: Hands) => Promise<void>): Promise<void> {
  const hands = new Hands();
  const started = performance.now();
  await work(hands);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${task}: ${hands.actions} actions, ${seconds.toFixed(1)} s`);
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selected' });

/** Selects the page of a list, then all that match. */
async function selectAll(page: Page, hands: Hands): Promise<void> {
  await hands.press(page.getByRole('checkbox', { name: 'Select all on this page' }));
  const others = bar(page).getByRole('button', { name: /^Select all/ });
  if (await others.isVisible()) await hands.press(others);
}

test('a day of work: prices, an import with photographs, orders and reminders', { tag: '@desktop' }, async ({
  page,
  desk,
  db,
}) => {
  test.setTimeout(300_000);
  page.setDefaultTimeout(15_000);
  await signIn(page, 'admin@demo.shop');
  const word = await addNumberedProducts(db, 200);
  await db.query(
    `update products set price = price * 100, category_id = (select id from categories where name = 'Women') where name like $1`,
    [`${word} %`],
  );
  const priceOf = async (number: string) =>
    (await db.query('select price::float from products where name = $1', [`${word} ${number}`])).rows[0]
      .price;

  await timed('200 prices raised by 10 % and rounded', async (hands) => {
    await open(page, '/admin/products');
    await hands.fill(page.getByRole('searchbox'), word);
    await expect(page.getByText(/^Showing 200 of/)).toBeVisible();
    await selectAll(page, hands);
    await hands.press(bar(page).getByRole('button', { name: 'Change prices' }));
    const dialog = page.getByRole('dialog', { name: 'Change prices' });
    await hands.fill(dialog.getByLabel('By how much'), '10');
    await hands.choose(dialog.getByLabel('Round to'), '₦50');
    await hands.press(dialog.getByRole('button', { name: /^Change [\d,]+ prices$/ }));
    await expect(dialog).toHaveCount(0);
  });
  expect([await priceOf('199'), await priceOf('200')]).toEqual([21_900, 22_000]);

  await timed('one of them corrected', async (hands) => {
    await hands.press(page.getByRole('button', { name: /^Name/ }));
    await hands.press(page.getByRole('link', { name: `Edit ${word} 007` }));
    await hands.fill(page.getByLabel('Price'), '775');
    await hands.press(page.getByRole('button', { name: /^(Save|Update)/ }));
    await expect.poll(() => priceOf('007')).toBe(775);
  });

  await timed('the rise undone, the correction kept', async (hands) => {
    await hands.press(page.getByRole('link', { name: 'History', exact: true }).first());
    const change = page.getByRole('row').filter({ hasText: 'Raised the price of' }).first();
    await hands.press(change.getByRole('button', { name: 'Undo' }));
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }));
    await expect.poll(() => priceOf('200')).toBe(20_000);
    await expect.poll(() => priceOf('199')).toBe(19_900);
  });
  expect(await priceOf('007')).toBe(775);

  await timed('40 products imported with photographs', async (hands) => {
    const codes = Array.from({ length: 40 }, (_, at) => `${word}-${at + 1}`);
    const rows = codes.map((code) => `${code},Gown ${code},Sewn by hand,25000,Ankara`);
    await open(page, '/admin/products?tab=bulk');
    hands.actions++;
    await choose(page, `sku,name,description,price,category\n${rows.join('\n')}\n`);
    await hands.press(createButton(page));
    await expect(bulkPanel(page).getByText(/Successfully .*40 products/)).toBeVisible();
    const photographs = codes.map(async (code) => ({
      name: `${code}.jpg`,
      data: (await jpeg(`${code}.jpg`)).buffer,
    }));
    const archive = Buffer.from(createArchive(await Promise.all(photographs)));
    const section = page.getByRole('region', { name: 'Add photographs' });
    hands.actions++;
    await section
      .locator('input[type=file][multiple]')
      .setInputFiles({ name: 'photographs.zip', mimeType: 'application/zip', buffer: archive });
    await hands.press(section.getByRole('button', { name: 'Add 40 photographs' }));
    await expect(section.getByText('40 images added.')).toBeVisible({ timeout: 60_000 });
  });
  const imported = `select count(*)::int as n from products where sku like '${word}-%'`;
  expect((await db.query(imported)).rows).toEqual([{ n: 40 }]);

  await timed('the import undone', async (hands) => {
    await hands.press(page.getByRole('button', { name: 'Undo this import' }));
    await expect.poll(async () => (await db.query(imported)).rows[0].n).toBe(0);
  });

  const orders = [];
  for (let at = 0; at < 30; at++) orders.push(await desk.order());
  await timed('30 orders set to processing, and their slips shown to print', async (hands) => {
    await open(page, `/admin/orders?search=${desk.word}`);
    await selectAll(page, hands);
    await hands.press(bar(page).getByRole('button', { name: 'Processing' }));
    await hands.press(page.getByRole('alertdialog').getByRole('button', { name: 'Processing' }));
    await expect(page.getByText('30 orders set to Processing')).toBeVisible();
    await selectAll(page, hands);
    await hands.press(bar(page).getByRole('button', { name: 'Print' }));
    await expect(page.getByRole('article', { name: /^Packing slip/ })).toHaveCount(30);
  });
  expect(await desk.statusOf(orders[29]!)).toBe('processing');

  const silent: MadeOrder[] = [];
  const placed = `now() - interval '2 hours'`;
  for (let at = 0; at < 3; at++) silent.push(await desk.order({ opened: false, placed }));
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'chat' }));
  await timed('three orders that were never opened reminded', async (hands) => {
    await open(page, `/admin/orders?queue=unopened&search=${desk.word}`);
    for (const { number } of silent) {
      const row = page
        .locator('tbody')
        .getByRole('row')
        .filter({ hasText: `#${number}` });
      await hands.press(row.getByRole('button', { name: 'Follow up' }));
      const chat = page.waitForEvent('popup');
      await hands.press(page.getByRole('dialog').getByRole('link', { name: 'Remind on WhatsApp' }));
      await (await chat).close();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
  const { rows: reminders } = await db.query(
    `select count(*)::int as n from order_events where kind = 'reminder' and order_id = any($1)`,
    [silent.map(({ id }) => id)],
  );
  expect(reminders).toEqual([{ n: 3 }]);
  await db.query('delete from products where name like $1', [`${word} %`]);
});
