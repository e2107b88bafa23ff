import type { Page } from '@playwright/test';
import { newWord } from '../browsing.ts';
import { expect, expectAccessible, open, signIn } from '../journey.ts';
import { test as live, setVisible } from '../live-browsers.ts';
import { addUser, expectToast } from '../shopper.ts';

interface Staff {
  /** The page of an admin called Ada Obi, and that of another one called Bisi Cole. */
  ada: Page;
  bisi: Page;
}

const test = live.extend<Staff>({
  ada: async ({ page, db }, use) => {
    const { id, email } = await addUser(db, 'admin');
    await db.query(`update profiles set first_name = 'Ada', last_name = 'Obi' where id = $1`, [id]);
    await signIn(page, email);
    await use(page);
  },
  bisi: async ({ anotherBrowser, db }, use) => {
    const { id, email } = await addUser(db, 'admin');
    await db.query(`update profiles set first_name = 'Bisi', last_name = 'Cole' where id = $1`, [id]);
    await use(await anotherBrowser(email));
  },
});

const price = (page: Page) => page.getByLabel('Price (NGN)');
const presence = (page: Page) => page.getByRole('main').getByText(/Bisi Cole (is|and)/);
const announced = (page: Page) => page.getByRole('status').filter({ hasText: 'Bisi Cole' });

test('COLLAB-01 who else has a product open is on its form and in its row, until they leave it', {
  tag: '@phone',
}, async ({ ada, bisi, cloth }) => {
  const row = ada.locator('main tbody tr').filter({ hasText: cloth.name });
  await open(ada, `/admin/products?search=${cloth.name.split(' ')[1]}`);
  await expect(row).toBeVisible();
  await open(bisi, `/admin/products/${cloth.id}`);
  await expect(price(bisi)).toBeVisible();
  await expect(row.getByText('Bisi Cole is here')).toBeVisible();
  await expectAccessible(ada);
  // Not shown to themselves.
  await expect(bisi.getByText(/is here/)).toHaveCount(0);
  await bisi.getByLabel('Name').pressSequentially(' grand');
  await expect(row.getByText('Bisi Cole is typing')).toBeVisible();
  await open(ada, `/admin/products/${cloth.id}`);
  await expect(presence(ada).filter({ visible: true }).last()).toBeVisible();
  // Screen readers hear who is there, not each stop of the typing.
  await expect(announced(ada)).toHaveText('Bisi Cole is here');
  await expectAccessible(ada);
  await bisi.close();
  await expect(announced(ada)).toHaveCount(0);
  await expect(presence(ada)).toHaveCount(0);
});

test('COLLAB-01 COLLAB-02 words, a special day and a planned change: who has one open is in its row, and a form takes what they save', {
  tag: '@desktop',
}, async ({ ada, bisi, cloth, db }) => {
  const word = newWord();
  await db.query(`insert into synonyms (words) values (array[$1, 'agbada'])`, [word]);
  await db.query(
    `insert into special_days (name, first_day, last_day) values ($1, current_date + 3, current_date + 3)`,
    [word],
  );
  await db.query(
    `insert into planned_changes (id, product_id, day, price) values (gen_random_uuid(), $1, current_date + 9, 7200)`,
    [cloth.id],
  );
  const openLists = [
    {
      ...{ url: '/admin/searches', list: 'Words that mean the same', edit: `Edit ${word}, agbada` },
      ...{ field: 'Words', saved: `${word}, gele` },
    },
    {
      ...{ url: '/admin/promotions/calendar', list: 'Days that matter', edit: `Edit ${word}` },
      ...{ field: 'Name', saved: `${word} market` },
    },
    {
      ...{ url: `/admin/products/${cloth.id}`, list: undefined, edit: /^Change: Price/ },
      ...{ field: 'New price (NGN)', saved: '7100' },
    },
  ];
  try {
    for (const { url, list, edit, field, saved } of openLists) {
      for (const page of [ada, bisi]) {
        await open(page, url);
        if (list) await page.getByRole('button', { name: list }).click();
      }
      const row = ada.getByRole('listitem').filter({ has: ada.getByRole('button', { name: edit }) });
      await expect(row).not.toContainText('Bisi Cole');
      await bisi.getByRole('button', { name: edit }).click();
      await expect(row.getByText('Bisi Cole is here')).toBeVisible();
      await expectAccessible(ada);
      await row.getByRole('button', { name: edit }).click();
      const form = (page: Page) => page.getByRole('dialog').last();
      const input = (page: Page) => form(page).getByRole('textbox', { name: field });
      await input(bisi).fill(saved);
      await form(bisi).getByRole('button', { name: 'Save', exact: true }).click();
      await expect(input(ada)).toHaveValue(saved);
      await expect(form(ada).getByText('Changed by Bisi Cole just now')).toBeVisible();
    }
  } finally {
    await db.query('delete from synonyms where $1 = any (words)', [word]);
    await db.query('delete from special_days where name = $1', [word]);
  }
});

test('COLLAB-01 a hidden tab sends nothing, and reports again when it is shown', { tag: '@desktop' }, async ({
  ada,
  cloth,
}) => {
  const reports: string[] = [];
  ada.on('request', (request) => {
    if (/presence\/setPresence|admin\/presence\//.test(request.url())) reports.push(request.url());
  });
  await ada.clock.install();
  await open(ada, `/admin/products/${cloth.id}`);
  await expect(price(ada)).toBeVisible();
  await expect.poll(() => reports.length).toBe(1);
  await ada.clock.runFor(16_000);
  await expect.poll(() => reports.length).toBe(2);
  await setVisible(ada, false);
  await ada.clock.runFor(120_000);
  expect(reports).toHaveLength(2);
  await setVisible(ada, true);
  await expect.poll(() => reports.length).toBe(3);
});

test('COLLAB-02 untouched fields take what another admin saved, with a mark, and the save needs no choice', {
  tag: '@desktop',
}, async ({ ada, bisi, cloth, db }) => {
  await db.query(
    `update products set description = 'Cloth', category_id = (select id from categories limit 1) where id = $1`,
    [cloth.id],
  );
  await open(ada, `/admin/products/${cloth.id}`);
  await open(bisi, `/admin/products/${cloth.id}`);
  await ada.getByLabel('Description').fill('Typed here.');
  await price(bisi).fill('2500');
  await bisi.getByLabel(/^Sold out/).check();
  await bisi.getByRole('button', { name: 'Save Changes' }).click();
  await expect(price(ada)).toHaveValue('2500.00');
  await expect(ada.getByLabel(/^Sold out/)).toBeChecked();
  await expect(ada.getByLabel('Description')).toHaveValue('Typed here.');
  await expect(ada.getByLabel('Description')).toBeFocused();
  const marks = ada.getByText('Changed by Bisi Cole just now');
  await expect(marks).toHaveCount(2);
  await expect(price(ada)).toHaveAccessibleDescription(/Changed by Bisi Cole/);
  await expect(ada.getByRole('status').filter({ hasText: 'changed' })).toHaveText(
    'Bisi Cole changed: Price, Sold out',
  );
  await expectAccessible(ada);
  await price(ada).fill('2600');
  await expect(marks).toHaveCount(1);
  await ada.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(ada, 'Product updated successfully');
  await expect(marks).toHaveCount(0);
  const { rows } = await db.query(
    'select price::text, description, sold_out, version from products where id = $1',
    [cloth.id],
  );
  expect(rows).toEqual([{ price: '2600.00', description: 'Typed here.', sold_out: true, version: 4 }]);
});

test.describe('a field that both changed', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('COLLAB-02 OPEN-07 in a dialog too, it stays as typed and waits for the choice at the save', {
    tag: '@phone',
  }, async ({ ada, bisi, db }) => {
    const code = `ZQ${Date.now().toString(36).toUpperCase()}`;
    await db.query(
      `insert into promotions (id, name, code, promotion_type, promotion_value, start_date, end_date, tag_line)
       values (gen_random_uuid(), $1, $1, 'fixed', 500, '2026-01-01', '2026-12-31', 'Before')`,
      [code],
    );
    try {
      for (const page of [ada, bisi]) {
        await open(page, `/admin/promotions?search=${code}`);
        await page.getByRole('button', { name: `Actions for ${code}` }).click();
        await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
      }
      const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label);
      await field(ada, 'Tag line').fill('Mine');
      await expect(announced(ada)).toHaveText('Bisi Cole is here');
      await field(bisi, 'Tag line').fill('Theirs');
      await field(bisi, 'Title').fill(`${code} sale`);
      await bisi.getByRole('button', { name: 'Save Changes' }).click();
      await expect(field(ada, 'Title')).toHaveValue(`${code} sale`);
      await expect(field(ada, 'Tag line')).toHaveValue('Mine');
      await expect(ada.getByText('Changed by Bisi Cole just now')).toHaveCount(1);
      await expect(ada.getByText('Bisi Cole changed this too. You choose when you save.')).toBeVisible();
      await expectAccessible(ada);
      await ada.getByRole('button', { name: 'Save Changes' }).click();
      const choice = ada.getByRole('dialog', { name: 'Bisi Cole changed this' });
      await expect(choice.getByRole('heading', { level: 3 })).toHaveText(['Tag line']);
      await choice.getByRole('button', { name: 'Keep mine' }).click();
      await expect(ada.getByRole('dialog')).toHaveCount(0);
      const { rows } = await db.query('select name, tag_line, version from promotions where code = $1', [
        code,
      ]);
      expect(rows).toEqual([{ name: `${code} sale`, tag_line: 'Mine', version: 3 }]);
    } finally {
      await db.query('delete from promotions where code = $1', [code]);
    }
  });
});
