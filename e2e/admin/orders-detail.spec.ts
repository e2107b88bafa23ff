import { ACCOUNTS } from '../journey.ts';
import { expectToast } from '../shopper.ts';
import { expect, expectAccessible, holdRequests, openOrder, refusal, statusFor, test } from './orders.ts';

const TWO = [
  { name: 'Adire gown', price: 12_500, note: 'Bust 38\nto the knee', code: 'OWAMBE' },
  { name: 'Fila', price: 4000 },
];

test('ADM-ORD-10 an order with its items, its stored customer data and its history', async ({
  page,
  fixture,
}) => {
  const order = await fixture.order({
    items: TWO,
    opened: false,
    placed: `now() - interval '2 hours 1 minute'`,
  });
  const answer = await holdRequests(page, 'orders/getForAdmin');
  const opening = openOrder(page, order);
  await expect(page.getByText('Loading the order')).toBeAttached();
  answer();
  await opening;
  const main = page.getByRole('main');
  await expect(main).toContainText('Placed 2 hours ago');
  await expect(main.getByText('Not opened')).toBeVisible();
  const items = main.getByRole('region', { name: 'Ordered: 2 items' }).getByRole('listitem');
  await expect(items.nth(0).getByRole('heading', { name: 'Adire gown' })).toBeVisible();
  await expect(items.nth(0)).toContainText('₦12,500.00');
  await expect(items.nth(0)).toContainText('with OWAMBE');
  await expect(items.nth(0)).toContainText('to the knee');
  await expect(items.nth(0)).toContainText('No longer in the shop');
  await expect(items.nth(1)).toContainText('No note');
  await expect(main.getByText('₦16,500.00')).toBeVisible();
  const customer = main.getByRole('region', { name: 'Customer' });
  await expect(customer).toContainText(fixture.customer);
  await expect(customer).toContainText(`${fixture.word}@mail.example`);
  await expect(customer).toContainText('+234 803 123 4567');
  await expect(customer.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/2348031234567\?text=Hello/,
  );
  await expect(customer.getByRole('link', { name: 'Mail' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${fixture.word}@mail\\.example\\?subject=Your%20order%20%23${order.number}`),
  );
  const history = main.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(history).toHaveText([new RegExp(`${fixture.customer} sent the order`)]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enlarge the image of Fila' }).click();
  await expect(page.getByRole('dialog', { name: 'Fila' }).getByRole('img', { name: 'Fila' })).toBeVisible();
});

test('without a phone number there is no chat link', { tag: '@desktop' }, async ({ page, fixture }) => {
  await openOrder(page, await fixture.order({ phone: null }));
  const customer = page.getByRole('region', { name: 'Customer' });
  await expect(customer).toContainText('No phone number on this order');
  await expect(customer.getByRole('link')).toHaveText(['Mail', 'All orders and notes']);
});

test('ADM-ORD-11 RULES-29 HIST-07 the status is set on the detail page, and the history names the user', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  const order = await fixture.order({ status: 'cancelled' });
  await openOrder(page, order);
  const answer = await holdRequests(page, 'orders/setStatus');
  await statusFor(page, order).selectOption('pending');
  await expect(statusFor(page, order)).toBeDisabled();
  await expect(statusFor(page, order).locator('option:checked')).toHaveText('Updating...');
  answer();
  await expectToast(page, 'Success', 'Order status updated successfully');
  expect(await fixture.statusOf(order)).toBe('pending');
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toContainText(
    /set it from Cancelled to Pending/,
  );
});

test('ADM-ORD-12 OPEN-07 an item’s note is edited, and the change is recorded', { tag: '@phone' }, async ({
  page,
  fixture,
  db,
}) => {
  const order = await fixture.order({ items: TWO });
  await openOrder(page, order);
  await page.getByRole('button', { name: 'Edit note for Adire gown' }).click();
  const field = page.getByRole('textbox', { name: 'Note for Adire gown' });
  await expect(field).toBeFocused();
  await field.fill('Bust 40');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Note updated successfully');
  await expect(page.getByRole('button', { name: 'Edit note for Adire gown' })).toBeFocused();
  const { rows } = await db.query(
    `select i.note, o.whatsapp_link from order_items i join orders o on o.id = i.order_id where o.id = $1 and i.position = 0`,
    [order.id],
  );
  expect(rows[0].note).toBe('Bust 40');
  expect(new URL(rows[0].whatsapp_link).searchParams.get('text')).toContain('Note: Bust 40');
  const latest = page.getByRole('region', { name: 'History' }).getByRole('listitem').first();
  await expect(latest).toContainText('changed the note for Adire gown');
  await expect(latest.locator('ins')).toHaveText('Bust 40');
});

test('leaving an unsaved note asks first', { tag: '@desktop' }, async ({ page, fixture }) => {
  await openOrder(page, await fixture.order({ items: TWO }));
  await page.getByRole('button', { name: 'Edit note for Fila' }).click();
  await page.getByRole('textbox', { name: 'Note for Fila' }).fill('Red');
  await page.getByRole('link', { name: 'Back to orders' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('textbox', { name: 'Note for Fila' })).toHaveValue('Red');
  await page.getByRole('link', { name: 'Back to orders' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/admin/orders');
});

test('CALLS-29 an item is removed from a pending order after a confirmation; the last one cannot be removed', {
  tag: '@phone',
}, async ({ page, fixture, db }) => {
  const order = await fixture.order({ items: TWO });
  await openOrder(page, order, ACCOUNTS.super);
  await page.getByRole('button', { name: 'Take out Adire gown' }).click();
  const question = page.getByRole('alertdialog', { name: 'Take out Adire gown?' });
  await expect(question).toContainText('₦4,000.00');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Take out Adire gown' }).click();
  await question.getByRole('button', { name: 'Take out' }).click();
  await expectToast(page, 'Item taken out');
  await expect(page.getByRole('region', { name: 'Ordered: 1 item' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Take out/ })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    'took out Adire gown (₦12,500.00)',
  );
  const { rows } = await db.query('select product_name from order_items where order_id = $1', [order.id]);
  expect(rows).toEqual([{ product_name: 'Fila' }]);
});

test('items of an order in processing cannot be removed', { tag: '@desktop' }, async ({ page, fixture }) => {
  await openOrder(page, await fixture.order({ items: TWO, status: 'processing' }));
  await expect(page.getByRole('button', { name: 'Edit note for Fila' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Take out/ })).toHaveCount(0);
});

test.describe('when refused', () => {
  test.use({ expectedErrors: [/Failed to load resource.*409/] });

  test('another admin has set the order to processing: the item stays, and a message says so', {
    tag: '@desktop',
  }, async ({ page, fixture, db }) => {
    const order = await fixture.order({ items: TWO });
    await openOrder(page, order);
    await page.getByRole('button', { name: 'Take out Fila' }).click();
    await page.route('**/api/rpc/orders/deleteItem', async (route) => {
      await db.query(`update orders set status = 'processing' where id = $1`, [order.id]);
      await route.continue();
    });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take out' }).click();
    await expectToast(
      page,
      'The item was not taken out',
      'The order is no longer pending. Its items stay as they are.',
    );
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(statusFor(page, order)).toHaveValue('processing');
    await expect(page.getByRole('region', { name: 'Ordered: 2 items' })).toBeVisible();
  });

  test('another admin has removed the other item: the last one stays', { tag: '@desktop' }, async ({
    page,
    fixture,
  }) => {
    await openOrder(page, await fixture.order({ items: TWO }));
    await page.route(
      '**/api/rpc/orders/deleteItem',
      refusal('LAST_ITEM', 409, 'An order keeps at least one item.'),
    );
    await page.getByRole('button', { name: 'Take out Fila' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take out' }).click();
    await expectToast(
      page,
      'The item was not taken out',
      'An order keeps at least one item. Cancel the order instead.',
    );
  });
});
