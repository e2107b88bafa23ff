import { expectAccessible, open, signIn } from '../journey.ts';
import { expect, test } from './orders.ts';

test('BULK-05 the command menu leads to an order by its number and to a screen, by keyboard alone', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  const order = await fixture.order();
  await signIn(page, 'admin@demo.shop');
  await open(page, '/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Search or choose a command' });

  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(order.number);
  await expect(page.getByRole('option', { name: `#${order.number}` })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Order #${order.number}` })).toBeVisible();
  await expect(field).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('promo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/promotions$/);

  for (const [typed, url] of [
    ['bulk', /\/admin\/products\?tab=bulk$/],
    ['check a m', /\/admin\/orders\/check$/],
    ['hero', /\/admin\/hero-slides$/],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field).toBeFocused();
    await page.keyboard.type(typed);
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(url);
  }

  await open(page, '/admin/promotions');
  // The button beside the heading, under its own name.
  await expect(page.getByRole('button', { name: 'New Promotion' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('new promo');
  await expect(page.getByRole('listbox').getByRole('group').first()).toHaveAccessibleName('On this screen');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New Promotion' })).toBeVisible();
});

test('SEARCH-07 the command menu shows products of a misspelt word below a heading', async ({ page }) => {
  await signIn(page, 'admin@demo.shop');
  await open(page, '/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('agbda');
  const close = page.getByRole('group', { name: 'Close to "agbda": agbada' });
  await expect(close.getByRole('option').first()).toContainText(/Agbada/i);
  await expectAccessible(page);
  await close.getByRole('option').first().click();
  await expect(page.getByLabel('Name').first()).toHaveValue(/agbada/i);
});

test('BULK-05 what is typed while a screen still loads stays', { tag: '@desktop' }, async ({ page }) => {
  await signIn(page, 'admin@demo.shop');
  await open(page, '/admin/orders');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Search or choose a command' });
  const held = Promise.withResolvers<void>();
  await page.route('**/api/rpc/promotions/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('promo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/promotions$/);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('he');
  held.resolve();
  await expect(page.locator('p[aria-live=polite]', { hasText: 'Promotions' })).toBeAttached();
  await page.keyboard.type('ro');
  await expect(field).toHaveValue('hero');
});

test('BULK-05 Enter opens nothing that was found for the text before', { tag: '@desktop' }, async ({
  page,
}) => {
  await signIn(page, 'admin@demo.shop');
  await open(page, '/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('cap');
  const products = page.getByRole('listbox').getByRole('group', { name: 'Products', exact: true });
  await expect(products.getByRole('option').first()).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/rpc/search/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('combobox').fill('audit');
  await expect(products).toBeHidden();
  await page.getByRole('combobox').fill('bulk');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/products\?tab=bulk$/);
  held.resolve();
});

test('BULK-05 / goes to the search, ? lists the keys, and neither disturbs typing', {
  tag: '@desktop',
}, async ({ page }) => {
  await signIn(page, 'admin@demo.shop');
  await open(page, '/admin/orders');
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  await expect(search).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('a/b?');
  await expect(search).toHaveValue('a/b?');
  await search.blur();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  // HIST-05
  await expect(keys).toContainText(/newest message, such as one with UndoAltT/);
  await expectAccessible(page);
  await keys.getByRole('switch').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox')).toBeFocused();
});

test('BULK-05 on a phone the menu opens by a button and opens the page of a customer', {
  tag: '@phone',
}, async ({ page, fixture }) => {
  await fixture.order();
  await signIn(page, 'admin@demo.shop');
  await open(page, '/admin/dashboard');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('combobox').fill(fixture.word);
  await expectAccessible(page);
  await page.getByRole('option', { name: `${fixture.word}@mail.example` }).click();
  await expect(page).toHaveURL(/\/admin\/customers\/[-\da-f]{36}$/);
  await expect(page.getByRole('main')).toContainText(`${fixture.word}@mail.example`);
});
