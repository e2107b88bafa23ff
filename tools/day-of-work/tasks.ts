import { dayIn, dayPlus } from '#shared/dates.ts';
import type { MadeOrder } from '../../e2e/admin/orders.ts';
import { addNumberedProducts } from '../../e2e/admin/products.ts';
import type { CountedScreen } from './counted-screen.ts';
import { expect, goTo, newWord, selectAll, selected, test } from './day.ts';
import { photographsOf } from './images.ts';

const toast = (screen: CountedScreen, text: string | RegExp) => screen.role('listitem').having(text).first();

const PRICES = `select right(name, 3)::int as number, price::int from products where name like $1 order by name`;

test('prices are raised, one is corrected, and the rise is undone', async ({ day, db }) => {
  const word = await addNumberedProducts(db, 200);
  await db.query(
    `update products set price = 10000 + price * 130, category_id = (select id from categories where name = 'Women')
     where name like $1`,
    [`${word} %`],
  );
  const corrected = 20_500;
  const before = (number: number) => 10_000 + number * 130;
  const raised = (number: number) => Math.round((before(number) * 1.1) / 100) * 100;
  const expectPrices = async (priceOf: (number: number) => number) =>
    expect(await day.rows(PRICES, `${word} %`)).toEqual(
      Array.from({ length: 200 }, (_, at) => ({ number: at + 1, price: priceOf(at + 1) })),
    );

  await day.perform('200 prices raised', async (screen) => {
    await goTo(screen, 'Products');
    await screen.role('searchbox').fill(word);
    await screen.text(/^Showing 200 of/).shown();
    await selectAll(screen, 200);
    await selected(screen).button('Change prices').click();
    const dialog = screen.role('dialog', 'Change prices');
    await dialog.field('By how much').fill('10');
    await dialog.field('Round to').select('₦100');
    await dialog.role('region', 'Preview').text('₦11,100.00').shown();
    await dialog.button('Change 200 prices').click();
    await dialog.gone();
    await toast(screen, 'Raised the price of 200 products by 10 %').shown();
  });
  await expectPrices(raised);

  await day.perform('one price corrected', async (screen) => {
    await goTo(screen, 'Products');
    await screen.role('searchbox').fill(`${word} 077`);
    await screen.link(`Edit ${word} 077`).click();
    await screen.field('Price').fill(String(corrected));
    await screen.button('Save Changes').click();
    await toast(screen, 'Product updated successfully').shown();
  });
  await expectPrices((number) => (number === 77 ? corrected : raised(number)));

  await day.perform('the rise undone', async (screen) => {
    await goTo(screen, 'History');
    await screen
      .button(/^Undo: Raised the price of 200 products by 10 %/)
      .first()
      .click();
    const dialog = screen.role('dialog', 'Undo this change?');
    await dialog.role('region', 'Stays as it is').text(`The price of “${word} 077” was changed`).shown();
    await dialog.button('Undo').click();
    await dialog.gone();
    await toast(screen, 'What others changed since stays.').shown();
  });
  await expectPrices((number) => (number === 77 ? corrected : before(number)));
});

test('products are imported with photographs, and the import is undone', async ({ day }) => {
  const word = newWord();
  const codes = Array.from({ length: 40 }, (_, at) => `${word}-${at + 1}`);
  const sheet = ['sku,name,description,price,category']
    .concat(codes.map((code) => `${code},Gown ${code},Sewn by hand,25000,Ankara`))
    .join('\n');
  const photographs = await photographsOf(codes);
  const left = async () =>
    day.rows(
      `select (select count(*)::int from products where sku like $1) as products,
              (select count(*)::int from product_images where product_id = any($2)) as images`,
      `${word}-%`,
      ids,
    );
  let ids: unknown[] = [];

  await day.perform('40 products imported, with photographs', async (screen) => {
    await goTo(screen, 'Products');
    await screen.role('tab', 'Bulk Upload').click();
    await screen
      .button('Choose a spreadsheet')
      .choose({ name: 'gowns.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
    await screen.button('Import 40 products').click();
    await screen.text(/Successfully .*40 products/).shown();
    const section = screen.role('region', 'Add photographs');
    await section.button('Choose photographs or a ZIP').choose(photographs);
    await section.button('Add 40 photographs').click();
    await section.text('40 images added.').shown();
  });
  ids = (await day.rows('select id from products where sku like $1', `${word}-%`)).map(({ id }) => id);
  expect(await left()).toEqual([{ products: 40, images: 40 }]);

  await day.perform('the import undone', async (screen) => {
    await screen.button('Undo this import').click();
    await screen.role('dialog', 'Undo this change?').button('Undo').click();
    await toast(screen, 'Undone').shown();
  });
  expect(await left()).toEqual([{ products: 0, images: 0 }]);
});

test('a promotion is planned, compared with others and seen in advance', async ({ day, db }) => {
  const word = newWord();
  const today = dayIn('Africa/Lagos', new Date());
  const [start, end] = [dayPlus(today, 10), dayPlus(today, 30)];
  const [code, other] = [`NOEL${word.slice(2, 8)}`.toUpperCase(), `DETTY${word.slice(2, 8)}`.toUpperCase()];
  await db.query(
    `with other as (
       insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
       values (gen_random_uuid(), $2, $2, $3, $4, 'percentage', 10) returning id)
     insert into products (id, name, description, price, promotion_id)
     select gen_random_uuid(), $1 || ' ' || lpad(n::text, 2, '0'), 'Hand-woven.', 20000, case when n <= 3 then other.id end
     from other, generate_series(1, 12) n`,
    [word, other, dayPlus(today, 5), dayPlus(today, 20)],
  );

  await day.perform('a Christmas promotion planned', async (screen) => {
    await goTo(screen, 'Promotions');
    await screen.button('+ New Promotion').first().click();
    const form = screen.role('dialog', 'New Promotion');
    await form.field('Title').fill(`Christmas ${word}`);
    await form.field(/^Code/).fill(code);
    await form.field('Type').select('PERCENTAGE');
    await form.field(/^Value/).fill('15');
    await form.field('Start').fill(start);
    await form.field('End').fill(end);
    await form.field('Tag line').fill(`Christmas in ${word}`);
    await form.button('Create Promotion').click();
    await form.gone();
    await screen.button(`Actions for Christmas ${word}`).click();
    await screen.role('menuitem', 'Assign Products').click();
    const dialog = screen.role('dialog', 'Assign Products to Promotion');
    await dialog.role('searchbox').fill(word);
    await dialog.text('12 products').shown();
    await dialog.button('Select all that match').click();
    for (const number of ['01', '02', '03']) await dialog.role('checkbox', `${word} ${number}`).click();
    await dialog.button('Assign Selected Products').click();
    await dialog.gone();
  });
  const planned = `select r.start_date::text as start, r.end_date::text as end, count(p.id)::int as products
    from promotions r join products p on p.promotion_id = r.id where r.code = $1 group by r.id`;
  expect(await day.rows(planned, code)).toEqual([{ start, end, products: 12 }]);

  await day.perform('its overlap found in the calendar', async (screen) => {
    await screen.link('Calendar').click();
    await screen.text(`Overlaps ${other} in 3 products`).shown();
  });

  await day.perform('the shop seen on its first day', async (screen) => {
    await screen
      .button(new RegExp(`Christmas ${word}`))
      .first()
      .click();
    await screen.role('dialog', 'Edit Promotion').button('See the shop on …').click();
    const dialog = screen.role('dialog', 'See the shop on …');
    await dialog.link(/^See the shop/).inNewTab(async (shop) => {
      await shop.role('complementary', 'Preview').shown();
      await shop.text(`Christmas in ${word}`).shown();
    });
  });
});

test('orders are set to processing together, and their slips printed', async ({ day, db, fixture }) => {
  await db.query(`update orders set status = 'completed' where status in ('pending', 'processing')`);
  for (let at = 0; at < 30; at++) await fixture.order({ customer: `Customer ${at} ${fixture.word}` });

  await day.perform('30 orders set to processing', async (screen) => {
    await goTo(screen, 'Orders');
    await screen
      .role('navigation', 'Status')
      .link(/^Pending/)
      .click();
    await selectAll(screen, 30);
    await selected(screen).button('Processing').click();
    await screen.role('alertdialog').button('Processing').click();
    await toast(screen, '30 orders set to Processing').shown();
  });
  expect(
    await day.rows(
      'select status, count(*)::int from orders where customer_name like $1 group by status',
      `% ${fixture.word}`,
    ),
  ).toEqual([{ status: 'processing', count: 30 }]);

  await day.perform('30 packing slips printed', async (screen) => {
    await screen
      .role('navigation', 'Status')
      .link(/^Processing/)
      .click();
    await selectAll(screen, 30);
    await selected(screen).button('Print').click();
    await screen.role('article', /^Packing slip of order/).counted(30);
    await screen.button('Print').click();
  });
  expect(await day.printed()).toEqual([30]);
});

test('orders whose chat was never opened are found and reminded', async ({ day, db, fixture }) => {
  await db.query(`update orders set status = 'completed' where status = 'pending'`);
  const orders: MadeOrder[] = [];
  for (const name of ['Ada', 'Bisi', 'Chidi']) {
    const placed = `now() - interval '2 hours'`;
    orders.push(await fixture.order({ customer: `${name} ${fixture.word}`, opened: false, placed }));
  }

  await day.perform('three orders found and reminded', async (screen) => {
    await screen.link(/not opened for 30 minutes/).click();
    for (const { number } of orders) {
      await screen.button(`Follow up order #${number}`).click();
      const dialog = screen.role('dialog', `Follow up order #${number}`);
      await dialog.button('Remind by email').click();
      await dialog.gone();
    }
  });
  const numbers = orders.map(({ number }) => number).sort();
  const reminders = await day.rows(
    `select o.order_number as number, e.detail->>'channel' as channel
     from order_events e join orders o on o.id = e.order_id
     where e.kind = 'reminder' and o.customer_name like $1 order by o.order_number`,
    `% ${fixture.word}`,
  );
  expect(reminders).toEqual(numbers.map((number) => ({ number, channel: 'email' })));
  await expect
    .poll(async () => (await day.emailsTo(`${fixture.word}@mail.example`)).sort())
    .toEqual(numbers.map((number) => expect.stringContaining(number)));
});
